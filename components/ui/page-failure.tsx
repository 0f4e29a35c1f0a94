'use client'

import type { ReactNode } from 'react'
import { useWords } from '@/components/language/language-provider'

const selectable = (chunks: ReactNode) => <code className="font-mono select-all">{chunks}</code>

type PageFailureProps = { title: string; error: unknown; onRetry: () => void }

/**
 * A page that could not be shown, which is a fault of ours: what to do, and the digest that the log knows it by. Every page
 * carries it, so it is made of nothing but itself.
 */
export function PageFailure({ title, error, onRetry }: PageFailureProps) {
  const t = useWords('ui')
  const digest = error instanceof Error ? (error as Error & { digest?: unknown }).digest : undefined
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center p-5">
      <div
        role="alert"
        className="flex flex-col items-center gap-3 rounded-card border border-over bg-over-tint px-5 py-10 text-center"
      >
        <h2 className="font-sign text-2xl font-bold">{title}</h2>
        <p className="max-w-prose">{t('somethingWrong')}</p>
        <button
          type="button"
          className="min-h-[48px] rounded-control bg-ink px-5 font-semibold text-card hover:opacity-90"
          onClick={onRetry}
        >
          {t('tryAgain')}
        </button>
        {typeof digest === 'string' && (
          <p className="text-sm wrap-anywhere">{t.rich('requestId', { id: digest, code: selectable })}</p>
        )}
      </div>
    </main>
  )
}
