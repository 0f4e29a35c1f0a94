'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { sayRefusal } from '@/components/tablets/failure-words'
import { NewPinField } from '@/components/tablets/pins/new-pin-field'
import { useSaidTime } from '@/components/tablets/when'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { showToast } from '@/components/ui/toast'
import { useOnce } from '@/components/ui/use-once'
import { pinLength } from '@/lib/pins/model'
import { ownPinQuery, removeOwnPin, setOwnPin } from '@/lib/pins/queries'

const [shortest] = pinLength

/** Somebody's own PIN in a project: set, changed or removed by themselves. */
export function OwnPin({ projectId, projectName }: { projectId: string; projectName: string }) {
  const t = useWords('pins')
  const problems = useWords('problems')
  const said = useSaidTime()
  const queryClient = useQueryClient()
  const query = ownPinQuery(projectId)
  const { data, error, refetch } = useQuery(query)
  const [pin, setPin] = useState('')
  const [savedDigits, setSavedDigits] = useState(0)
  const least = data?.leastDigits ?? shortest
  const change = useOnce({
    mutationFn: (typed: string | null) =>
      typed === null
        ? removeOwnPin(projectId).then(() => ({ setAt: null, leastDigits: least }))
        : setOwnPin(projectId, typed),
    onSuccess: (own, typed) => {
      setPin('')
      setSavedDigits(typed?.length ?? 0)
      queryClient.setQueryData(query.queryKey, own)
      showToast({ tone: 'good', title: t(own.setAt ? 'pinSaved' : 'removed') })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pin.length >= least) change.mutate(pin)
  }
  // The server does not know how long one is that was set before.
  const short = savedDigits < least ? least : shortest
  if (error && !data) return <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64" />
  return (
    <SettingsCard
      title={projectName}
      hint={data.setAt ? t('ownSet', { time: said(data.setAt), least: short }) : t('ownNone')}
    >
      <form onSubmit={submit} className="flex max-w-sm flex-col gap-4">
        <NewPinField value={pin} least={least} onChange={setPin} />
        {change.error && (
          <p role="alert" className="rounded-control bg-over-tint px-4 py-3 font-medium">
            {sayRefusal(change.error, { pins: t, problems }) ?? t('failed')}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="kerb" size="board" isDisabled={pin.length < least} isPending={change.isPending}>
            {t(data.setAt ? 'change' : 'set')}
          </Button>
          {data.setAt && (
            <Button size="board" isPending={change.isPending} onPress={() => change.mutate(null)}>
              {t('remove')}
            </Button>
          )}
        </div>
      </form>
    </SettingsCard>
  )
}
