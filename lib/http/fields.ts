import * as z from 'zod'

/** Parts that several nouns' schemas are made of. */

/** True for a text of so many characters, counted as JSON Schema and people do: an emoji is one, not two. */
export function hasLength(text: string, least: number, most: number): boolean {
  if (text.length < least || text.length > 2 * most) return false
  const characters = [...text].length
  return characters >= least && characters <= most
}

/** A text of so many characters. */
export function text(least: number, most: number) {
  const expected = `Expected ${least} to ${most} characters`
  return z
    .string()
    .refine((value) => hasLength(value, least, most), expected)
    .meta({ minLength: least, maxLength: most })
}

const isoPattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$'

const lastTime = new Date('9999-12-31T00:00:00Z')

const timeUpTo = (last: Date) =>
  z
    .codec(
      z.iso.datetime({
        offset: true,
        error: 'Expected an ISO 8601 time with a zone, such as 2026-01-31T09:30:00.000Z',
      }),
      z.date().min(new Date(0), 'Expected a time after 1970').max(last),
      { decode: (iso) => new Date(iso), encode: (date) => date.toISOString() },
    )
    // The pattern that zod would write knows leap years; `format` says as much.
    .meta({ description: 'ISO 8601 from 1970 to 9999; answered in UTC with milliseconds', pattern: isoPattern })

/** A time: `Date` in memory, ISO 8601 UTC with milliseconds on the wire; any offset is taken in. */
export const Time = timeUpTo(lastTime)

/** The end of a range, exclusive: one that holds the last time ends after it. */
export const EndTime = timeUpTo(new Date(lastTime.getTime() + 1))

// Control characters, the line separators among them, are not printable.
const unprintable = /[\p{Cc}\u2028\u2029]/u
const printablePattern = '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$'

/** An id of a client's choosing: printable characters. */
export function clientId(most: number) {
  return text(1, most)
    .refine((id) => !unprintable.test(id), 'Expected printable characters')
    .meta({ pattern: printablePattern })
}

/** An id of a client's choosing: 1 to 128 printable characters. */
export const ClientId = clientId(128)

/** An id that stands in an address as well: a path loses the segments `.` and `..`, however they are encoded. */
export const AddressableId = ClientId.refine((id) => id !== '.' && id !== '..', 'Expected more than dots').meta({
  pattern: printablePattern.replace('^', '^(?!\\.{1,2}$)'),
})

export const ProjectId = z.guid().transform((id) => id.toLowerCase())

export const PaginationToken = text(1, 2048)
