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

/** What holds it: a detail's value, or its own name (null), also that of one which a timeline says was removed. */
type Held = { value: string | null }

function heldBy(key: string, value: unknown, { isIn }: Needle, declared: Declared): Held | null {
  if (key !== ownName && isIn(key, nameReadAs(key))) return { value: null }
  return typeof value === 'string' && isIn(value, readAs(key, declared)) ? { value } : null
}

/** What is looked for, and as what details are declared; `turn`: to be awaited before each, for a text may take as long as a slice. */
type Looking = { needle: Needle; declared: Declared; turn: () => Promise<void> }

/** Whether some details hold what is looked for. */
export async function isHolding(texts: Details[], { needle, declared, turn }: Looking): Promise<boolean> {
  for (const details of texts) {
    for (const [key, value] of entriesOf(details)) {
      await turn()
      if (heldBy(key, value, needle, declared) !== null) return true
    }
  }
  return false
}

/** Which of some details do: by their own name (null), or by a value, which is what stands there. */
export async function holdingIn(
  details: Details,
  { needle, declared, turn }: Looking,
): Promise<[key: string, value: string | null][]> {
  const holding: [string, string | null][] = []
  for (const [key, value] of entriesOf(details)) {
    await turn()
    const held = heldBy(key, value, needle, declared)
    if (held) holding.push([key, held.value])
  }
  return holding
}
