/** Lookalikes are orders that staff may take for one another: the same or nearly the same name, or plate. */

/** What of an order can be mistaken: its name's key and its plate's, empty where there is none. */
export type Likeness = { id: string; name: string; plate: string }

/** Another order, and what it has in common. */
export type Lookalike = { id: string; by: 'name' | 'plate'; isSame: boolean }

/** Edits (a letter more, less, other, or two swapped) between two texts; `limit + 1` stands for anything beyond it. */
export function editsBetween(a: string, b: string, limit: number): number {
  const beyond = limit + 1
  if (Math.abs(a.length - b.length) > limit) return beyond
  let before: number[] = []
  let last = Array.from({ length: limit + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const row: number[] = []
    let least = beyond
    // Farther from the diagonal there are more edits than that.
    for (let j = Math.max(0, i - limit); j <= Math.min(b.length, i + limit); j += 1) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1
      let edits = Math.min((last[j] ?? beyond) + 1, (row[j - 1] ?? beyond) + 1, (last[j - 1] ?? beyond) + other)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? beyond) + 1)
      }
      row[j] = edits
      least = Math.min(least, edits)
    }
    if (least > limit) return beyond
    before = last
    last = row
  }
  return Math.min(last[b.length] ?? beyond, beyond)
}

/** How texts of one kind are told apart, and by which traces those that are alike find each other. */
export type Kind = {
  isAlike: (a: string, b: string) => boolean
  /** Of two that are alike, one seeks a trace that the other leaves. */
  tracesOf: (text: string) => { left: string[]; sought: string[] }
}

// A name may be off by one letter from four on, by two from ten on; longer ones again by one. What is longer than anybody is
// called, or than a car's plate, is alike only where it is the same: an app may send what it likes.
const [longestName, longestPlate] = [60, 15]
const isName = ({ length }: string) => length <= longestName
const nameLimit = ({ length }: string) => (length < 4 || length > longestName ? 0 : length < 10 || length > 24 ? 1 : 2)
const plateLimit = ({ length }: string) => (length < 5 || length > longestPlate ? 0 : 1)
const digitsOf = (text: string) => text.replace(/\P{N}/gu, '')

/** A text with up to so many letters taken out, in every way: texts so many edits apart share one of these. */
function withoutLetters(text: string, limit: number): string[] {
  let texts = new Set([text])
  const all = new Set(texts)
  for (let taken = 0; taken < limit; taken += 1) {
    texts = new Set([...texts].flatMap((one) => Array.from(one, (_, i) => one.slice(0, i) + one.slice(i + 1))))
    for (const one of texts) all.add(one)
  }
  return [...all]
}

// Nobody is called by more.
const mostWords = 8

const wordsOf = (key: string) => key.split(' ')
const isShort = (words: string[]) => words.length === 1 || words.some((word) => word.length === 1)
const isOneWord = (a: string, b: string) =>
  a === b || (a.length === 1 && b.startsWith(a)) || (b.length === 1 && a.startsWith(b))

/** "Smith" and "J Smith" may be John Smith: each word of the shorter is one of the longer, or its initial. */
function isShortFor(a: string, b: string): boolean {
  const [short = [], long = []] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length || (a < b ? -1 : 1))
  if (long.length > mostWords || (!isShort(short) && !isShort(long))) return false
  if (!short.some((word) => word.length > 2 && long.includes(word))) return false
  const left = [...long]
  const longestFirst = [...short].sort((x, y) => y.length - x.length)
  return longestFirst.every((word) => {
    const equal = left.indexOf(word)
    const place = equal >= 0 ? equal : left.findIndex((other) => isOneWord(word, other))
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  })
}

const joined = (key: string) => key.replaceAll(' ', '')

export const names: Kind = {
  isAlike(a, b) {
    if (!isName(a) || !isName(b)) return a === b
    // "Table 4" and "Table 5" differ on purpose.
    if (digitsOf(a) !== digitsOf(b)) return false
    const [first, second] = [joined(a), joined(b)]
    const limit = Math.min(nameLimit(first), nameLimit(second))
    return first === second || editsBetween(first, second, limit) <= limit || isShortFor(a, b)
  },
  tracesOf(key) {
    if (!isName(key)) return { left: [], sought: [] }
    const words = wordsOf(key).filter((word) => word.length > 2)
    const edits = withoutLetters(joined(key), nameLimit(joined(key))).map((text) => `edit ${text}`)
    const [short, any] = [words.map((word) => `short ${word}`), words.map((word) => `word ${word}`)]
    // A short name meets every name with one of its words; two long ones do not.
    const [left, sought] = isShort(wordsOf(key)) ? [short, [...any, ...short]] : [any, short]
    return { left: [...edits, ...left], sought: [...edits, ...sought] }
  },
}

export const plates: Kind = {
  isAlike(a, b) {
    const limit = Math.min(plateLimit(a), plateLimit(b))
    return a === b || (limit > 0 && editsBetween(a, b, limit) <= limit)
  },
  tracesOf(key) {
    const edits = withoutLetters(key, plateLimit(key))
    return { left: edits, sought: edits }
  },
}
