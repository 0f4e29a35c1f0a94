'use client'

import { useEffect, useState } from 'react'
import { LanguageProvider } from '@/components/language/language-provider'
import { englishLastWords } from '@/components/language/last-words'
import { PageFailure } from '@/components/ui/page-failure'
import { type Language, languages } from '@/lib/language/model'

// In the language that the page spoke before.
const spokenBefore = (): Language =>
  languages.find((one) => typeof document !== 'undefined' && one === document.documentElement.lang) ?? 'en'

/** Stands for the whole page when not even its layout could be shown. */
export function LastPage({ error, retry }: { error: unknown; retry: () => void }) {
  const [spoken] = useState(spokenBefore)
  const [{ language, title, ui }, setWords] = useState({ language: 'en' as Language, ...englishLastWords })
  useEffect(() => {
    if (spoken === 'en') return
    // Where they cannot be loaded, English will do.
    import('@/components/language/last-words-translated').then(
      ({ lastWords }) => setWords({ language: spoken, ...lastWords[spoken] }),
      () => {},
    )
  }, [spoken])
  return (
    <html lang={language}>
      <body className="font-sans text-base">
        <title>{title}</title>
        <LanguageProvider language={language} messages={{ ui }}>
          <PageFailure title={title} error={error} onRetry={retry} />
        </LanguageProvider>
      </body>
    </html>
  )
}
