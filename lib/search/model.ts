/**
 * A search finds orders by what staff hear through a window or read off a car: a name, an order id, a plate, a phone, a
 * bay. Text is folded first: case, accents, spaces and dashes make no difference.
 */

/** A text as it is searched, and where each of its characters stands in the text as it came. */
export type Folded = { text: string; from: number[]; to: number[]; starts: Set<number> }

/** A range of a text as it came: from inclusive, to exclusive. */
export type Range = [from: number, to: number]

/** `whole` is text of words, found within one or from one's beginning on; `loose` is a number or a plate, found anywhere. */
export type SearchField = { folded: Folded; kind: 'whole' | 'loose' }

/** Letters that no decomposition takes apart, in lower case, as they are written without them. */
export const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
}

// Eastern Arabic digits, both sets, are digits like ours.
const plainDigit = (char: string) => String((char.codePointAt(0) ?? 0) & 0xf)

const plainChar = (char: string) =>
  char
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłıþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[٠-٩۰-۹]/g, plainDigit)

/** Letters and digits alone, plain and lower-case, each with its place in the text as it came. */
export function fold(text: string): Folded {
  const folded: Folded = { text: '', from: [], to: [], starts: new Set() }
  let isStart = true
  let index = 0
  for (const char of text) {
    const plain = plainChar(char).replace(/[^\p{L}\p{N}]/gu, '')
    if (plain !== '') {
      if (isStart) folded.starts.add(folded.text.length)
      isStart = false
      folded.text += plain
      for (let unit = 0; unit < plain.length; unit += 1) {
        folded.from.push(index)
        folded.to.push(index + char.length)
      }
    } else if (/\p{M}/u.test(char) && !isStart) {
      folded.to[folded.to.length - 1] = index + char.length
    } else if (!/['’.]/.test(char)) isStart = true
    index += char.length
  }
  return folded
}

/** The folded words of a text: "Hernández-Villanueva" is two, "O'Brien" one. */
export function plainWords(text: string): string[] {
  const { text: plain, starts } = fold(text)
  const cuts = [...starts, plain.length]
  return cuts.slice(1).map((cut, i) => plain.slice(cuts[i], cut))
}

const mostWords = 8

/** What a person searches for: the folded words of a query, each once, at most eight. */
export function searchWords(query: string): string[] {
  const words = query.split(/\s+/).map((word) => fold(word).text)
  return [...new Set(words)].filter((word) => word !== '').slice(0, mostWords)
}

// A phone is dialled with a zero or two where it is written with a country.
const withoutTrunk = (word: string) => (/^0\d{5,}$/.test(word) ? word.replace(/^0+/, '') : word)

function placesOf({ folded, kind }: SearchField, word: string): Range[] {
  const wanted = kind === 'loose' && !folded.text.includes(word) ? withoutTrunk(word) : word
  const places: Range[] = []
  let at = wanted === '' ? -1 : folded.text.indexOf(wanted)
  while (at >= 0) {
    const end = at + wanted.length
    const crosses = kind === 'whole' && !folded.starts.has(at) && [...folded.starts].some((s) => s > at && s < end)
    if (!crosses) places.push([folded.from[at] ?? 0, folded.to[end - 1] ?? 0])
    at = folded.text.indexOf(wanted, at + 1)
  }
  return places
}

/**
 * Whether every word is found, in whichever field. Without words everything is found. Of a plate or phone that a shared
 * board masks ("•••CDE", lib/privacy/masking.ts) the end alone is there: all words together may end so.
 */
export function isFound(fields: SearchField[], words: string[]): boolean {
  return (
    words.every((word) => fields.some((field) => placesOf(field, word).length > 0)) ||
    fields.some(({ folded: { text, from } }) => from[0] === 3 && text.length > 1 && words.join('').endsWith(text))
  )
}

/** Where a field holds any of the words, in the text as it came: in order, none overlapping. */
export function rangesOf(field: SearchField, words: string[]): Range[] {
  const places = words.flatMap((word) => placesOf(field, word)).sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const merged: Range[] = []
  for (const [from, to] of places) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
