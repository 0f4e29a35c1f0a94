'use client'

import { Button } from '@/components/ui/button'
import { RotateCw, TriangleAlert } from '@/components/ui/icons'
import { ApiError } from '@/lib/http/client'

/** The reference that support can find in the log: the request's id, or the digest of an error while rendering. */
function referenceOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.problem.requestId
  const digest = error instanceof Error ? (error as Error & { digest?: unknown }).digest : undefined
  return typeof digest === 'string' ? digest : undefined
}

/** What went wrong, what to do, and the request's id. Never a dead end: `onRetry` tries again. */
export function ErrorState({ title, error, onRetry }: { title: string; error: unknown; onRetry?: () => void }) {
  const reference = referenceOf(error)
  // Only the client's own errors are sentences for a person.
  const told = error instanceof Error && ['ApiError', 'UnreachableError'].includes(error.name) ? error.message : null
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-card border border-over bg-over-tint px-5 py-10 text-center"
    >
      <TriangleAlert aria-hidden="true" className="size-8 text-over" strokeWidth={1.75} />
      <h2 className="font-sign text-2xl font-bold">{title}</h2>
      <p className="max-w-prose">{told ?? 'Something went wrong here. Try again; if it stays, reload the page.'}</p>
      {onRetry && (
        <Button tone="ink" onPress={onRetry}>
          <RotateCw aria-hidden="true" className="size-4" />
          Try again
        </Button>
      )}
      {reference && (
        <p className="text-sm wrap-anywhere">
          Request id <code className="font-mono select-all">{reference}</code>
        </p>
      )}
    </div>
  )
}
