import { Held } from '@/lib/privacy/held'
import type { Declared, DeclaredKind, PersonalKind } from '@/lib/privacy/model'
import { familyNamesElsewhere, foundKinds, plateWords, whose } from '@/lib/redaction/model'

const found = Object.entries(foundKinds).map(([kind, words]) => [kind as PersonalKind, new RegExp(words)] as const)

// What stands between letters and digits, first and last: controls and punctuation, accents apart from their letters,
// spaces and marks of print.
const leftOut = [
  [0x01, 0x2f],
  [0x3a, 0x40],
  [0x5b, 0x60],
  [0x7b, 0xbf],
  [0x300, 0x36f],
  [0x2000, 0x206f],
  [0x3000, 0x303f],
] as const

function isLeftOut(character: string): boolean {
  const point = character.codePointAt(0) ?? 0
  return leftOut.some(([first, last]) => point >= first && point <= last)
}

// Of two small letters that have one capital, which of them.
const oneOfTwo: Record<string, string> = { ς: 'σ', ı: 'i' }

// Each by itself: a letter's neighbours say nothing of how it is compared.
const smallLetter = (character: string) => (oneOfTwo[character] ?? character.toLowerCase()).replace('ß', 'ss')

// Most names are ASCII, of which the same goes faster.
const isPlain = /^[\0-\x7f]*$/
const leftOutOfPlain = /[^0-9A-Za-z\0]+/g

function writtenPlain(key: string): string {
  if (isPlain.test(key)) return key.replace(leftOutOfPlain, '').toLowerCase()
  return Array.from(key.normalize('NFKD'), (one) => (isLeftOut(one) ? '' : smallLetter(one))).join('')
}

const plainKeys = new Held(writtenPlain)

/** A detail's name as it is compared: what `plain_key` makes of it in the database (migration 20261128000200). */
export const plainKey = (key: string): string => plainKeys.of(key)

function kindByName(key: string): DeclaredKind {
  const plain = plainKey(key)
  return found.find(([, words]) => words.test(plain))?.[0] ?? 'none'
}

const plateNames = new RegExp(plateWords)

/** Whether a detail's name says that a plate is told, and not a car's model as well. */
export const saysPlate = (key: string): boolean => plateNames.test(plainKey(key))

const familyNames = new RegExp(
  [
    '(last|sur|family|second|maiden|married|birth)name|name(last|family)$|^lname',
    `^(${whose})?(last|family)$`,
    '(nach|familien|haus|zu|geburts)name|apellido|nom(de)?(famille|jeunefille|naissance|usage|fam)|nomdusage',
    familyNamesElsewhere,
  ].join('|'),
)

const areFamilyNames = new Held((key) => familyNames.test(plainKey(key)))

/** Whether a detail's name says that a family name is told, be it beside a given one. */
export const saysFamilyName = (key: string): boolean => areFamilyNames.of(key)

const foundKindsOf = new Held(kindByName)

/** What a detail is by its name alone. */
export const foundKind = (key: string): DeclaredKind => foundKindsOf.of(key)

const byPlainName = new WeakMap<Declared, Map<string, DeclaredKind>>()

/** What is declared, by plain names: made once of what a project has, not for each detail. Of names alike the first counts. */
function plainKinds(declared: Declared): Map<string, DeclaredKind> {
  const known = byPlainName.get(declared)
  if (known) return known
  const kinds = new Map<string, DeclaredKind>()
  for (const [key, kind] of Object.entries(declared).sort(([one], [other]) => (one < other ? -1 : 1))) {
    const plain = plainKey(key)
    if (plain !== '' && !kinds.has(plain)) kinds.set(plain, kind)
  }
  byPlainName.set(declared, kinds)
  return kinds
}

/** What a project has declared of a detail, however its name is written. customerName is a name where it says none. */
export function declaredKind(key: string, declared: Declared): DeclaredKind | undefined {
  const kind = Object.hasOwn(declared, key) ? declared[key] : plainKinds(declared).get(plainKey(key))
  return kind === 'none' && plainKey(key) === 'customername' ? 'name' : kind
}

/** What a detail is: as declared, else by its name (`is_personal` in the migration decides alike). */
export function kindOf(key: string, declared: Declared): DeclaredKind {
  return declaredKind(key, declared) ?? (key === 'customerName' ? 'name' : foundKind(key))
}
