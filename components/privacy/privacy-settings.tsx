'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { PersonalFields } from '@/components/privacy/personal-fields'
import { SharedBoards } from '@/components/privacy/shared-boards'
import { ErrorState } from '@/components/ui/error-state'
import { showToast } from '@/components/ui/toast'
import { useOnce } from '@/components/ui/use-once'
import { changePrivacy, privacyQuery } from '@/lib/privacy/queries'
import type { PrivacyPatch } from '@/lib/privacy/schema'

/** What a project takes for personal, and what its shared boards show of it. Each choice is saved as it is made. */
export function PrivacySettings({ projectId }: { projectId: string }) {
  const t = useWords('privacy')
  const problems = useWords('problems')
  const queryClient = useQueryClient()
  const query = privacyQuery(projectId)
  const { data, error, refetch } = useQuery(query)
  const { mutate, isPending } = useOnce({
    mutationFn: (patch: PrivacyPatch) => changePrivacy(projectId, patch),
    onSuccess: (saved) => {
      queryClient.setQueryData(query.queryKey, saved)
      showToast({ tone: 'good', title: t('saved'), about: 'privacy' })
    },
    onError: (failure) => showToast({ tone: 'bad', title: t('saveFailed'), detail: sayProblem(failure, problems) }),
  })
  if (data) {
    return (
      <>
        <SharedBoards privacy={data} isSaving={isPending} change={mutate} />
        <PersonalFields privacy={data} isSaving={isPending} change={mutate} />
      </>
    )
  }
  if (error) return <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
  return null
}
