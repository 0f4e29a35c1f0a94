import { declaredKind, kindOf, saysFamilyName } from '@/lib/privacy/fields'
import { looksLike, saysLooks } from '@/lib/privacy/looks'
import { shownKeys } from '@/lib/privacy/masked-keys'
import { hidden, initials, masked } from '@/lib/privacy/masking-by-kind'
import type { Declared } from '@/lib/privacy/model'
import { type ShownName, shownNames } from '@/lib/privacy/shown-names'
import { noNames, type ToldNames, toldNames, unparted } from '@/lib/privacy/told-names'

/** What an order tells of its customer beside a detail. `shownName`: a detail that is a name; `isPart`: not all that it tells. */
type ToldBeside = { names: ToldNames; shownName: ShownName; isPart: boolean }

// Two words may be a name that what is missing tells, and so may one that is written as two, or in a script that parts none.
const maybeName = (key: string, value: string) =>
  !saysLooks(key) && (/\p{L}[\p{M}.]*[^\p{L}\p{M}\p{N}]+\p{L}|\p{Ll}\p{Lu}/u.test(value) || unparted.test(value.trim()))

const shownAlone = shownNames({ customerName: '', hsFields: {} })

/**
 * A detail as a shared board shows it. One that is not declared, and whose name says nothing, is hidden as what its value
 * looks like, or where it says the customer's name: a bay whose number reads like a plate is shown once the project has
 * declared it.
 */
export function maskedDetail(
  key: string,
  value: string,
  declared: Declared,
  { names = noNames, shownName = shownAlone, isPart = false }: Partial<ToldBeside> = {},
): string {
  const isDeclared = declaredKind(key, declared) !== undefined
  const said = kindOf(key, declared)
  const kind = said === 'none' && !isDeclared && saysFamilyName(key) ? 'name' : said
  const isUnsaid = kind === 'none' && !isDeclared
  if (isUnsaid && (names.areIn(value) || (isPart && maybeName(key, value)))) return hidden
  if (kind === 'name') return shownName(key, value)
  return masked(value, isUnsaid ? looksLike(key, value) : kind)
}

type Shown = { customerName: string; hsFields: Record<string, string> }

/** Of an order's details the first alone may have been read, and of each its first characters: so many of either. */
type Cut = { details: number; characters: number }

const isCutTo = (characters: number, value: string) =>
  value.length >= characters && Array.from(value).length >= characters

// Whichever is missing may be what tells whose name it is.
const noneShown: ShownName = (_, value) => initials(value)

/** An order as a shared board may have it. */
export function maskOrder<Order extends Shown>(order: Order, declared: Declared, cut?: Cut): Order {
  const values = Object.values(order.hsFields)
  const isPart =
    cut !== undefined && (values.length >= cut.details || values.some((value) => isCutTo(cut.characters, value)))
  const names = toldNames(order, declared)
  const beside = { names, shownName: isPart ? noneShown : shownNames(order), isPart }
  const keys = shownKeys(Object.keys(order.hsFields), declared, names)
  const shown = Object.entries(order.hsFields).map(([key, value]) => {
    // What was cut off may have been what tells a phone, a plate or an e-mail address.
    const isHidden = cut && isCutTo(cut.characters, value) && declaredKind(key, declared) !== 'none'
    return [keys.get(key) ?? hidden, isHidden ? hidden : maskedDetail(key, value, declared, beside)]
  })
  const customerName = maskedDetail('customerName', order.customerName, declared, beside)
  return { ...order, customerName, hsFields: Object.fromEntries(shown) }
}
