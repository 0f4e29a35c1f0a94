import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { LanguageProvider } from '@/components/language/language-provider'
import { type Words, wordsOf } from '@/components/language/translator'
import type { Room } from '@/lib/language/schema'
import { messagesOf, type Speech, speechFor } from '@/lib/language/service'

/** What marks this answer's own scripts and styles (scripts/front/security-headers.mjs). */
export async function pageNonce(): Promise<string | undefined> {
  return /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '')?.[1]
}

export async function pageSpeech(): Promise<Speech> {
  const [chosen, asked] = await Promise.all([cookies(), headers()])
  return speechFor((name) => chosen.get(name)?.value, asked.get('accept-language'))
}

/** The words of a room, for what the server writes. */
export async function pageWords<Of extends Room>(room: Of): Promise<Words<Of>> {
  const { language, locale } = await pageSpeech()
  return wordsOf(messagesOf(language, [room]), locale, room)
}

/** Gives a page's components the words of their rooms, and sends no others. */
export async function PageWords({ rooms, children }: { rooms: Room[]; children: ReactNode }) {
  const { language } = await pageSpeech()
  return (
    <LanguageProvider language={language} messages={messagesOf(language, rooms)}>
      {children}
    </LanguageProvider>
  )
}
