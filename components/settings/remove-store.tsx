'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Button } from '@/components/ui/button'
import { Failure } from '@/components/ui/failure'
import { Question } from '@/components/ui/question'
import { showToast } from '@/components/ui/toast'
import { useOnce } from '@/components/ui/use-once'
import { ApiError } from '@/lib/http/client'
import { shownName } from '@/lib/names/model'
import { removeStore } from '@/lib/removal/queries'
import { storeKeys } from '@/lib/stores/queries'

type RemoveStoreProps = { projectId: string; destinationId: string; name: string }

function Refused({ error }: { error: unknown }) {
  const t = useWords('storeRemoval')
  const problems = useWords('problems')
  const problem = error instanceof ApiError && error.problem.code === 'store_in_use' ? error.problem : null
  if (!problem) return <Failure said={sayProblem(error, problems) ?? t('failed')} error={error} />
  const [orders = 0, tablets = 0, people = 0] = [problem.orders, problem.tablets, problem.people].map(Number)
  return <Failure said={`${t('held', { orders, tablets, people })} ${t('heldNext')}`} error={error} />
}

/** Takes a store that should not be there off all lists, once that was asked. */
export function RemoveStore({ projectId, destinationId, name }: RemoveStoreProps) {
  const t = useWords('storeRemoval')
  const router = useRouter()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { mutate, reset, isPending, error } = useOnce({
    mutationFn: () => removeStore({ projectId, destinationId }),
    onSuccess: () => {
      showToast({ tone: 'good', title: t('removed', { name: shownName(name) }) })
      void queryClient.invalidateQueries({ queryKey: storeKeys.all })
      router.push(`/settings?project=${projectId}`)
    },
  })
  return (
    <SettingsCard title={t('title')} hint={t('hint')}>
      <Button size="board" className="self-start" onPress={() => setAsking(true)}>
        {t('remove')}
      </Button>
      {isAsking && (
        <Question
          title={t('askTitle', { name: shownName(name) })}
          text={t('ask')}
          yes={t('yes')}
          no={t('no')}
          isPending={isPending}
          onYes={() => mutate()}
          onNo={() => {
            reset()
            setAsking(false)
          }}
        >
          {error !== null && <Refused error={error} />}
        </Question>
      )}
    </SettingsCard>
  )
}
