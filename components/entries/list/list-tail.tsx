'use client'

import { LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSignedOut, SignInAgain } from '@/components/entries/empty/sign-in-again'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { sayProblem } from '@/components/ui/problem-words'
import { ApiError, isWorthRetrying } from '@/lib/http/client'

const selectable = (chunks: ReactNode) => <code className="font-mono select-all">{chunks}</code>

type Retrying = { error: unknown; onRetry: () => void; onStartAnew: () => void }

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-18 flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-b-card border-x border-b border-line bg-card px-4 py-3 text-center text-[15px]">
      {children}
    </div>
  )
}

function Failed({ error, onRetry, onStartAnew }: Retrying) {
  const t = useWords('entries')
  const ui = useWords('ui')
  const problems = useWords('problems')
  if (isSignedOut(error)) {
    return (
      <Frame>
        <p role="alert">{t('signedOutStop')}</p>
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
        <span className="font-semibold">{t('nextFailed')}</span>
        <span className="text-ink">{sayProblem(error, problems)}</span>
        {error instanceof ApiError && (
          <span className="text-sm text-ink wrap-anywhere">
            {ui.rich('requestId', { id: error.problem.requestId, code: selectable })}
          </span>
        )}
      </p>
      <Button tone="ink" onPress={mayHelp ? onRetry : onStartAnew}>
        <RotateCw aria-hidden="true" className="size-4" />
        {mayHelp ? ui('tryAgain') : t('startNewest')}
      </Button>
    </Frame>
  )
}

/** What stands below the last row: more is coming, it could not come, or that was all. */
export function ListTail({ entryCount, hasMore, ...retrying }: Retrying & { entryCount: number; hasMore: boolean }) {
  const t = useWords('entries')
  if (retrying.error) return <Failed {...retrying} />
  return (
    <Frame>
      <p role="status" className="flex items-center gap-2.5 text-soft">
        {hasMore && <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />}
        {hasMore ? t('loadingMore') : t('thatIsAll', { count: entryCount })}
      </p>
    </Frame>
  )
}
