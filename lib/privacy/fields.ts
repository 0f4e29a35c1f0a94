import { held } from '@/lib/privacy/held'
import type { Declared, DeclaredKind, PersonalKind } from '@/lib/privacy/model'
import { familyNamesElsewhere, foundKinds, givenNamesElsewhere, plateWords, whose } from '@/lib/redaction/model'

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

const plainKeys = new Map<string, string>()
const foundKindsOf = new Map<string, DeclaredKind>()

function writtenPlain(key: string): string {
  return Array.from(key.normalize('NFKD'), (character) => (isLeftOut(character) ? '' : character))
    .join('')
    .toLowerCase()
}

/** A detail's name as it is compared: what `plain_key` makes of it in the database (migration 20261121000331). */
export const plainKey = (key: string): string => held(plainKeys, key, writtenPlain)

function kindByName(key: string): DeclaredKind {
  const plain = plainKey(key)
  return found.find(([, words]) => words.test(plain))?.[0] ?? 'none'
}

const plateNames = new RegExp(plateWords)

/** Whether a detail's name says that a plate is told, and not a car's model as well. */
export const saysPlate = (key: string): boolean => plateNames.test(plainKey(key))

const family = [
  '(last|sur|family|second|maiden|married|birth)name|name(last|family)$|^lname',
  `^(${whose})?(last|family)$`,
  '(nach|familien|haus|zu|geburts)name|apellido|nom(de)?(famille|jeunefille|naissance|usage|fam)|nomdusage',
  familyNamesElsewhere,
].join('|')
const familyNames = new RegExp(family)
const given = `(first|given|fore|vor)name|name(first|given)$|^fname|^(${whose})?(first|given)$|prenom|${givenNamesElsewhere}`
const givenNames = new RegExp(given)
// "Nom et prénom", "Imię i nazwisko", "Ad Soyad".
const both = [
  '(first|given|last|family|sur)(name)?(and|or)(first|given|last|family|sur|name)',
  '(vor|nach)(name)?(und|oder)(vor|nach|zu|familien)|voor(naam)?(en)?achternaam|achternaam(en)?voor',
  'nombres?(completo)?[yeo]?apellido|apellidos?[yeo]?nombre',
  'name(and|or)?surname|surname(and|or)?name|(last|family)namename|fullname(last|family|sur)',
  'nomee?(sobrenome|apelido)|(sobrenome|apelido)e?nome|imei?prezime|prezimei?ime|имяи?фамилия|фамилияи?имя|numedefamilie(si)?prenume',
  'nomee?cognome|cognomee?nome|imiei?nazwisko|nazwiskoi?imie|for(namn)?(och)?efternamn|for(navn)?(og)?etternavn',
  'etu(nimi)?(ja)?sukunimi|jmenoa?prijmeni|prijmenia?jmeno|menoa?priezvisko|priezviskoa?meno|(ad|isim)([iı]|iniz|ınız)?(ve)?soyad',
].join('|')
const bothNames = new RegExp(both)
const givenNamesAlone = new RegExp(`^(${whose}|pickup|collection|order|billing|shipping|my|your)?s?(${given})s?\\d*$`)
// Of a customer, and nobody who comes for them.
const ofCustomer = '(customer|client|cliente|kunden?|gast|guest|buyer|shopper|your|my|order)?s?'
const bareNames = new RegExp(
  `^${ofCustomer}(full)?(name|nom|naam|nombres?|nombrecompleto|nomcomplet)\\d*$|^(customer|client|cliente|kundin|kunde|gast|guest|buyer|shopper)\\d*$`,
)
const bothNamesAlone = new RegExp(`^${ofCustomer}(${both})(name|namn|navn)?s?\\d*$`)

const isOfBoth = (plain: string) => bothNames.test(plain) || (givenNames.test(plain) && familyNames.test(plain))

/** Whether a detail's name says that a given name is in it, be it with others. */
export const mentionsGivenName = (key: string): boolean => {
  const plain = plainKey(key)
  return givenNames.test(plain) || isOfBoth(plain)
}

/** Whether a detail's name says that it tells a given name, and nothing beside it. */
export const saysGivenName = (key: string): boolean => {
  const plain = plainKey(key)
  return givenNamesAlone.test(plain) && !isOfBoth(plain)
}

/** Whether a detail's name says that it tells a customer's name, and not which part of it. */
export const saysBareName = (key: string): boolean => bareNames.test(plainKey(key))

/** Whether a detail's name says that it tells a customer's whole name, and nothing beside it. */
export const saysCustomersName = (key: string): boolean => saysBareName(key) || bothNamesAlone.test(plainKey(key))

/** Whether a detail's name says that it tells a family name, and nothing beside it. */
export const saysFamilyName = (key: string): boolean => {
  const plain = plainKey(key)
  return familyNames.test(plain) && !isOfBoth(plain)
}

const ofPart = new RegExp(`(${given}|${family})s?\\d*$`)
// Of the customer themselves: who picks up is they, where nobody else is named.
const ofThemselves = new RegExp(
  `^${ofCustomer}(pickup|collection|billing|shipping)?(primer|segundo|first|second|full)?$`,
)
const ofAnother = new RegExp(`^(${whose})s?(name)?\\d*$`)

/**
 * Whose name a detail tells a part of, by what stands before that in its own name: '' for the customer's, "driver" for a driver's;
 * undefined for no part, and for what may be any name.
 */
export function whosePart(key: string): string | undefined {
  const plain = plainKey(key)
  if (saysBareName(key)) return ''
  if (ofAnother.test(plain)) return plain.replace(/(name)?\d*$/, '')
  if (!givenNames.test(plain) && !familyNames.test(plain)) return undefined
  const whom = plain.replace(ofPart, '')
  return ofThemselves.test(whom) ? '' : whom
}

/** What a detail is by its name alone. */
export const foundKind = (key: string): DeclaredKind => held(foundKindsOf, key, kindByName)

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

/** What a project has declared of a detail, however its name is written. */
export function declaredKind(key: string, declared: Declared): DeclaredKind | undefined {
  if (Object.hasOwn(declared, key)) return declared[key]
  return plainKinds(declared).get(plainKey(key))
}

/** What a detail is: as declared, else by its name (`is_personal` in the migration decides alike). */
export function kindOf(key: string, declared: Declared): DeclaredKind {
  const kind = declaredKind(key, declared)
  if (key === 'customerName') return kind === undefined || kind === 'none' ? 'name' : kind
  return kind ?? foundKind(key)
}
