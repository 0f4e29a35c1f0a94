import { Values } from '@/lib/customers/telling/values'
import { declaredKind, kindOf } from '@/lib/privacy/fields'
import { holdsMail } from '@/lib/privacy/looks'
import { namesSaid } from '@/lib/privacy/told-names'
import { wholeNames } from '@/lib/privacy/whole-names'
import type { Gone, Told } from '@/lib/redaction/data'
import { slices } from '@/lib/slices'

// Of one order.
const mostNames = 50
const mostNumbers = 20

/** By what an order's customer is known for sure: whether some text holds it, as it stands there or in a detail's name. */
function knownOf({ declared, names, said }: Pick<Told, 'declared' | 'names' | 'said'>) {
  const others: string[] = []
  const numbers = new Values(mostNumbers)
  for (const [key, value] of said) {
    const kind = kindOf(key, declared)
    if (kind === 'name') others.push(value)
    numbers.hearTold(key, value, declared)
  }
  const known = namesSaid([...wholeNames(names).slice(0, mostNames), ...wholeNames(others).slice(0, mostNames)])
  const tells = (text: string) => holdsMail(text) || numbers.in(text).length > 0
  return {
    isInName: (key: string) => known.areInKey(key) || tells(key),
    isIn: (text: string) => known.areIn(text) || tells(text),
  }
}

/**
 * The details that tell of an order's customer for sure, though neither the project nor their names say so: with their names where
 * those do, else their values. They say a whole name of theirs, hold a phone or a plate that a detail of the order tells as one,
 * or an e-mail address. What only looks like a phone or a plate may be an item's number, and stays: shared boards hide it
 * (lib/privacy/masked-keys.ts), which can be taken back.
 */
export async function whatTells({ declared, keys, names, said, others }: Omit<Told, 'until'>): Promise<Gone> {
  const known = knownOf({ declared, names, said })
  // Any name may be one of a detail, also that of a prototype.
  const gone = new Map<string, Gone[string]>()
  const turn = slices()
  for (const key of keys) {
    await turn()
    if (declaredKind(key, declared) === undefined && known.isInName(key)) gone.set(key, 'name')
  }
  for (const [key, value] of others ?? []) {
    await turn()
    if (!gone.has(key) && declaredKind(key, declared) === undefined && known.isIn(value)) gone.set(key, true)
  }
  return Object.fromEntries(gone)
}
