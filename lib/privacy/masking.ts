import type { Cut } from '@/lib/privacy/beginnings'
import { declaredKind, kindOf, saysFamilyName } from '@/lib/privacy/fields'
import { looksLike, saysLooks } from '@/lib/privacy/looks'
import { shownKeys } from '@/lib/privacy/masked-keys'
import { calledBy, hidden, initials, longestName, masked, wordsOfName } from '@/lib/privacy/masking-by-kind'
import type { Declared } from '@/lib/privacy/model'
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

const isCutTo = (characters: number, value: string) =>
  value.length >= characters && Array.from(value).length >= characters

// So many of an order's details are asked which word is the family's, of a name of so many words.
const mostFamilies = 10
const mostWords = 10

/** The words of a name, and all of it as one: "O'Brien" is "OBRIEN" to many a till. */
const waysOf = (name: string): Set<string> => {
  const words = wordsIn(name)
  return new Set([...words, ...wordsIn(name.replace(/[^\p{L}\p{M}]+/gu, ''))])
}

/**
 * The customer's name: its first word, and the last one's initial; initials alone where a detail says that the first is the
 * family's, and of more words than a name has. One that holds all of the name says nothing of which word is which.
 */
function shownCustomer({ customerName, hsFields }: Shown, isPart: boolean): string {
  const name = customerName.trim().slice(0, longestName)
  const [first = '', ...others] = wordsOfName(name)
  if (isPart || others.length >= mostWords) return initials(name)
  const families = Object.entries(hsFields).filter(([key, value]) => value !== '' && saysFamilyName(key))
  if (families.length === 0) return calledBy(name)
  const ways = [...waysOf(first)]
  const waysOfOthers = others.map((word) => [...wordsIn(word)])
  const isFamilys = families.slice(0, mostFamilies).some(([, value]) => {
    const said = waysOf(value.trim().slice(0, longestName))
    const isWhole = others.length > 0 && waysOfOthers.every((words) => words.some((one) => said.has(one)))
    return !isWhole && ways.some((way) => said.has(way))
  })
  return isFamilys ? initials(name) : calledBy(name)
}

/** An order as a shared board may have it. */
export function maskOrder<Order extends Shown>(order: Order, declared: Declared, cut?: Cut): Order {
  const values = Object.values(order.hsFields)
  const isPart =
    cut !== undefined && (values.length >= cut.details || values.some((value) => isCutTo(cut.characters, value)))
  const names = toldNames(order, declared)
  const own = new Set(isPart ? cut?.own : [])
  const mayName = (key: string) => own.has(key) && kindOf(key, declared) === 'none' && maybeName(key, key)
  const areTyped = (key: string) => mayName(key) && declaredKind(key, declared) === undefined
  const keys = shownKeys(Object.keys(order.hsFields), declared, names, areTyped)
  const shown = Object.entries(order.hsFields).map(([key, value]) => {
    // What was cut off may have been what tells a phone, a plate or an e-mail address.
    const isHidden = cut && isCutTo(cut.characters, value) && declaredKind(key, declared) !== 'none'
    return [keys.get(key) ?? hidden, isHidden ? hidden : maskedDetail(key, value, declared, { names, isPart })]
  })
  const kind = kindOf('customerName', declared)
  // Declared as a name it is shown as any other one.
  const isCalled = kind === 'name' && declared.customerName !== 'name'
  const customerName = isCalled ? shownCustomer(order, isPart) : masked(order.customerName, kind)
  return { ...order, customerName, hsFields: Object.fromEntries(shown) }
}
