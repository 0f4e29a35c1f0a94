import { held } from '@/lib/privacy/held'
import { saysFamilyName, saysGivenName, whosePart } from '@/lib/privacy/name-labels'

// What is longer is no part of a name.
const longestPart = 200
const mostParts = 4
const mostPeople = 4

const wordsOfPart = (name: string) =>
  name.length > longestPart ? [] : name.split(/[\s,]+/).filter((word) => /\p{L}/u.test(word))

/** `either`: beside a given name it is the family's ("Nom"), beside a family's a given one ("Nombre"). */
type Parts = Record<'given' | 'family' | 'either', Set<string>>

type Part = { whom: string; kind: keyof Parts }

const partsOfKeys = new Map<string, Part | null>()

// Of two people the one's given name and the other's family name are nobody's.
function partOf(key: string): Part | null {
  const whom = whosePart(key)
  if (whom === undefined) return null
  if (saysGivenName(key)) return { whom, kind: 'given' }
  return { whom, kind: saysFamilyName(key) ? 'family' : 'either' }
}

const noParts = (): Parts => ({ given: new Set(), family: new Set(), either: new Set() })

/** Names that are told in parts: of each person the first few of a kind, each with each. */
export class NamesInParts {
  // The customer's in any case.
  private readonly people = new Map([['', noParts()]])
  /** How many parts have been heard. */
  count = 0

  constructor(private readonly most = mostParts) {}

  private add(whom: string, kind: keyof Parts, part: string): void {
    const known = this.people.get(whom) ?? noParts()
    if (this.people.size < mostPeople) this.people.set(whom, known)
    if (known[kind].size >= this.most || known[kind].has(part)) return
    known[kind].add(part)
    this.count += 1
  }

  /** What a customer is called: whether the first word is a given one or the family's is not known. */
  hearCustomer(name: string): void {
    for (const word of wordsOfPart(name).slice(0, 1)) this.add('', 'either', word)
  }

  hear(key: string, value: string): void {
    const part = held(partsOfKeys, key, partOf)
    const words = part ? wordsOfPart(value) : []
    if (!part || words.length === 0) return
    const { whom, kind } = part
    if (kind === 'given') for (const given of [value, words[0] ?? '']) this.add(whom, kind, given)
    else if (kind === 'family') for (const family of [value, ...words.slice(0, 2)]) this.add(whom, kind, family)
    else if (words.length === 1) this.add(whom, kind, value)
  }

  whole(): string[] {
    return [...this.people.values()].flatMap(({ given, family, either }) => {
      const first = given.size > 0 ? given : either
      const last = family.size > 0 ? family : given.size > 0 ? either : []
      return [...first].flatMap((one) => Array.from(last, (other) => `${one} ${other}`))
    })
  }
}
