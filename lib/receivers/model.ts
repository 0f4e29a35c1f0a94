/**
 * A receiver takes what a geofence sender posts in its own words and makes entry records of it. A fence of theirs is a
 * zone of ours, or stands for a store.
 */

/** What an event says in our words: a record as EntryRecord takes it, or null where nobody has entered anything. */
export type Heard = Record<string, unknown> | null

const longestLabel = 200
const longestId = 128

/** An id of theirs, if it is one: numbers are ids too. Cut where ours end, as no sender means to be refused for that. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return [...value.trim()].slice(0, longestId).join('')
}

/** A name of theirs. */
export function labelOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return [...value.trim()].slice(0, longestLabel).join('')
}

/** The first time that is one, as ISO 8601: some senders write offsets without a colon. */
export function timeOf(...values: unknown[]): string | undefined {
  for (const value of values) {
    const time = typeof value === 'string' ? new Date(value) : null
    if (time && !Number.isNaN(time.getTime())) return time.toISOString()
  }
  return undefined
}

/** A place on earth, if both halves of it are there; an accuracy of nothing is none. */
export function locationOf(
  latitude: unknown,
  longitude: unknown,
  accuracy: unknown,
): Record<string, number> | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return { latitude, longitude, ...(typeof accuracy === 'number' && accuracy > 0 && { horizontalAccuracy: accuracy }) }
}
