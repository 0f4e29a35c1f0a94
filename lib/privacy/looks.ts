import { searched } from '@/lib/customers/telling/needle'
import { saysDay, withoutShortDays } from '@/lib/customers/telling/other-digits'
import { declaredKind, plainKey } from '@/lib/privacy/fields'
import { Held } from '@/lib/privacy/held'
import type { Declared, DeclaredKind } from '@/lib/privacy/model'

// What is told of how a car looks is never its plate, though "BMW 320" reads like one.
const ofLooks = /colou?r|farbe|couleur|model|marke|marque|marca|make$|brand/i

/** Whether a detail's name says that it tells how a car looks. */
export const saysLooks = (key: string): boolean => ofLooks.test(key)

// Days are told with as many digits as phones.
const days = /(?<!\d[-/._]?)(\d{4}[-/._]\d{1,2}[-/._]\d{1,2}|\d{1,2}[-/._]\d{1,2}[-/._]\d{4})(?!\d|[-/._]\d)/g
// As it stands in a sentence as well: some letter, @, and a name with a dot in it.
const mail = /[^\s@]@[^\s@]{1,250}\.\p{L}{2}/u
// Not by commas and colons, as lists, amounts and times are.
const phone = /\+?\d(?:[\s().\u2010-\u2015/\u00a0_·•|*~-]{0,8}\d){6,17}/

// British, French and Spanish plates are like nothing else, also within a sentence.
const telling =
  /(?<![\p{L}\p{N}])([a-z]{2}\d{2}[ -]?[a-z]{3}|[a-z]{2}[ -]?\d{3}[ -]?[a-z]{2}|\d{4}[ -]?[b-df-hj-np-tv-z]{3})(?![\p{L}\p{N}])/iu
// Others are, where nothing stands beside them and they are in capitals, as on the car.
const capitals =
  /^([A-Z]{1,3}[ -]?\d{3,4}|[A-ZÄÖÜ]{1,3}[ -][A-Z]{1,2}[ -]?\d{1,4}[EH]?|[A-Z]\d{1,3}[ -]?[A-Z]{3}|[A-Z]{3}[ -]?\d{1,3}[A-Z]|\d[A-Z]{3}\d{3})$/

/** What a detail looks like that nobody has declared and whose name says nothing: a phone, a plate or an e-mail address all the same. */
export function looksLike(key: string, value: string): DeclaredKind {
  const text = searched(value).trim()
  if (mail.test(text)) return 'other'
  const withoutDays = withoutShortDays(text.replace(days, ' : '), saysDay(plainKey(key)))
  if (phone.test(withoutDays)) return 'phone'
  return !saysLooks(key) && (telling.test(text) || capitals.test(text)) ? 'plate' : 'none'
}

/** Whether an e-mail address stands in a text. */
export const holdsMail = (text: string): boolean => mail.test(searched(text))

const looksOf = new Held((name) => looksLike('', name))

/** What a detail's own name looks like, likewise; none where a project has declared it: that is the retailer's own word. */
export const looksOfName = (name: string, declared: Declared): DeclaredKind =>
  declaredKind(name, declared) === undefined ? looksOf.of(name) : 'none'
