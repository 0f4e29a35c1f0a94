import { createHash } from 'node:crypto'
import { unprintable } from '@/lib/receivers/model'

const longestId = 64

/** The id of what only its parts tell: the same whenever they are sent again. */
export function madeId(sender: string, parts: unknown): string {
  return `${sender}-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)}`
}

/** The id of an event that has one. One that is too long is not cut: two of them may begin alike. */
export function entryIdOf(sender: string, event: string): string {
  const id = `${sender}-${event.replace(unprintable, '')}`
  return [...id].length <= longestId ? id : madeId(sender, event)
}
