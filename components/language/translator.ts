import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import type { Messages, Room, Sentence } from '@/lib/language/schema'

/** What stands in a sentence: `{name}`, `{count, plural, …}`. */
export type Values = Record<string, string | number | Date>
/** The same, and what to make of `<tag>…</tag>`. */
export type RichValues = Record<string, string | number | Date | ((chunks: ReactNode) => ReactNode)>

/** Says a sentence of a room, in the language of the page. */
export type Words<Of extends Room> = {
  (key: Sentence<Of>, values?: Values): string
  /** With elements in it. */
  rich: (key: Sentence<Of>, values: RichValues) => ReactNode
  isEnglish: boolean
}

/** An Intl formatter is dear to make: each is made once. */
function keepAll<Args extends unknown[], Made>(make: (...args: Args) => Made): (...args: Args) => Made {
  const made = new Map<string, Made>()
  return (...args) => {
    const name = JSON.stringify(args)
    const known = made.get(name) ?? make(...args)
    made.set(name, known)
    return known
  }
}

type Numbers = ConstructorParameters<typeof Intl.NumberFormat>
type Times = ConstructorParameters<typeof Intl.DateTimeFormat>
type Plurals = ConstructorParameters<typeof Intl.PluralRules>

export const formatters = {
  getNumberFormat: keepAll((...args: Numbers) => new Intl.NumberFormat(...args)),
  getDateTimeFormat: keepAll((...args: Times) => new Intl.DateTimeFormat(...args)),
  getPluralRules: keepAll((...args: Plurals) => new Intl.PluralRules(...args)),
}

const plain = (chunks: ReactNode) => [chunks].flat().join('')

/** The words of a room. One that the page was not given says its name instead: better than nothing at all. */
export function wordsOf<Of extends Room>(messages: Messages, locale: string, room: Of): Words<Of> {
  const found: Partial<Record<Sentence<Of>, CompiledMessage>> = messages[room] ?? {}
  const told = (key: Sentence<Of>, values?: RichValues) =>
    format<ReactNode>(found[key] ?? `${room}.${key}`, locale, values as FormatValues<ReactNode>, { formatters })
  const say = (key: Sentence<Of>, values?: Values) => told(key, { b: plain, ...values }) as string
  return Object.assign(say, {
    isEnglish: locale.startsWith('en'),
    rich: (key: Sentence<Of>, values: RichValues) => createElement(Fragment, null, ...[told(key, values)].flat()),
  })
}
