/** Lookalikes are orders that staff may take for one another: the same or nearly the same name, or plate. */

/** What of an order can be mistaken: its name's key and its plate's, empty where there is none. */
export type Likeness = { id: string; name: string; plate: string }

/** Another order, and what it has in common. */
export type Lookalike = { id: string; by: 'name' | 'plate'; isSame: boolean }

/** Edits (a letter more, less, other, or two swapped) between two texts; `limit + 1` stands for anything beyond it. */
export function editsBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + other)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      }
      row.push(edits)
    }
    before = last
    last = row
  }
  return Math.min(last[b.length] ?? 0, limit + 1)
}

/** How texts of one kind are told apart, and by which traces those that are alike find each other. */
export type Kind = {
  isAlike: (a: string, b: string) => boolean
  /** Of two that are alike, one seeks a trace that the other leaves. */
  tracesOf: (text: string) => { left: string[]; sought: string[] }
}

// A name may be off by one letter from four on, by two from ten on; longer ones again by one.
const nameLimit = ({ length }: string) => (length < 4 ? 0 : length < 10 || length > 24 ? 1 : 2)
const plateLimit = ({ length }: string) => (length < 5 ? 0 : 1)
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

const wordsOf = (key: string) => key.split(' ')
const isShort = (words: string[]) => words.length === 1 || words.some((word) => word.length === 1)
const isOneWord = (a: string, b: string) =>
  a === b || (a.length === 1 && b.startsWith(a)) || (b.length === 1 && a.startsWith(b))

/** "Smith" and "J Smith" may be John Smith: each word of the shorter is one of the longer, or its initial. */
function isShortFor(a: string, b: string): boolean {
  const [short = [], long = []] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length || (a < b ? -1 : 1))
  if (!isShort(short) && !isShort(long)) return false
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
    // "Table 4" and "Table 5" differ on purpose.
    if (digitsOf(a) !== digitsOf(b)) return false
    const [first, second] = [joined(a), joined(b)]
    const limit = Math.min(nameLimit(first), nameLimit(second))
    return first === second || editsBetween(first, second, limit) <= limit || isShortFor(a, b)
  },
  tracesOf(key) {
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

/** Who of many is alike, kept up to date at the price of what changes: nobody is compared with everybody. */
class AlikeIndex {
  private readonly members = new Map<string, Set<string>>()
  private readonly trails = new Map<string, Set<string>>()
  private readonly alike = new Map<string, Set<string>>()

  constructor(private readonly kind: Kind) {}

  add(id: string, key: string): void {
    const known = this.members.get(key)
    if (known) {
      known.add(id)
      return
    }
    const { left, sought } = this.kind.tracesOf(key)
    const met = new Set(sought.flatMap((trace) => [...(this.trails.get(trace) ?? [])]))
    const alike = new Set([...met].filter((other) => this.kind.isAlike(key, other)))
    for (const other of alike) this.alike.get(other)?.add(key)
    for (const trace of left) this.trails.set(trace, (this.trails.get(trace) ?? new Set()).add(key))
    this.alike.set(key, alike)
    this.members.set(key, new Set([id]))
  }

  remove(id: string, key: string): void {
    const members = this.members.get(key)
    members?.delete(id)
    if (!members || members.size > 0) return
    for (const other of this.alike.get(key) ?? []) this.alike.get(other)?.delete(key)
    for (const trace of this.kind.tracesOf(key).left) {
      const trail = this.trails.get(trace)
      trail?.delete(key)
      if (trail?.size === 0) this.trails.delete(trace)
    }
    this.alike.delete(key)
    this.members.delete(key)
  }

  /** Whether a key is this one, or alike. */
  meets(key: string, other: string): boolean {
    return key === other ? this.members.has(key) : (this.alike.get(key)?.has(other) ?? false)
  }

  /** The ids that have this very key. */
  *same(key: string): Generator<string> {
    yield* this.members.get(key) ?? []
  }

  /** The ids whose keys are alike, and not this one. */
  *similar(key: string): Generator<string> {
    for (const other of this.alike.get(key) ?? []) yield* this.same(other)
  }
}

/** The lookalikes among orders. `update` makes it those of a list: the same list again costs next to nothing. */
export class Lookalikes {
  private known = new Map<string, Likeness>()
  private readonly byName = new AlikeIndex(names)
  private readonly byPlate = new AlikeIndex(plates)

  /** True when anything is now other than before. */
  update(list: Likeness[]): boolean {
    const next = new Map(list.map((likeness) => [likeness.id, likeness]))
    const isIn = (map: Map<string, Likeness>, { id, name, plate }: Likeness) =>
      map.get(id)?.name === name && map.get(id)?.plate === plate
    const gone = [...this.known.values()].filter((one) => !isIn(next, one))
    const fresh = [...next.values()].filter((one) => !isIn(this.known, one))
    for (const one of gone) this.change('remove', one)
    for (const one of fresh) this.change('add', one)
    this.known = next
    return gone.length + fresh.length > 0
  }

  private change(how: 'add' | 'remove', { id, name, plate }: Likeness): void {
    if (name !== '') this.byName[how](id, name)
    if (plate !== '') this.byPlate[how](id, plate)
  }

  /**
   * Who is alike to one of the list, each once: the same before the similar, by name before by plate. Whoever needs a few
   * of very many takes no more.
   */
  *of(id: string): Generator<Lookalike> {
    const own = this.known.get(id)
    if (!own) return
    const isNamedAlike = (other: string) => this.byName.meets(own.name, this.known.get(other)?.name ?? '')
    for (const other of this.byName.same(own.name)) if (other !== id) yield { id: other, by: 'name', isSame: true }
    for (const other of this.byPlate.same(own.plate)) {
      if (other !== id && !isNamedAlike(other)) yield { id: other, by: 'plate', isSame: true }
    }
    for (const other of this.byName.similar(own.name)) yield { id: other, by: 'name', isSame: false }
    for (const other of this.byPlate.similar(own.plate)) {
      if (!isNamedAlike(other)) yield { id: other, by: 'plate', isSame: false }
    }
  }
}
