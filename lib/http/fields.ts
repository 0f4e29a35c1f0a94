import * as z from 'zod'

/** Parts that several nouns' schemas are made of. */

/** True for a text of so many characters, counted as JSON Schema and people do: an emoji is one, not two. */
export function hasLength(text: string, least: number, most: number): boolean {
  if (text.length < least || text.length > 2 * most) return false
  // Each character is one unit or two: mostly nothing has to be counted.
  if (text.length <= most && text.length >= 2 * least) return true
  const characters = text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
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

/** What a list of stores is refused for, as a refinement's arguments. */
export const eachOnce = [(ids: string[]) => new Set(ids).size === ids.length, 'A store is named twice'] as const

const isoPattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$'

/** The last that is told of anything. */
export const lastTime = new Date('9999-12-31T00:00:00Z')

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
export const printablePattern = '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$'

/** An id of a client's choosing: printable characters. */
export function clientId(most: number) {
  return text(1, most)
    .refine((id) => !unprintable.test(id), 'Expected printable characters')
    .meta({ pattern: printablePattern })
}

// Those turn what stands after them around, in a mail or a list as well.
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

// Nothing is seen of those, they turn text around, or they look like a space: what has one may look like what has none.
// No font that everybody has knows what is somebody's own, or nobody's yet; some letters and notes are blanks.
const unseen =
  /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]|[^\S ]/u

// A page's address loses a segment of one or two dots (more are told apart by nobody), however it is encoded, and Next takes that end for its own.
const unaddressable = /^\.+$|\.rsc$/

/** Whether an id holds what cannot be seen, or no page could have its address. It makes no store; those that have one go on. */
export const makesNoStore = (id: string): boolean => /^ +$/.test(id) || unseen.test(id) || unaddressable.test(id)

/** What is told of such an id where it is no store's. */
export const noStoreId =
  'Expected characters that can be seen, more than dots, and no ".rsc" at its end: this makes no new store'

const isSeen = (name: string) => [...name].some((sign) => sign.trim() !== '' && !unseen.test(sign))

/** What somebody calls a person, a store, a tablet, a key, a view or a passkey: on one line, and of nothing that makes another text of what is beside it. */
export function chosenName(most: number) {
  return text(1, most)
    .refine((name) => !unprintable.test(name) && !turning.test(name), 'Expected printable characters on one line')
    .refine(isSeen, 'Expected a name')
    .meta({ pattern: printablePattern.replace(']*$', '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]*$') })
}

/** A name as it stands in a sentence of ours, however it was given: on one line, turning nothing around. */
export const onOneLine = (name: string) =>
  [...name]
    .filter((sign) => !turning.test(sign))
    .map((sign) => (unprintable.test(sign) ? ' ' : sign))
    .join('')

/** An id of a client's choosing: 1 to 128 printable characters. */
export const ClientId = clientId(128)

/** An id that stands in an address as well: a path loses the segments `.` and `..`, however they are encoded. */
export const AddressableId = ClientId.refine((id) => id !== '.' && id !== '..', 'Expected more than dots').meta({
  pattern: printablePattern.replace('^', '^(?!\\.{1,2}$)'),
})

/**
 * An object of at most so many values by names of a client's choosing, each checked with its value. Not z.record: it drops
 * the name `__proto__`. `meta`: names and values on the wire.
 */
export function named<Value extends z.ZodType>(
  name: z.ZodType<string>,
  value: Value,
  { most, ...meta }: { most: number; propertyNames: object; additionalProperties: object },
) {
  const pairs = z.array(z.tuple([name, value]))
  return z
    .unknown()
    .transform((input, context): Record<string, z.output<Value>> => {
      const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
      if (!isObject) context.addIssue({ code: 'custom', message: 'Expected an object' })
      const entries = Object.entries(isObject ? input : {})
      if (entries.length > most) context.addIssue({ code: 'custom', message: `At most ${most}` })
      const read = pairs.safeParse(entries.slice(0, most))
      for (const { path, message } of read.error?.issues ?? []) {
        context.addIssue({ code: 'custom', path: [entries[Number(path[0])]?.[0] ?? ''], message })
      }
      // fromEntries defines properties: `__proto__` is a name like any other.
      return Object.fromEntries(read.data ?? []) as Record<string, z.output<Value>>
    })
    .meta({ type: 'object', maxProperties: most, ...meta })
}

/** What an account is called by, and signs in with. */
export const Email = z.email().max(320)

export const ProjectId = z.guid().transform((id) => id.toLowerCase())

export const PaginationToken = text(1, 2048)
