'use client'

import { LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSignedOut, SignInAgain } from '@/components/entries/empty/sign-in-again'
import { Button } from '@/components/ui/button'
import { ApiError, isWorthRetrying } from '@/lib/http/client'

type Retrying = { error: unknown; onRetry: () => void; onStartAnew: () => void }

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-18 flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-b-card border-x border-b border-line bg-card px-4 py-3 text-center text-[15px]">
      {children}
    </div>
  )
}

function Failed({ error, onRetry, onStartAnew }: Retrying) {
  if (isSignedOut(error)) {
    return (
      <Frame>
        <p role="alert">You have been signed out.</p>
        <SignInAgain />
      </Frame>
    )
  }
  // A refusal stays one however often it is asked for; from the top it goes well.
  const mayHelp = isWorthRetrying(error)
  return (
    <Frame>
      <p role="alert" className="flex max-w-prose flex-wrap items-center justify-center gap-x-2 text-over">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
        <span className="font-semibold">The next entries could not be loaded.</span>
        <span className="text-ink">{error instanceof Error ? error.message : null}</span>
        {error instanceof ApiError && (
          <span className="text-sm text-ink wrap-anywhere">
            Request id <code className="font-mono select-all">{error.problem.requestId}</code>
          </span>
        )}
      </p>
      <Button tone="ink" onPress={mayHelp ? onRetry : onStartAnew}>
        <RotateCw aria-hidden="true" className="size-4" />
        {mayHelp ? 'Try again' : 'Start from the newest'}
      </Button>
    </Frame>
  )
}

/** What stands below the last row: more is coming, it could not come, or that was all. */
export function ListTail({ entryCount, hasMore, ...retrying }: Retrying & { entryCount: number; hasMore: boolean }) {
  if (retrying.error) return <Failed {...retrying} />
  return (
    <Frame>
      <p role="status" className="flex items-center gap-2.5 text-soft">
        {hasMore && <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />}
        {hasMore
          ? 'Loading more entries'
          : `That is all: ${entryCount.toLocaleString('en-GB')} ${entryCount === 1 ? 'entry' : 'entries'}.`}
      </p>
    </Frame>
  )
}
