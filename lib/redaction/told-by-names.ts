import { declaredKind, kindOf } from '@/lib/privacy/fields'
import { looksOfName } from '@/lib/privacy/looks'
import { namesSaid } from '@/lib/privacy/told-names'
import type { Told } from '@/lib/redaction/data'

// Of one order.
const mostNames = 50

/**
 * The details whose own names tell of an order's customer, as on shared boards (lib/privacy/masked-keys.ts): they say one of the
 * customer's names, or look like a phone, a plate or an e-mail address, and the project has not declared them.
 */
export function toldByNames({ declared, keys, names, said }: Told): string[] {
  const others = said.flatMap(([key, value]) => (kindOf(key, declared) === 'name' ? [value] : []))
  const known = namesSaid([...names.slice(0, mostNames), ...others.slice(0, mostNames)])
  return keys.filter(
    (key) =>
      declaredKind(key, declared) === undefined && (known.areInKey(key) || looksOfName(key, declared) !== 'none'),
  )
}
