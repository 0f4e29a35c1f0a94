import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inSentence, type NamedStore, seenAs, shownName, toldApart } from '@/lib/names/model'

const real = { destinationId: 'harbour-street', name: 'Harbour Street', isNew: false }
const madeAs = (id: string) => ({ destinationId: id, name: id, isNew: true })
const labelsOf = (stores: NamedStore[]) => toldApart(stores).map(({ label }) => label)

describe('what a store is called in a list', () => {
  it('is its name, and its id behind it where another looks the same, however that is spelt', () => {
    const turned = [...'Harbour Street'].reverse().join('')
    const strangers = [
      'Harbour Street',
      'Harbour Street\u200b',
      `\u202e${turned}`,
      'HARBOUR \u00a0Street',
      'Ｈarbour Street',
    ]
    expect(labelsOf([...strangers.map(madeAs), real, { ...real, destinationId: 'oak', name: 'Oakfield' }])).toEqual([
      'Harbour Street (harbour-street)',
      'Oakfield',
      'Harbour Street (Harbour Street)',
      'Harbour Street\\u{200B} (Harbour Street\\u{200B})',
      '\\u{202E}teertS ruobraH',
      'HARBOUR \u00a0Street (HARBOUR\\u{0020}\\u{00A0}Street)',
      'Ｈarbour Street (\\u{FF28}arbour Street)',
    ])
  })

  it('is no label of another with its id: who is called so has an id behind that as well', () => {
    const twins = [real, madeAs('Harbour Street'), madeAs('Harbour Street (harbour-street)')]
    expect(labelsOf(twins)).toEqual([
      'Harbour Street (harbour-street)',
      'Harbour Street (Harbour Street)',
      'Harbour Street (harbour-street) (Harbour Street \\u{0028}harbour-street\\u{0029})',
    ])
    expect(labelsOf([madeAs('A\\u{200B}'), madeAs('A\u200b')])).toEqual([
      'A\\u{200B} (A\\u{005C}u{200B})',
      'A\\u{200B} (A\\u{200B})',
    ])
  })

  it('stands behind the others where nobody has named it, in the order of its list', () => {
    const stores = [madeAs('A'), { ...real, destinationId: 'b', name: 'Z' }, madeAs('B'), real]
    expect(labelsOf(stores)).toEqual(['Z', 'Harbour Street', 'A', 'B'])
  })

  it('is a matter of its own project', () => {
    const places = ['p', 'q'].map((projectId) => ({ ...real, projectId }))
    const told = toldApart(places, ({ projectId }) => projectId)
    expect(told.map(({ label }) => label)).toEqual(['Harbour Street', 'Harbour Street'])
  })

  it('leaves the spelling of names as it is, and shows what nothing is seen of', () => {
    const spelt = ['می\u200cخواهم', 'क्\u200dष', '👩\u200d🌾 Farm', '☕\ufe0f Bar', 'Ōtāhuhu', 'תל אביב']
    for (const name of spelt) expect(shownName(name)).toBe(name)
    expect(shownName('A\u200dB\u00ad\u2066')).toBe('A\\u{200D}B\\u{00AD}\\u{2066}')
    for (const blank of [' ', '\u3164', '\u200b', '\u2800\u00a0']) expect(shownName(blank)).toMatch(/^(\\u\{\w+\})+$/)
  })

  it('turns nothing around in a sentence', () => {
    expect(inSentence('\u202eA\u2069')).toBe('\u2068\\u{202E}A\\u{2069}\u2069')
  })
})

const sign = fc.constantFrom(
  'a',
  'A',
  ' ',
  '(',
  ')',
  '\\',
  '\u200b',
  '\u202e',
  '\u00a0',
  'ﬁ',
  'fi',
  '\\u{200B}',
  'é',
  'e\u0301',
  '\ufe0f',
)
const text = fc.array(sign, { minLength: 1, maxLength: 5 }).map((signs) => signs.join(''))
const named = fc.record({ destinationId: text, name: text, isNew: fc.boolean() })

it.each([
  ['Oakfield', `O${'\ufe00'.repeat(63)}akfield`],
  [
    'Kirkland Pickup Counter at the Great Northern Shopping Centre, Main Entrance',
    '\u212airkland Pickup Counter at the Great Northern Shopping Centre, Main Entrance',
  ],
  [
    'Kirkland Pickup Counter at the Great Northern Shopping Centre, Main Entrance',
    'Kirkland Pickup\u00a0Counter  at the Great Northern Shopping Centre, Main Entrance',
  ],
  [`Café ${'é'.repeat(70)}`, `Cafe\u0301 ${'e\u0301'.repeat(70)}`],
])('a long name is told apart from one that looks like it: %s', (name, other) => {
  const stores = [name, other].map((one, at) => ({ destinationId: `s${at}`, name: one, isNew: false }))
  expect(labelsOf(stores).every((label, at) => label.endsWith(`(s${at})`))).toBe(true)
})

describe('of any stores', () => {
  it('no two are called the same, none is left out, and none turns text around', () => {
    const lists = fc.uniqueArray(named, { selector: ({ destinationId }) => destinationId, maxLength: 12 })
    fc.assert(
      fc.property(lists, (stores) => {
        const told = toldApart(stores)
        const labels = told.map(({ label }) => label)
        expect(new Set(labels).size).toBe(stores.length)
        expect(labels.filter((label) => /\p{Cf}/u.test(label))).toEqual([])
        const bare = told.filter(({ label, name }) => label === shownName(name))
        expect(new Set(bare.map(({ name }) => seenAs(name))).size).toBe(bare.length)
        expect(told.map(({ isNew }) => isNew)).toEqual(
          stores.map(({ isNew }) => isNew).sort((a, b) => Number(a) - Number(b)),
        )
      }),
      { numRuns: 500 },
    )
  })
})
