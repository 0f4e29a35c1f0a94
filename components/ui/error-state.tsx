'use client'

import type { ReactNode } from 'react'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { Button } from '@/components/ui/button'
import { RotateCw, TriangleAlert } from '@/components/ui/icons'
import { ApiError } from '@/lib/http/client'

/** The reference that support can find in the log: the request's id, or the digest of an error while rendering. */
function referenceOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.problem.requestId
  const digest = error instanceof Error ? (error as Error & { digest?: unknown }).digest : undefined
  return typeof digest === 'string' ? digest : undefined
}

const selectable = (chunks: ReactNode) => <code className="font-mono select-all">{chunks}</code>

/** What went wrong, what to do, and the request's id. Never a dead end: `onRetry` tries again. */
export function ErrorState({ title, error, onRetry }: { title: string; error: unknown; onRetry?: () => void }) {
  const reference = referenceOf(error)
  const t = useWords('ui')
  const told = sayProblem(error, useWords('problems'))
  // As it came: in English, whatever the page speaks.
  const detail = error instanceof ApiError && error.problem.detail !== told ? error.problem.detail : undefined
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-card border border-over bg-over-tint px-5 py-10 text-center"
    >
      <TriangleAlert aria-hidden="true" className="size-8 text-over" strokeWidth={1.75} />
      <h2 className="font-sign text-2xl font-bold">{title}</h2>
      <p className="max-w-prose">{told ?? t('somethingWrong')}</p>
      {detail && (
        <p lang="en" dir="ltr" className="max-w-prose text-sm text-soft wrap-anywhere">
          {detail}
        </p>
      )}
      {onRetry && (
        <Button tone="ink" onPress={onRetry}>
          <RotateCw aria-hidden="true" className="size-4" />
          {t('tryAgain')}
        </Button>
      )}
      {reference && <p className="text-sm wrap-anywhere">{t.rich('requestId', { id: reference, code: selectable })}</p>}
    </div>
  )
}
