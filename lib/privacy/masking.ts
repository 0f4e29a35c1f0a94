import { declaredKind, kindOf } from '@/lib/privacy/fields'
import { looksLike } from '@/lib/privacy/looks'
import { shownKeys } from '@/lib/privacy/masked-keys'
import { hidden, masked } from '@/lib/privacy/masking-by-kind'
import type { Declared } from '@/lib/privacy/model'
import { type ShownName, shownNames } from '@/lib/privacy/shown-names'
import { noNames, type ToldNames, toldNames } from '@/lib/privacy/told-names'

/** What an order tells of its customer beside a detail. `shownName`: a detail that is a name. */
type ToldBeside = { names: ToldNames; shownName: ShownName }

const shownAlone = shownNames({ customerName: '', hsFields: {} }, {})

/**
 * A detail as a shared board shows it. One that is not declared, and whose name says nothing, is hidden as what its value
 * looks like, or where it says the customer's name: a bay whose number reads like a plate is shown once the project has
 * declared it.
 */
export function maskedDetail(
  key: string,
  value: string,
  declared: Declared,
  { names = noNames, shownName = shownAlone }: Partial<ToldBeside> = {},
): string {
  const kind = kindOf(key, declared)
  const isUnsaid = kind === 'none' && declaredKind(key, declared) === undefined
  if (isUnsaid && names.areIn(value)) return hidden
  if (kind === 'name') return shownName(key, value)
  return masked(value, isUnsaid ? looksLike(key, value) : kind)
}

type Shown = { customerName: string; hsFields: Record<string, string> }

/** How many characters a detail has at most, where it may have been cut to those. */
const uncut = Number.POSITIVE_INFINITY

/** An order as a shared board may have it. `cutTo`: its details are the beginnings of what was told, of so many characters. */
export function maskOrder<Order extends Shown>(order: Order, declared: Declared, cutTo = uncut): Order {
  const names = toldNames(order, declared)
  const beside = { names, shownName: shownNames(order, declared) }
  const keys = shownKeys(Object.keys(order.hsFields), declared, names)
  const shown = Object.entries(order.hsFields).map(([key, value]) => {
    // What was cut off may have been what tells a phone, a plate or an e-mail address.
    const isCut = value.length >= cutTo && Array.from(value).length >= cutTo
    const isHidden = isCut && declaredKind(key, declared) !== 'none'
    return [keys.get(key) ?? hidden, isHidden ? hidden : maskedDetail(key, value, declared, beside)]
  })
  const customerName = maskedDetail('customerName', order.customerName, declared, beside)
  return { ...order, customerName, hsFields: Object.fromEntries(shown) }
}
