'use client'

import '@/app/globals.css'
import { ErrorState } from '@/components/ui/error-state'

export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans text-base">
        <title>Baycall could not be shown</title>
        <main className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center p-5">
          <ErrorState title="Baycall could not be shown" error={error} onRetry={retry} />
        </main>
      </body>
    </html>
  )
}
