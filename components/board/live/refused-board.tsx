'use client'

import { usePathname } from 'next/navigation'
import { ButtonLink } from '@/components/ui/button'
import { LogIn } from '@/components/ui/icons'
import type { ApiError } from '@/lib/http/client'

/** Stands where the customers stood: who is signed out, or no longer of this store, must not read their names. */
export function RefusedBoard({ refusal: { problem } }: { refusal: ApiError }) {
  const path = usePathname()
  const isSignedOut = problem.status === 401
  return (
    <div
      role="alert"
      className="mx-auto flex w-full max-w-4xl flex-wrap items-center gap-x-4 gap-y-3 rounded-card border-2 border-over bg-over-tint px-4 py-3 text-ink"
    >
      <LogIn aria-hidden="true" className="size-7 shrink-0 text-over" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="block text-lg">{isSignedOut ? 'You have been signed out' : 'This board has ended'}</strong>
        {isSignedOut ? 'The customers are shown again when you have signed in.' : problem.detail}
        {!isSignedOut && <span className="block text-sm">Request id {problem.requestId}</span>}
      </p>
      <ButtonLink tone="kerb" size="board" href={isSignedOut ? `/sign-in?next=${encodeURIComponent(path)}` : '/board'}>
        {isSignedOut ? 'Sign in' : 'Choose a store'}
      </ButtonLink>
    </div>
  )
}
