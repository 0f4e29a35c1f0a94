'use client'

import '@/app/globals.css'
import { LanguageProvider } from '@/components/language/language-provider'
import { findLastWords } from '@/components/language/last-words'
import { ErrorState } from '@/components/ui/error-state'

export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const { language, title, ui } = findLastWords()
  return (
    <html lang={language}>
      <body className="font-sans text-base">
        <title>{title}</title>
        <main className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center p-5">
          <LanguageProvider language={language} messages={{ ui }}>
            <ErrorState title={title} error={error} onRetry={retry} />
          </LanguageProvider>
        </main>
      </body>
    </html>
  )
}
