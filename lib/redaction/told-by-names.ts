import { Values } from '@/lib/customers/telling/values'
import { declaredKind, kindOf } from '@/lib/privacy/fields'
import { holdsMail } from '@/lib/privacy/looks'
import { namesSaid } from '@/lib/privacy/told-names'
import { wholeNames } from '@/lib/privacy/whole-names'
import type { Told } from '@/lib/redaction/data'

// Of one order.
const mostNames = 50

/**
 * The details whose own names tell of an order's customer for sure, and that the project has not declared: they say a whole name
 * of theirs, hold a phone or a plate that a detail of the order tells as one, or an e-mail address. What only looks like a phone
 * or a plate may be an item's number, and stays: shared boards hide it (lib/privacy/masked-keys.ts), which can be taken back.
 */
export function toldByNames({ declared, keys, names, said }: Omit<Told, 'until'>): string[] {
  const others: string[] = []
  const numbers = new Values()
  for (const [key, value] of said) {
    const kind = kindOf(key, declared)
    if (kind === 'name') others.push(value)
    if (kind === 'phone' || kind === 'plate') numbers.hear(key, value, declared)
  }
  const known = namesSaid([...wholeNames(names).slice(0, mostNames), ...wholeNames(others).slice(0, mostNames)])
  return keys.filter(
    (key) =>
      declaredKind(key, declared) === undefined &&
      (known.areInKey(key) || holdsMail(key) || numbers.in(key).length > 0),
  )
}
