import { declaredKind, kindOf } from '@/lib/privacy/fields'
import { looksLike, saysLooks } from '@/lib/privacy/looks'
import { shownKeys } from '@/lib/privacy/masked-keys'
import { calledBy, hidden, initials, longestName, masked, wordsOfName } from '@/lib/privacy/masking-by-kind'
import type { Declared } from '@/lib/privacy/model'
import { saysFamilyName } from '@/lib/privacy/name-labels'
import { noNames, type ToldNames, toldNames, unparted, wordsIn } from '@/lib/privacy/told-names'

/** What an order tells of its customer beside a detail. `isPart`: not all of that was read. */
type ToldBeside = { names: ToldNames; isPart: boolean }

// Two words may be a name that what is missing tells, and so may one that is written as two, or in a script that parts none.
const maybeName = (key: string, value: string) =>
  !saysLooks(key) && (/\p{L}[\p{M}.]*[^\p{L}\p{M}\p{N}]+\p{L}|\p{Ll}\p{Lu}/u.test(value) || unparted.test(value.trim()))

/**
 * A detail as a shared board shows it. One that is not declared, and whose name says nothing, is hidden as what its value
 * looks like, or where it says the customer's name: a bay whose number reads like a plate is shown once the project has
 * declared it.
 */
export function maskedDetail(
  key: string,
  value: string,
  declared: Declared,
  { names = noNames, isPart = false }: Partial<ToldBeside> = {},
): string {
  const isDeclared = declaredKind(key, declared) !== undefined
  const said = kindOf(key, declared)
  const kind = said === 'none' && !isDeclared && saysFamilyName(key) ? 'name' : said
  const isUnsaid = kind === 'none' && !isDeclared
  if (isUnsaid && (names.areIn(value) || (isPart && maybeName(key, value)))) return hidden
  return masked(value, isUnsaid ? looksLike(key, value) : kind)
}

type Shown = { customerName: string; hsFields: Record<string, string> }

/** Of an order's details the first alone may have been read, and of each its first characters: so many of either. */
type Cut = { details: number; characters: number }

const isCutTo = (characters: number, value: string) =>
  value.length >= characters && Array.from(value).length >= characters

// So many of an order's details are asked which word is the family's; one that comes first is shown nowhere.
const mostFamilies = 10

/** The customer's name: the word by which they are called, and another's initial; initials alone where that may be the family's. */
function shownCustomer({ customerName, hsFields }: Shown, isPart: boolean): string {
  const name = customerName.trim().slice(0, longestName)
  const words = wordsOfName(name)
  const first = wordsIn(words[0] ?? '')
  const families = Object.entries(hsFields).filter(([key]) => saysFamilyName(key))
  const isFamilys = families
    .slice(0, mostFamilies)
    .some(([, value]) => [...wordsIn(value.trim().slice(0, longestName))].some((word) => first.has(word)))
  return isPart || isFamilys ? initials(name) : calledBy(name)
}

/** An order as a shared board may have it. */
export function maskOrder<Order extends Shown>(order: Order, declared: Declared, cut?: Cut): Order {
  const values = Object.values(order.hsFields)
  const isPart =
    cut !== undefined && (values.length >= cut.details || values.some((value) => isCutTo(cut.characters, value)))
  const names = toldNames(order, declared)
  const keys = shownKeys(Object.keys(order.hsFields), declared, names)
  const shown = Object.entries(order.hsFields).map(([key, value]) => {
    // What was cut off may have been what tells a phone, a plate or an e-mail address.
    const isHidden = cut && isCutTo(cut.characters, value) && declaredKind(key, declared) !== 'none'
    return [keys.get(key) ?? hidden, isHidden ? hidden : maskedDetail(key, value, declared, { names, isPart })]
  })
  const kind = kindOf('customerName', declared)
  const customerName = kind === 'name' ? shownCustomer(order, isPart) : masked(order.customerName, kind)
  return { ...order, customerName, hsFields: Object.fromEntries(shown) }
}
