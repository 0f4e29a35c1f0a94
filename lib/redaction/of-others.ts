import { plainKey } from '@/lib/privacy/fields'

const setOf = (words: string) => new Set(words.split(/\s+/))

const things = setOf(
  `campaign campaigns kampagne kampagnen campana promo promotion promotions offer offers category domain partner company companies
  compania firm firma firmen empresa carrier store shop branch site location filial filiale filialen markt tienda magasin boutique
  service services dienst kundenservice kundendienst support supportkontakt help helpdesk helpline hotline care desk center centre
  atencion`,
)
// Before these they are somebody else's.
const unless: Record<string, string> = { partner: 'spouse', store: 'in', shop: 'in' }
// What may stand between the two: a store's manager, or who is asked there, is no customer.
const between = setOf(
  'display short full legal main trade brand code contact manager team center centre desk hotline line',
)
const told = setOf(
  'name title label email mail phone telephone telefon telefono mobile tel rufnummer whatsapp callback number',
)
const behind = setOf('no nr num number nummer numero address ext')
const tells = setOf('name nombre nom email mail correo phone telephone telefono telefon tel')
const fillers = setOf('of de del du der des la the our number numero nummer')

const mostWords = 20

/** A detail's name as the words that it is written in, small and plain. */
function wordsOf(key: string): string[] {
  const words = key
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u, mostWords + 1)
    .map(plainKey)
    .filter(Boolean)
  // Two words that are one to others.
  return words
    .join(' ')
    .replace(/\b(e mail|whats app|call back)\b/g, (two) => two.replace(' ', ''))
    .split(' ')
}

const isThing = (words: string[], at: number): boolean => {
  const word = words[at] ?? ''
  return things.has(word) && (unless[word] === undefined || words[at - 1] !== unless[word])
}

/** "Firmenname": the two in one. */
const isBoth = (word: string): boolean =>
  [...told].some((end) => word.endsWith(end) && things.has(word.slice(0, -end.length)))

const isBehind = (word: string): boolean =>
  behind.has(word) || between.has(word) || /^([0-9]{1,3}|[a-z]{2})$/.test(word)

/** "Store contact phone (main)": at that word ends what is told, and before it stands whose it is. */
function isToldAt(words: string[], at: number): boolean {
  const word = (words[at] ?? '').replace(/[0-9]{1,3}$/, '')
  if (!words.slice(at + 1).every(isBehind)) return false
  if (isBoth(word)) return true
  if (!told.has(word)) return false
  for (let before = at - 1; before >= 0; before -= 1) {
    if (isThing(words, before)) return true
    if (!between.has(words[before] ?? '')) return false
  }
  return false
}

/** "Name of the store", "téléphone service client". */
function tellsOfThing(words: string[]): boolean {
  const last = words.at(-1) ?? ''
  const end = words.length - (/^cliente?s?$/.test(last) ? 1 : 0) - (words.at(-2) === 'al' ? 1 : 0)
  if (!isThing(words, end - 1)) return false
  const first = words.slice(0, end - 1).findLast((word) => !fillers.has(word))
  return first !== undefined && tells.has(first)
}

/**
 * Whether a detail's name says that it tells what a campaign, a partner, a shop or a help desk is called, or where it is reached:
 * hidden and emptied as a name or a phone, but not the customer's, so that nothing else goes for it. By whole words, and the
 * thing right before what is told of it: a "confirmed name" is no firm's, a "store pickup name" no store's, and a "pickup store
 * name" not who picks up.
 */
export function isOfOthers(key: string): boolean {
  const words = wordsOf(key)
  // A sentence is what somebody has written.
  if (words.length > mostWords) return false
  return words.some((_, at) => isToldAt(words, at)) || tellsOfThing(words)
}
