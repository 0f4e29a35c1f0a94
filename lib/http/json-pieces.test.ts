import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsMoreThan, piecesOf } from '@/lib/http/json-pieces'

/** A text read in pieces, put together again; or why not. */
function readIn(text: string): unknown {
  const { envelope, pieces } = piecesOf(text, 1000)
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope)) return envelope
  const lists = Object.entries(envelope).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map((place) => JSON.parse(pieces[place] ?? '')) : value,
  ])
  return Object.fromEntries(lists)
}

const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '\\"', ']', '[{', ',', '\u2028', '\\\\"'))
const value = fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }).map((made) => (Object.is(made, -0) ? 0 : made))

describe('a batch that is read piece by piece', () => {
  it('says what it says when it is read at once, however it is written', () => {
    const batch = fc.dictionary(text, fc.oneof(fc.array(fc.oneof(value, text)), text), { noNullPrototype: true })
    fc.assert(
      fc.property(batch, fc.constantFrom(undefined, 1, '\t'), (made, indent) => {
        const written = JSON.stringify(made, null, indent)
        // Keys such as __proto__ are data in both.
        expect(Object.entries(readIn(written) as object)).toEqual(Object.entries(JSON.parse(written)))
      }),
    )
  })

  it.each([
    '',
    '{',
    '{"entries":[1,]}',
    '{"entries":[,1]}',
    '{"entries":[1 2]}',
    '{"entries":[1}',
    '{"entries":[{]}]}',
    '{"entries":[1]]}',
    '{"entries":["a]}',
    '{"entries":[1],}',
    '{"entries":[ , ]}',
  ])('is as malformed as it is when it is read at once: %s', (written) => {
    expect(() => JSON.parse(written)).toThrow()
    expect(() => readIn(written)).toThrow()
  })

  it('has no more items than it may, and little besides', () => {
    expect(() => piecesOf(`{"entries":[${'1,'.repeat(1000)}1]}`, 1000)).toThrow(/field/)
    expect(() => piecesOf(`{"projectId":"${'a'.repeat(70_000)}"}`, 1000)).toThrow(/field/)
  })
})

it('what holds too much is told from what does not, however deep', () => {
  expect(holdsMoreThan({ a: 1, b: [1, { c: 2 }] }, 5)).toBe(false)
  expect(holdsMoreThan({ a: 1, b: [1, { c: 2 }] }, 4)).toBe(true)
  expect(holdsMoreThan(null, 0)).toBe(false)
})
