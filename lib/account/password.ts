import { longestPassword, type PasswordRefusal, passwordRefusals, shortestPassword } from '@/lib/account/model'
import { invalidFields } from '@/lib/errors'

/** Whose password it is to be: what others know of them is no secret. */
export type Person = { name: string; email: string }

let known: Promise<Set<string>> | undefined

// Some 49,000 of those that are tried first. Unpacked when somebody chooses a password, and not before.
function knownPasswords(): Promise<Set<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return known
}

const meant: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't', '+': 't' }

const plain = (text: string, one: string) =>
  text.replace(/[034@5$7+]/g, (sign) => meant[sign] ?? sign).replace(/[1!|]/g, one)

// A known word is no better for a year and an exclamation mark after it.
const withoutEnds = (text: string) => text.replace(/^[^\p{L}]{1,6}/u, '').replace(/[^\p{L}]{1,6}$/u, '')

/** The readings of a password under which it might be known: in small letters, as l33t, without what is added to words. */
function readingsOf(password: string): string[] {
  const small = password.toLowerCase()
  const words = [small, withoutEnds(small)].filter((word) => word.length >= 5)
  return [...new Set(words.flatMap((word) => [word, plain(word, 'i'), plain(word, 'l')]))]
}

const isRepetition = (text: string) => /^(.{1,5})\1+.{0,4}$/u.test(text)

/** True where each character follows the one before it by the same step: 1234567890, zyxwvutsrq. */
function isRow(text: string): boolean {
  const steps = [...text].slice(1).map((sign, at) => sign.charCodeAt(0) - text.charCodeAt(at))
  const odd = steps.filter((step) => step !== steps[0]).length
  return Math.abs(steps[0] ?? 0) <= 1 && odd <= 1
}

// What is left beside a name that everybody knows has to be a password by itself, nearly.
const leastBesideNames = 8

function isPersonal(readings: string[], { name, email }: Person): boolean {
  const parts = [...name.split(/\s+/), ...email.split(/[@.+_-]+/), email, name.replaceAll(' ', ''), 'baycall']
  const words = [...new Set(parts.map((part) => part.toLowerCase()).filter((part) => part.length >= 4))]
  const longestFirst = words.sort((a, b) => b.length - a.length)
  return readings.some((reading) => {
    const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), reading)
    return rest !== reading && rest.length < leastBesideNames
  })
}

/** Why a password may not be somebody's; null for one that may. */
export async function refusalOfPassword(password: string, person: Person): Promise<PasswordRefusal | null> {
  const length = [...password].length
  if (length < shortestPassword) return 'tooShort'
  if (length > longestPassword) return 'tooLong'
  const readings = readingsOf(password)
  if (isPersonal(readings, person)) return 'personal'
  const [small = ''] = readings
  if (isRepetition(small) || isRow(small)) return 'common'
  const list = await knownPasswords()
  return readings.some((reading) => list.has(reading)) ? 'common' : null
}

/** Throws field_invalid for a password that may not be somebody's, with the reason at `path`. */
export async function requireGoodPassword(path: string, password: string, person: Person): Promise<void> {
  const refusal = await refusalOfPassword(password, person)
  if (refusal) throw invalidFields([{ path, message: passwordRefusals[refusal] }])
}
