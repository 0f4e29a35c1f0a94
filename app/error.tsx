'use client'

import { useWords } from '@/components/language/language-provider'
import { ErrorState } from '@/components/ui/error-state'

export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useWords('ui')
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center p-5">
      <ErrorState title={t('pageFailed')} error={error} onRetry={retry} />
    </main>
  )
}
