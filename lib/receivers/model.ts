/**
 * A receiver takes what a geofence sender posts in its own words and makes entry records of it. A fence of theirs is a
 * zone of ours, or stands for a store.
 */

/** What an event says in our words: a record as EntryRecord takes it, or null where nobody has entered anything. */
export type Heard = Record<string, unknown> | null

const longestLabel = 200
const longestId = 128

// What no text or no id of ours may hold: NUL and halves of pairs; and for ids whatever can't be printed.
const noText = /[\p{Cs}\0]/gu
export const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]/gu

const cut = (text: string, most: number) => [...text].slice(0, most).join('') || undefined

/** An id of theirs, if it is one: numbers are ids too. Cut where ours end, as no sender means to be refused for that. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? cut(value.replace(unprintable, '').trim(), longestId) : undefined
}

/** A name of theirs. */
export function labelOf(value: unknown): string | undefined {
  return typeof value === 'string' ? cut(value.replace(noText, '').trim(), longestLabel) : undefined
}

const latest = Date.UTC(9999, 11, 31)

/** The first time that is one of ours, as ISO 8601: some senders write offsets without a colon. */
export function timeOf(...values: unknown[]): string | undefined {
  for (const value of values) {
    const time = typeof value === 'string' ? new Date(value) : null
    if (time && time.getTime() >= 0 && time.getTime() <= latest) return time.toISOString()
  }
  return undefined
}

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most

/** A place on earth, if both halves of it are there; an accuracy of nothing is none. What can't be is left out. */
export function locationOf(
  latitude: unknown,
  longitude: unknown,
  accuracy: unknown,
): Record<string, number> | undefined {
  if (!isWithin(latitude, -90, 90) || !isWithin(longitude, -180, 180)) return undefined
  return { latitude, longitude, ...(isWithin(accuracy, Number.MIN_VALUE, 1e9) && { horizontalAccuracy: accuracy }) }
}
