import * as z from 'zod'
import { hasLength } from '@/lib/http/fields'

/** The most entries an order's hsFields or customEventMetaData may hold, also after a merge. */
export const mostDetails = 50
const longestKey = 64
const longestValue = 1000

export type Details = Record<string, string>
export type DetailsPatch = Record<string, string | null>

const isPlain = (text: string) => !/[\u0080-\uffff]/.test(text)

// To put marks in order takes the square of their number, wherever a text is compared: a thousand on one letter are a
// millisecond. Unicode bounds them likewise (UAX #15, Stream-Safe Text Format). Two letters become marks by NFKC.
const mostMarks = 30
const mark = '[\\p{M}\\uff9e\\uff9f]'
const hasManyMarks = new RegExp(`(?<!${mark})${mark}{${mostMarks + 1}}`, 'u')

// One sign may stand for eighteen: what a text is compared as is no longer than the text may be.
const isWrittenOut = (text: string, most: number) => hasLength(text.normalize('NFKC'), 0, most)

/** What is wrong with the signs of a text that is no longer than it may be; null for nothing. */
function signsRefused(text: string, most: number): string | null {
  if (isPlain(text)) return null
  // Nothing is seen of format characters, and where texts are compared they are taken out from between the marks.
  if (hasManyMarks.test(text.replace(/\p{Cf}/gu, ''))) return `at most ${mostMarks} combining marks in a row`
  if (isWrittenOut(text, most)) return null
  return `at most ${most} characters, with each sign that stands for several written out (Unicode NFKC)`
}

type Rules = { most: number; allowsNull: boolean }

function read(value: unknown, context: z.core.$RefinementCtx, { most, allowsNull }: Rules): DetailsPatch {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    context.addIssue({ code: 'custom', message: 'Expected an object of texts' })
    return z.NEVER
  }
  const entries = Object.entries(value)
  const refuse = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', path, message })
  if (entries.length > most) refuse(`At most ${most} entries`)
  const taken = entries.slice(0, most).map(([key, entry]): [string, string | null] => {
    if (!hasLength(key, 1, longestKey)) refuse(`A key has 1 to ${longestKey} characters`, key)
    else {
      const refused = signsRefused(key, longestKey)
      if (refused) refuse(`A key has ${refused}`, key)
    }
    if (entry === null && allowsNull) return [key, null]
    if (!['string', 'number', 'boolean'].includes(typeof entry)) {
      refuse('Expected text', key)
      // Not to be made text of: an object may have a toString of its own, or be too deep for ours.
      return [key, null]
    }
    if (typeof entry === 'number' && Math.abs(entry) > Number.MAX_SAFE_INTEGER) {
      refuse('This number cannot be kept exactly: send it as text', key)
    }
    const text = String(entry)
    if (!hasLength(text, 0, longestValue)) refuse(`At most ${longestValue} characters`, key)
    else {
      const refused = signsRefused(text, longestValue)
      if (refused) refuse(`Expected ${refused}`, key)
    }
    return [key, text]
  })
  // fromEntries defines properties, so that `__proto__` is data like any other key.
  return Object.fromEntries(taken)
}

const describedValue = {
  maxLength: longestValue,
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
}
const described = {
  type: 'object',
  description: 'Keys and texts have at most 30 combining marks in a row, and their lengths also by NFKC',
  additionalProperties: { type: ['string', 'number', 'boolean'], ...describedValue },
  propertyNames: { minLength: 1, maxLength: longestKey },
} as const

// Not z.record: it drops the key `__proto__`.
/** Details of at most so many texts; numbers and booleans are taken and stored as text. */
export function detailsInput(most: number) {
  return z
    .unknown()
    .transform((value, context) => read(value, context, { most, allowsNull: false }) as Details)
    .meta({ ...described, maxProperties: most })
}

/** Details of an order. */
export const DetailsInput = detailsInput(mostDetails)

/** Details to merge, key by key; null removes a key. */
export const DetailsPatchInput = z
  .unknown()
  .transform((value, context) => read(value, context, { most: mostDetails, allowsNull: true }))
  .meta({
    ...described,
    maxProperties: mostDetails,
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'], ...describedValue },
  })

/** The bytes in which they are told: a control character takes six. */
export const bytesOfDetails = (details: Details): number => Buffer.byteLength(JSON.stringify(details))

/** Details as answered: passed through untouched, whatever their keys. */
export const DetailsAnswer = z
  .custom<Details>((value) => typeof value === 'object' && value !== null)
  .meta({ type: 'object', additionalProperties: { type: 'string' } })
