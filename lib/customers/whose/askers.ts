import { createHmac } from 'node:crypto'
import type { Broken, BrokenOf } from '@/lib/customers/data'
import type { AskedKind } from '@/lib/customers/model'
import type { Phone } from '@/lib/customers/telling/phones'

/**
 * Who is asked for, as the record knows them: by digests that tell nothing to who has not the phone or plate and this server's
 * secret. `subjectId`: of the number within its country, or the plate. `country`: of both, where one is told. `digits`: of
 * digits that may be read with a country and without, and `withinId`, what `subjectId` would be without.
 */
export type Whose = { subjectId: string; country: string | null; digits: string | null; withinId: string | null }

type Within = { key: Parameters<typeof createHmac>[1]; projectId: string; kind: AskedKind }

/** `key`: this server's secret. `readings`: the one with a country last (needle.ts). */
export function whoseOf({ key, projectId, kind }: Within, readings: Phone[]): Whose {
  const digestOf = (...parts: unknown[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([projectId, kind, ...parts]))
      .digest('hex')
      .slice(0, 32)
  const { country, national } = readings.at(-1) ?? { country: null, national: '' }
  const within = readings.length > 1 ? readings[0] : undefined
  return {
    subjectId: digestOf(national),
    country: country === null ? null : digestOf(national, country),
    digits: within ? digestOf(national, country, within.national) : null,
    withinId: within ? digestOf(within.national) : null,
  }
}

/** Of whom a line of the record may be that somebody who is asked for goes on from. */
export const subjectsOf = ({ subjectId, withinId }: Whose) => (withinId === null ? [subjectId] : [subjectId, withinId])

/** What a line of an erasing says of it beside its subject. */
export const markOf = ({ country, digits }: Whose) => {
  if (digits !== null) return { digits }
  return country === null ? {} : { country }
}

/** Whether who was asked for then is the one who is asked for now, one of those who are, or one of more. */
function relationOf(line: BrokenOf, whose: Whose): 'same' | 'narrower' | 'wider' | 'other' {
  if (line.digits !== null) return line.digits === whose.digits ? 'same' : 'other'
  if (whose.digits !== null)
    return line.subjectId === whose.withinId || (line.country !== null && line.country === whose.country)
      ? 'narrower'
      : 'other'
  if (line.country === whose.country) return 'same'
  if (whose.country === null) return 'narrower'
  return line.country === null ? 'wider' : 'other'
}

// Whoever asked for more went on with this too: what they have not left is through.
const leftBy = (later: Broken, { fields, begun }: Broken): Broken => ({
  fields: later.fields.length > 0 ? fields : [],
  begun: Object.fromEntries(Object.entries(later.begun).filter(([serviceId]) => serviceId in begun)),
})

/**
 * What broken-off erasings have left of the very customer who is asked for, by the last line of each (the oldest first). Of
 * who asks without a country it is that of every country; of who tells one, nothing that was begun for another or for any:
 * an order in it may be somebody else's.
 */
export function leftFor(whose: Whose, lines: BrokenOf[]): Broken {
  let left: Broken[] = []
  for (const line of lines) {
    const relation = relationOf(line, whose)
    if (relation === 'same') left = [line]
    else if (relation === 'narrower') left.push(line)
    else if (relation === 'wider') left = left.map((one) => leftBy(line, one))
  }
  return {
    fields: [...new Set(left.flatMap(({ fields }) => fields))],
    begun: Object.assign({}, ...left.map(({ begun }) => begun)),
  }
}
