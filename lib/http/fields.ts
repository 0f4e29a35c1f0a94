import * as z from 'zod'

/** Parts that several nouns' schemas are made of. */

/** A time: `Date` in memory, ISO 8601 UTC with milliseconds on the wire; any offset is taken in. */
export const Time = z
  .codec(
    z.iso.datetime({ offset: true, error: 'Expected an ISO 8601 time with a zone, such as 2026-01-31T09:30:00.000Z' }),
    z.date().min(new Date(0), 'Expected a time after 1970').max(new Date('9999-12-31T00:00:00Z')),
    { decode: (iso) => new Date(iso), encode: (date) => date.toISOString() },
  )
  .meta({ description: 'ISO 8601; answered in UTC with milliseconds' })

// Control characters, the line separators among them, are not printable.
const unprintable = /[\p{Cc}\u2028\u2029]/u

/** An id of a client's choosing: 1 to 128 printable characters. */
export const ClientId = z
  .string()
  .min(1)
  .max(128)
  .refine((id) => !unprintable.test(id), 'Expected printable characters')

export const ProjectId = z.guid().transform((id) => id.toLowerCase())

export const PaginationToken = z.string().min(1).max(2048)
