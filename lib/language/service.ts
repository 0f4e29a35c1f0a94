import compile from 'icu-minify/compile'
import { drawnOut } from './drawn-out'
import de from './messages/de.json'
import en from './messages/en.json'
import es from './messages/es.json'
import fr from './messages/fr.json'
import {
  directionOf,
  type Language,
  languageCookie,
  languageFrom,
  localeOf,
  mirrored,
  type PageLanguage,
} from './model'
import type { Messages, Room } from './schema'

/** How a page speaks: its language, how that writes numbers, and which way it runs. */
export type Speech = { language: PageLanguage; locale: string; direction: 'ltr' | 'rtl' }

/** For a request: `cookieOf` finds a cookie's value by name. */
export function speechFor(cookieOf: (name: string) => string | undefined, acceptLanguage: string | null): Speech {
  const language = languageFrom(cookieOf(languageCookie), acceptLanguage)
  return { language, locale: localeOf(language), direction: directionOf(language) }
}

const catalogues: Record<Language, typeof en> = { en, es, de, fr }
const compiled = new Map<string, Messages[Room]>()

function compileRoom(language: PageLanguage, room: Room): Messages[Room] {
  const isMirrored = language === mirrored
  const sentences = Object.entries(catalogues[isMirrored ? 'en' : language][room]).map(([key, icu]) => {
    const message = compile(icu)
    return [key, isMirrored ? drawnOut(message) : message]
  })
  // The compiler's objects have no prototype, and React sends no such to the browser.
  return JSON.parse(JSON.stringify(Object.fromEntries(sentences)))
}

/** The words of some rooms in one language. Each is compiled once. */
export function messagesOf(language: PageLanguage, rooms: readonly Room[]): Messages {
  const found = rooms.map((room) => {
    const name = `${language} ${room}`
    const messages = compiled.get(name) ?? compileRoom(language, room)
    compiled.set(name, messages)
    return [room, messages]
  })
  return Object.fromEntries(found)
}
