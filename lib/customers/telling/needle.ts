import { type Asked, leastOfPlate } from '@/lib/customers/model'
import { type Phone, standsIn, wantedIn } from '@/lib/customers/telling/phones'
import type { DeclaredKind } from '@/lib/privacy/model'

const foreign = /(?![0-9])\p{Nd}/gu
const isDigit = (point: number) => point >= 0 && /^\p{Nd}$/u.test(String.fromCodePoint(point))
const plainDigits = new Map<string, string>()

// The digits of a script stand in a row, from its 0 on, and nothing else next to them but those of another one.
function plainDigit(digit: string): string {
  const known = plainDigits.get(digit)
  if (known !== undefined) return known
  const point = digit.codePointAt(0) ?? 0
  let before = 0
  while (isDigit(point - before - 1)) before += 1
  const plain = String(before % 10)
  plainDigits.set(digit, plain)
  return plain
}

const isPlain = /^[\0-\x7f]*$/

/** A text as it is searched: of all ways to write a letter or a digit the plain one, and nothing that takes no room. */
export const searched = (text: string) =>
  isPlain.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(/\p{Cf}/gu, '')
        .replace(foreign, plainDigit)

const lastWithDigits = 0x1ffff
const surrogates = 0x800
const firstSurrogate = 0xd800
let foreignForms: string[] | undefined

/** In all scripts, what stands for each digit, but for what is made plain by the database itself. */
function formsOf(digit: string): string {
  foreignForms ??= (() => {
    const points = Array.from({ length: lastWithDigits - surrogates }, (_, n) =>
      String.fromCodePoint(n < firstSurrogate ? n : n + surrogates),
    )
    const forms = Array.from({ length: 10 }, () => '')
    for (const form of points.join('').match(foreign) ?? []) {
      if (form.normalize('NFKC') === form) forms[Number(plainDigit(form))] += form
    }
    return forms
  })()
  return foreignForms[Number(digit)] ?? ''
}

// Turkish has two of this letter, of which plates know one; Greek writes its sigma otherwise at a word's end.
const inSmallLetters = (text: string) => {
  const small = searched(text).toLowerCase()
  if (isPlain.test(small)) return small
  return small
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ')
    .replace(/\p{L}/gu, (letter) => latinOf.get(letter) ?? letter)
}

// Plates have letters that are one in Latin, Cyrillic and Greek: which of them somebody has typed nobody sees.
const twins: Record<string, string> = {
  ...{ a: 'аα', b: 'вβ', c: 'с', e: 'еε', h: 'нη', i: 'іι', j: 'ј', k: 'кκ', m: 'мμ', n: 'ν' },
  ...{ o: 'оο', p: 'рρ', s: 'ѕ', t: 'тτ', x: 'хχ', y: 'уυ', z: 'ζ' },
}
const latinOf = new Map(Object.entries(twins).flatMap(([latin, all]) => Array.from(all, (twin) => [twin, latin])))

const plainPlate = (text: string) => inSmallLetters(text).replace(/[^\p{L}\p{N}]/gu, '')

// A plate that is as short as a bay's or an order's number counts only where a plate is told.
const tellingLength = 5

/** What a detail is, or a day by its name (`saysDay`): nobody's, and digits in one piece may be that. */
export type ReadAs = DeclaredKind | 'day'

/** What is looked for: whether a detail holds it, and a pattern by which the database narrows down where it may stand. */
export type Needle = {
  /** All it may be read as, without and with a country; of a plate one, without. */
  readings: Phone[]
  pattern: string
  isIn: (value: string, kind: ReadAs) => boolean
  /** Whether a text that tells something else may say it at all, and whether it does, as words of its own. */
  mayBeAmong: (told: Characters) => boolean
  isAmongWords: (text: string) => boolean
}

/** The digits of a text, and its letters and digits, each in a row. */
export type Characters = { digits: string; plain: string }

export function charactersOf(text: string): Characters {
  const plain = plainPlate(text)
  return { digits: plain.replace(/\D/g, ''), plain }
}

// Where the database may take them for other letters.
const otherwise: Record<string, string> = { i: 'İı', σ: 'ςΣ' }

function anyOf(one: string): string {
  if (/\d/.test(one)) return `[${one}${formsOf(one)}]`
  const twinsOf = twins[one] ?? ''
  const others = `${otherwise[one] ?? ''}${twinsOf}${twinsOf.toUpperCase()}`
  return others ? `[${one}${others}]` : one
}

// Characters one after another with others between them, also as JSON writes those.
const apart = (characters: string, other: string) =>
  Array.from(characters, anyOf).join(`(?:${other}|\\\\u[0-9a-f]{4}|\\\\[bfnrt])*`)

function phoneNeedle(value: string): Needle | null {
  const wanted = wantedIn(searched(value))
  if (!wanted) return null
  // However it is parted, its digits within its country stand there in a row.
  const isAmong = (digits: string) => wanted.phones.some(({ national }) => digits.includes(national))
  return {
    readings: wanted.phones,
    pattern: apart(wanted.tail, '[^0-9]'),
    isIn: (text, kind) => {
      const plain = searched(text)
      return (
        isAmong(plain.replace(/\D/g, '')) && standsIn(plain, wanted, kind === 'phone' || kind === 'day' ? kind : 'none')
      )
    },
    mayBeAmong: ({ digits }) => isAmong(digits),
    isAmongWords: (text) => standsIn(searched(text), wanted, 'none'),
  }
}

// In scripts that part no words each sign is one: "车牌京A12345".
const sign = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]'
const wordsOrSigns = new RegExp(`${sign}|(?:(?!${sign})[\\p{L}\\p{N}])+`, 'gu')

/** Whether some words of a text in a row are it: "M 1234" is no part of "Item 12345". */
function isRunOfWords(text: string, wanted: string): boolean {
  const words = inSmallLetters(text).match(wordsOrSigns) ?? []
  return words.some((_, from) => {
    let run = ''
    for (let to = from; to < words.length && run.length < wanted.length; to++) run += words[to]
    return run === wanted
  })
}

function plateNeedle(value: string): Needle | null {
  const wanted = plainPlate(value)
  if (Array.from(wanted).length < leastOfPlate) return null
  const isTelling = wanted.length >= tellingLength && /\d/.test(wanted) && /\p{L}/u.test(wanted)
  // The database's lower case is that of ASCII alone.
  const [longest = ''] = (wanted.match(/[a-z0-9]+/g) ?? []).sort((a, b) => b.length - a.length)
  return {
    readings: [{ country: null, national: wanted }],
    pattern: apart(longest, '[^a-z0-9]'),
    // "E-R 2248" is no part of "Order 22487".
    isIn: (text, kind) => {
      if (isTelling) return isRunOfWords(text, wanted)
      return kind === 'plate' && plainPlate(text) === wanted
    },
    mayBeAmong: ({ plain }) => isTelling && plain.includes(wanted),
    isAmongWords: (text) => isTelling && isRunOfWords(text, wanted),
  }
}

/** How to find a phone or a plate; null for what is too short to be one. */
export function needleOf({ kind, value }: Asked): Needle | null {
  return kind === 'phone' ? phoneNeedle(value) : plateNeedle(value)
}
