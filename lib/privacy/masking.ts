import { searched } from '@/lib/customers/telling/needle'
import { declaredKind, kindOf, saysFamilyName, saysGivenName } from '@/lib/privacy/fields'
import { looksLike } from '@/lib/privacy/looks'
import { shownKeys } from '@/lib/privacy/masked-keys'
import { hidden, masked, maskedFamilyName } from '@/lib/privacy/masking-by-kind'
import type { Declared } from '@/lib/privacy/model'
import { plainLetters } from '@/lib/privacy/plain-letters'
import { noNames, type ToldNames, toldNames } from '@/lib/privacy/told-names'

/** What an order tells of its customer beside a detail. */
type ToldBeside = { names: ToldNames; isFamilyName: (key: string, value: string) => boolean }

/**
 * A detail as a shared board shows it. One that is not declared, and whose name says nothing, is hidden as what its value
 * looks like, or where it says the customer's name: a bay whose number reads like a plate is shown once the project has
 * declared it.
 */
export function maskedDetail(
  key: string,
  value: string,
  declared: Declared,
  { names = noNames, isFamilyName = () => false }: Partial<ToldBeside> = {},
): string {
  const kind = kindOf(key, declared)
  const isUnsaid = kind === 'none' && declaredKind(key, declared) === undefined
  if (isUnsaid && names.areIn(value)) return hidden
  if (kind === 'name' && (saysFamilyName(key) || isFamilyName(key, value))) return maskedFamilyName(value)
  return masked(value, isUnsaid ? looksLike(key, value) : kind)
}

type Shown = { customerName: string; hsFields: Record<string, string> }

const wordsOf = (text: string): string[] =>
  plainLetters(searched(text))
    .toLowerCase()
    .match(/[\p{L}\p{M}'’-]+/gu) ?? []

/**
 * Whether one word that tells a name is a family's: one of the customer's own that is not shown of them, or where the given
 * name is told by itself beside it.
 */
function familyNamesIn({ customerName, hsFields }: Shown): ToldBeside['isFamilyName'] {
  const hasGiven = Object.keys(hsFields).some(saysGivenName)
  const [given] = wordsOf(masked(customerName, 'name'))
  const unshown = new Set(wordsOf(customerName).filter((word) => word !== given))
  return (key, value) => {
    const [word, ...others] = wordsOf(value)
    if (word === undefined || others.length > 0) return false
    return unshown.has(word) || (hasGiven && word !== given && !saysGivenName(key))
  }
}

/** How many characters a detail has at most, where it may have been cut to those. */
const uncut = Number.POSITIVE_INFINITY

/** An order's details as a shared board may have them. `cutTo`: as maskOrder's. */
export function maskDetails(order: Shown, declared: Declared, cutTo = uncut): Record<string, string> {
  const names = toldNames(order, declared)
  const beside = { names, isFamilyName: familyNamesIn(order) }
  const keys = shownKeys(Object.keys(order.hsFields), declared, names)
  const shown = Object.entries(order.hsFields).map(([key, value]) => {
    // What was cut off may have been what tells a phone, a plate or an e-mail address.
    const isCut = value.length >= cutTo && Array.from(value).length >= cutTo
    const isHidden = isCut && declaredKind(key, declared) !== 'none'
    return [keys.get(key) ?? hidden, isHidden ? hidden : maskedDetail(key, value, declared, beside)]
  })
  return Object.fromEntries(shown)
}

/** An order as a shared board may have it. `cutTo`: its details are the beginnings of what was told, of so many characters. */
export function maskOrder<Order extends Shown>(order: Order, declared: Declared, cutTo = uncut): Order {
  const customerName = masked(order.customerName, kindOf('customerName', declared))
  return { ...order, customerName, hsFields: maskDetails(order, declared, cutTo) }
}
