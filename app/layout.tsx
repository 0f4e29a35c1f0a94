import '@fontsource-variable/inter/wght.css'
import '@fontsource/barlow-condensed/600.css'
import '@fontsource/barlow-condensed/700.css'
import '@/app/globals.css'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { Providers } from '@/components/layout/providers'

export const metadata: Metadata = {
  title: { default: 'Baycall', template: '%s · Baycall' },
  description: 'The curbside board: who stands in which bay, at once.',
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#22262b' },
    { media: '(prefers-color-scheme: dark)', color: '#0b0c0e' },
  ],
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body className="font-sans text-base">
        <Providers>{children}</Providers>
      </body>
    </html>
  )
}
