import { declaredKind, kindOf } from '@/lib/privacy/fields'
import { holdsMail } from '@/lib/privacy/looks'
import type { Declared } from '@/lib/privacy/model'
import { namesSaid } from '@/lib/privacy/told-names'
import { wholeNames } from '@/lib/privacy/whole-names'
import type { Gone, Told } from '@/lib/redaction/data'
import { isOfOthers } from '@/lib/redaction/of-others'
import { ToldValues } from '@/lib/redaction/told-values'
import { slices } from '@/lib/slices'

// Of one order.
const mostNames = 20
const mostNumbers = 8
// What is longer is neither a name nor a number.
const longest = 300

/** By what an order's customer is known for sure. */
export class Known {
  private readonly names = new Set<string>()
  private readonly others = new Set<string>()
  private readonly numbers = new ToldValues(mostNumbers)

  /** What has come of an order: of the names that are told first so many. */
  async hear({ declared, names, details }: Pick<Told, 'declared' | 'names' | 'details'>): Promise<void> {
    for (const name of wholeNames(names)) if (this.names.size < mostNames) this.names.add(name)
    const turn = slices()
    for (const [key, value] of details ?? []) {
      await turn()
      if (value === '' || value.length > longest) continue
      if (declaredKind(key, declared) === undefined && isOfOthers(key)) continue
      const isName = kindOf(key, declared) === 'name' && this.others.size < mostNames
      if (isName && wholeNames([value]).length > 0) this.others.add(value)
      this.numbers.hear(key, value, declared)
    }
  }

  /** The details that tell of them though neither the project nor their names say so. */
  async whatTells(declared: Declared, details: [key: string, value: string][]): Promise<Gone> {
    const said = namesSaid([...this.names, ...this.others])
    const tells = (text: string) => this.numbers.areIn(text)
    // Any name may be one of a detail, also that of a prototype. False: it was looked at.
    const found = new Map<string, Gone[string] | false>()
    const turn = slices()
    for (const [key, value] of details) {
      if (declaredKind(key, declared) !== undefined) continue
      await turn()
      const known = found.get(key) ?? (said.standIn(key) || holdsMail(key) || tells(key) ? 'name' : false)
      const isLookedInto = !known && kindOf(key, declared) === 'none'
      found.set(key, isLookedInto ? said.standIn(value) || tells(value) : known)
    }
    const gone = [...found].filter((entry): entry is [string, Gone[string]] => entry[1] !== false)
    return Object.fromEntries(gone)
  }
}

/**
 * The details that tell of an order's customer for sure, though neither the project nor their names say so: with their names where
 * those do, else their values. They say a whole name of theirs (a value its words side by side), or hold a phone, a plate or an
 * e-mail address that a detail of the order tells as one; a name may hold any address. What only looks like a phone or a plate
 * may be an item's number, and stays: shared boards hide it (lib/privacy/masked-keys.ts), which can be taken back.
 */
export async function whatTells(told: Omit<Told, 'until'>): Promise<Gone> {
  const known = new Known()
  await known.hear(told)
  return known.whatTells(told.declared, told.details ?? [])
}
