import type { Details } from '@/lib/customers/data'
import { ownName } from '@/lib/customers/model'
import type { Needle, ReadAs } from '@/lib/customers/telling/needle'
import { saysDay } from '@/lib/customers/telling/other-digits'
import { kindOf, plainKey } from '@/lib/privacy/fields'
import type { Declared } from '@/lib/privacy/model'

// Anything may stand in a row.
const entriesOf = (details: unknown) => Object.entries(typeof details === 'object' && details !== null ? details : {})

function readAs(key: string, declared: Declared): ReadAs {
  if (key === ownName) return kindOf('customerName', declared)
  const kind = kindOf(key, declared)
  return kind === 'none' && saysDay(plainKey(key)) ? 'day' : kind
}

// A name is no detail that somebody has declared, whatever it is called by.
const nameReadAs = (name: string): ReadAs => (saysDay(plainKey(name)) ? 'day' : 'none')

/** What holds it: a detail's value, or its own name, also that of one which a timeline says was removed. */
type Held = 'value' | 'name'

function heldBy(key: string, value: unknown, { isIn }: Needle, declared: Declared): Held | null {
  if (key !== ownName && isIn(key, nameReadAs(key))) return 'name'
  return typeof value === 'string' && isIn(value, readAs(key, declared)) ? 'value' : null
}

/** Whether some details hold what is looked for. */
export const isHolding = (details: Details, needle: Needle, declared: Declared): boolean =>
  entriesOf(details).some(([key, value]) => heldBy(key, value, needle, declared) !== null)

/** Which of some details do, and by what. */
export const holdingIn = (details: Details, needle: Needle, declared: Declared): [key: string, Held][] =>
  entriesOf(details).flatMap(([key, value]) => {
    const held = heldBy(key, value, needle, declared)
    return held ? [[key, held]] : []
  })
