'use client'

import { useWords } from '@/components/language/language-provider'
import { ErrorState } from '@/components/ui/error-state'
import type { Moments } from '@/components/ui/moment'
import { Question } from '@/components/ui/question'
import { showToast } from '@/components/ui/toast'
import { useOnce } from '@/components/ui/use-once'
import { ApiError } from '@/lib/http/client'
import { revokeKey } from '@/lib/keys/queries'
import type { ApiKey } from '@/lib/keys/schema'

type RevokeProps = {
  projectId: string
  apiKey: ApiKey
  moments: Moments | null
  /** The list is not what it was. */
  onDone: () => void
  onClose: () => void
}

// Somebody was faster, in another tab or at another desk.
const hasEnded = (error: unknown) => error instanceof ApiError && error.problem.code === 'key_not_in_force'

/** Asks before a key ends, and says when it was last used: something may still use it. */
export function RevokeKeyDialog({ projectId, apiKey, moments, onDone, onClose }: RevokeProps) {
  const t = useWords('apiKeys')
  const { name, keyId, lastUsedAt } = apiKey
  const { mutate, isPending, error } = useOnce({
    mutationFn: () => revokeKey(projectId, keyId),
    onSuccess: () => {
      showToast({ tone: 'good', title: t('revoked', { name }) })
      onClose()
    },
    onError: (failure) => {
      if (!hasEnded(failure)) return
      showToast({ tone: 'good', title: t('revokedAlready', { name }), detail: t('revokedAlreadyText') })
      onClose()
    },
    onSettled: onDone,
  })
  return (
    <Question
      title={t('revokeTitle', { name })}
      text={lastUsedAt ? t('revokeUsed', { ago: moments?.ago(lastUsedAt) ?? '' }) : t('revokeUnused')}
      yes={t('revokeYes')}
      no={t('revokeNo')}
      isPending={isPending}
      onYes={() => mutate()}
      onNo={onClose}
    >
      {error && !hasEnded(error) && <ErrorState title={t('notRevoked')} error={error} />}
    </Question>
  )
}
