'use client'

import { ErrorState } from '@/components/ui/error-state'

export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center p-5">
      <ErrorState title="This page could not be shown" error={error} onRetry={retry} />
    </main>
  )
}
