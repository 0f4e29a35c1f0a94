import { type Words, wordsOf } from '@/components/language/translator'
import { localeOf, type PageLanguage } from '@/lib/language/model'
import type { Room } from '@/lib/language/schema'
import { messagesOf } from '@/lib/language/service'

/** The words of a room, for tests of what is said. */
export function wordsIn<Of extends Room>(language: PageLanguage, room: Of): Words<Of> {
  return wordsOf(messagesOf(language, [room]), localeOf(language), room)
}
