'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { type PinAsked, PinQuestion } from '@/components/tablets/pins/pin-question'
import { PinRules } from '@/components/tablets/pins/pin-rules'
import { useSaidTime } from '@/components/tablets/when'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { ErrorState } from '@/components/ui/error-state'
import { ListSearchField, useListSearch } from '@/components/ui/list-search'
import { Skeleton } from '@/components/ui/skeleton'
import { useFirstScreen } from '@/components/ui/use-first-screen'
import { pinPeopleQuery } from '@/lib/pins/queries'
import type { PinPerson } from '@/lib/pins/schema'

function PersonRow({ person, ask }: { person: PinPerson; ask: (asked: PinAsked) => void }) {
  const t = useWords('pins')
  const said = useSaidTime()
  const { name, hasAccount, setAt, maySet } = person
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <bdi dir="auto" className="wrap-anywhere">
            {name}
          </bdi>
          <Chip>{t(hasAccount ? 'account' : 'noAccount')}</Chip>
        </p>
        <p className="text-sm text-soft">{setAt ? t('pinSet', { time: said(setAt) }) : t('noPin')}</p>
      </div>
      <div className="flex gap-2.5">
        {maySet && (
          <Button
            size="board"
            aria-label={`${t(setAt ? 'change' : 'set')}: ${name}`}
            onPress={() => ask({ what: 'set', person })}
          >
            {t(setAt ? 'change' : 'set')}
          </Button>
        )}
        {setAt && (
          <Button size="board" aria-label={`${t('remove')}: ${name}`} onPress={() => ask({ what: 'remove', person })}>
            {t('remove')}
          </Button>
        )}
      </div>
    </li>
  )
}

type PeopleListProps = { projectId: string; isCut: boolean; ask: (asked: PinAsked) => void }

function PeopleList({ projectId, isCut, ask }: PeopleListProps) {
  const t = useWords('pins')
  const search = useListSearch()
  const { data, error, refetch } = useQuery({
    ...pinPeopleQuery(projectId, search.asked),
    placeholderData: keepPreviousData,
  })
  const shown = useFirstScreen(data?.people ?? [])
  return (
    <>
      <ListSearchField search={search} isCut={isCut} label={t('search')} notAll={t('notAll')} />
      {error && !data && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      {data?.people.length === 0 && search.asked !== '' && <p className="text-soft">{t('noneFound')}</p>}
      <ul>
        {shown.map((person) => (
          <PersonRow key={person.personId} person={person} ask={ask} />
        ))}
      </ul>
    </>
  )
}

/** Who acts on tablets: whether that is asked, and the PINs that answer it. */
export function PinPeople({ projectId, hasAllStores }: { projectId: string; hasAllStores: boolean }) {
  const t = useWords('pins')
  const { data, error, refetch } = useQuery(pinPeopleQuery(projectId))
  const [asked, ask] = useState<PinAsked | null>(null)
  if (error && !data) return <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40" />
  const { hasMore, rules } = data
  return (
    <>
      <PinRules projectId={projectId} rules={rules} hasAllStores={hasAllStores} />
      <SettingsCard title={t('people')} hint={t('peopleHint')}>
        <PeopleList projectId={projectId} isCut={hasMore} ask={ask} />
        <Button size="board" className="self-start" onPress={() => ask({ what: 'add' })}>
          <UserRoundPlus aria-hidden="true" className="size-5" />
          {t('add')}
        </Button>
      </SettingsCard>
      {asked && (
        <PinQuestion
          projectId={projectId}
          asked={asked}
          stores={rules.stores}
          hasAllStores={hasAllStores}
          leave={() => ask(null)}
        />
      )}
    </>
  )
}
