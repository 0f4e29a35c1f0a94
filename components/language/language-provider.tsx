'use client'

import { createContext, type ReactNode, use, useMemo } from 'react'
import { type Words, wordsOf } from '@/components/language/translator'
import { localeOf, type PageLanguage } from '@/lib/language/model'
import type { Messages, Room } from '@/lib/language/schema'

type Spoken = { language: PageLanguage; locale: string; messages: Messages; words: Map<Room, unknown> }

const LanguageContext = createContext<Spoken>({ language: 'en', locale: 'en-GB', messages: {}, words: new Map() })

type LanguageProviderProps = { language: PageLanguage; messages: Messages; children: ReactNode }

/** The page's language and the words of some of its rooms, beside those that are there already. */
export function LanguageProvider({ language, messages, children }: LanguageProviderProps) {
  const outer = use(LanguageContext)
  const spoken = useMemo(
    () => ({
      language,
      locale: localeOf(language),
      messages: { ...(outer.language === language && outer.messages), ...messages },
      words: new Map(),
    }),
    [language, messages, outer],
  )
  return <LanguageContext value={spoken}>{children}</LanguageContext>
}

/** The words of a room: the same function for as long as the language stays. */
export function useWords<Of extends Room>(room: Of): Words<Of> {
  const { messages, locale, words } = use(LanguageContext)
  const known = (words.get(room) as Words<Of> | undefined) ?? wordsOf(messages, locale, room)
  words.set(room, known)
  return known
}

export const useLanguage = (): PageLanguage => use(LanguageContext).language

/** How dates, times and numbers are written: `de-DE`. */
export const useLocale = (): string => use(LanguageContext).locale
