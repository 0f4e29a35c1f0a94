import { searched } from '@/lib/customers/telling/needle'
import { declaredKind, kindOf, saysBareName, saysFamilyName, saysGivenName, saysWholeName } from '@/lib/privacy/fields'
import { looksLike } from '@/lib/privacy/looks'
import { shownKeys } from '@/lib/privacy/masked-keys'
import { hidden, masked, maskedFamilyName } from '@/lib/privacy/masking-by-kind'
import type { Declared } from '@/lib/privacy/model'
import { plainLetters, writings } from '@/lib/privacy/plain-letters'
import { noNames, parted, type ToldNames, toldNames } from '@/lib/privacy/told-names'

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

// In each way that it may be written elsewhere: "McDonald" is one there, and "annaKowalska" two.
const wordsOf = (text: string): string[] =>
  writings(searched(text)).flatMap((written) => {
    const plain = plainLetters(written)
    return `${plain} ${parted(plain)}`.toLowerCase().match(/[\p{Ll}\p{Lo}\p{M}]+/gu) ?? []
  })

// What is longer is none, and costs as much as it is long.
const longestName = 60
const longestWhole = 200

// Of a name as it is shown what is no initial.
const shownWhole = (name: string): string[] => wordsOf(masked(name, 'name').replace(/ \S+$/, '').slice(0, longestName))

// "Smith-Jones" and "O'Brien" are one.
const isOneWord = (value: string): boolean => value.match(/[\p{L}\p{M}'’-]+/gu)?.length === 1

/**
 * Whether what tells a name shows a family's: one of the customer's own words that is not shown of them or, where the given
 * name is told by itself beside it, one that is no given name.
 */
function familyNamesIn({ customerName, hsFields }: Shown): ToldBeside['isFamilyName'] {
  const valuesOf = (says: (key: string) => boolean) =>
    Object.keys(hsFields)
      .filter(says)
      .map((key) => hsFields[key] ?? '')
  const whole = [customerName, ...valuesOf(saysWholeName)]
  const shown = new Set(whole.flatMap(shownWhole))
  const unshown = new Set(whole.flatMap((name) => wordsOf(name.slice(0, longestWhole))))
  for (const word of shown) unshown.delete(word)
  const givenAlone = valuesOf(saysGivenName)
  const given = new Set([...shown, ...givenAlone.flatMap(shownWhole)])
  return (key, value) => {
    const words = shownWhole(value)
    if (words.some((word) => unshown.has(word))) return true
    if (words.every((word) => given.has(word))) return false
    const isAlone = saysBareName(key) || isOneWord(value)
    return givenAlone.length > 0 && isAlone && !saysGivenName(key)
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
