'use client'

import { useQueryClient } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { ReturnToBoard } from '@/components/layout/return-to-board'
import { forgetViewer } from '@/components/layout/use-same-viewer'
import { ButtonLink } from '@/components/ui/button'
import { dismissAll } from '@/components/ui/toast'
import type { StaffAccount } from '@/lib/auth/schema'
import type { Board } from '@/lib/board/schema'
import { elsewhereQuery } from '@/lib/escalations/queries'
import type { ApiError } from '@/lib/http/client'

type RefusedBoardProps = { store: Board['store']; refusal: ApiError; account: StaffAccount }

/**
 * Stands where the customers stood: who is signed out, or no longer of this store, must not read their names, nor whom
 * somebody searched for, nor who waits at other stores.
 */
export function RefusedBoard({ store, refusal, account }: RefusedBoardProps) {
  const { problem } = refusal
  const t = useWords('board')
  const problems = useWords('problems')
  const pins = useWords('pins')
  const path = usePathname()
  const queryClient = useQueryClient()
  useEffect(() => {
    forgetViewer()
    dismissAll()
    void queryClient.resetQueries({ queryKey: elsewhereQuery(store).queryKey })
  }, [queryClient, store])
  const isSignedOut = problem.status === 401
  const isUnpaired = isSignedOut && account.isTablet === true
  const way = isSignedOut ? `/sign-in?next=${encodeURIComponent(path)}` : '/board'
  return (
    <div
      role="alert"
      className="mx-auto flex w-full max-w-4xl flex-wrap items-center gap-x-4 gap-y-3 rounded-card border-2 border-over bg-over-tint px-4 py-3 text-ink"
    >
      {!isSignedOut && <ReturnToBoard />}
      <LogIn aria-hidden="true" className="size-7 shrink-0 text-over" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="block text-lg">
          {isUnpaired ? pins('unpaired') : t(isSignedOut ? 'signedOut' : 'ended')}
        </strong>
        {isUnpaired && pins('unpairedText')}
        {isSignedOut && !isUnpaired && t('signedOutText')}
        {!isSignedOut && sayProblem(refusal, problems)}
        {!isSignedOut && <span className="block text-sm">{t('requestId', { id: problem.requestId })}</span>}
      </p>
      <ButtonLink tone="kerb" size="board" href={isUnpaired ? '/pair' : way}>
        {isUnpaired ? pins('pairAnew') : t(isSignedOut ? 'signIn' : 'chooseStore')}
      </ButtonLink>
    </div>
  )
}
