import '@fontsource-variable/inter/wght.css'
import '@fontsource/barlow-condensed/600.css'
import '@fontsource/barlow-condensed/700.css'
import '@/app/globals.css'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { PageWords, pageNonce, pageSpeech, pageWords } from '@/app/page-words'
import { Providers } from '@/components/layout/providers'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('shell')
  return { title: { default: 'Baycall', template: '%s · Baycall' }, description: t('about') }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#22262b' },
    { media: '(prefers-color-scheme: dark)', color: '#0b0c0e' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { language, direction } = await pageSpeech()
  return (
    <html lang={language} dir={direction}>
      <head>
        {/* React Aria marks the few styles that it writes with it. Browsers hide the attribute before React looks. */}
        <meta property="csp-nonce" nonce={await pageNonce()} suppressHydrationWarning />
      </head>
      <body className="font-sans text-base">
        <PageWords rooms={['language', 'shell', 'ui', 'problems']}>
          <Providers>{children}</Providers>
        </PageWords>
      </body>
    </html>
  )
}
