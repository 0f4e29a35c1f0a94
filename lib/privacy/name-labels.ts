import { plainKey } from '@/lib/privacy/fields'
import { familyNamesElsewhere, givenNamesElsewhere, whose } from '@/lib/redaction/model'

// By what a detail is called that tells a part of a name, in plain names.
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

/** Whether a detail's name says that it tells a given name, and nothing beside it. */
export const saysGivenName = (key: string): boolean => {
  const plain = plainKey(key)
  return givenNamesAlone.test(plain) && !isOfBoth(plain)
}

// Of a customer's name, and not which part of it.
const saysBareName = (key: string): boolean => bareNames.test(plainKey(key))

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
