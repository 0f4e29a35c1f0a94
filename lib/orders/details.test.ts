import { describe, expect, it } from 'vitest'
import { bytesOfDetails, DetailsInput, DetailsPatchInput } from '@/lib/orders/details'

const messages = (value: unknown, schema: typeof DetailsInput | typeof DetailsPatchInput = DetailsInput) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe("an order's details", () => {
  it('count as the bytes in which they are told: a text of control characters six times', () => {
    expect(bytesOfDetails({ Bay: '4é' })).toBe('{"Bay":"4é"}'.length + 1)
    expect(bytesOfDetails({ Bay: '\u0001'.repeat(100) })).toBeGreaterThan(600)
  })

  it('are texts under any key; numbers and yes or no become text', () => {
    const given = JSON.parse('{"__proto__":"x","Bay":4,"Paid":true,"Note":"","é🚗":"🚗"}')
    const taken = DetailsInput.parse(given)
    expect(Object.entries(taken)).toEqual([
      ['__proto__', 'x'],
      ['Bay', '4'],
      ['Paid', 'true'],
      ['Note', ''],
      ['é🚗', '🚗'],
    ])
  })

  it('count characters as people do: an emoji is one', () => {
    expect(messages({ ['🚗'.repeat(64)]: '🚗'.repeat(1000) })).toBeUndefined()
    expect(messages({ a: '🚗'.repeat(1001) })).toEqual(['a: At most 1000 characters'])
  })

  it('have no sign that stands for so many that they would be too long', () => {
    expect(messages({ ['\ufdfa'.repeat(3)]: '\ufdfa'.repeat(55), ['é'.repeat(64)]: '½'.repeat(300) })).toBeUndefined()
    const long = '\ufdfa'.repeat(4)
    expect(messages({ [long]: '', a: '\ufdfa'.repeat(56) })).toEqual([
      `${long}: A key has at most 64 characters, with each sign that stands for several written out (Unicode NFKC)`,
      'a: Expected at most 1000 characters, with each sign that stands for several written out (Unicode NFKC)',
    ])
  })

  it('have no more marks in a row than any script writes: to order them takes the square of their number', () => {
    const marks = (many: number) => `a${'\u0345\u0302\u0321'.repeat(many / 3)}`
    expect(messages({ [marks(30)]: `Zoë ${marks(30).repeat(30)}` })).toBeUndefined()
    expect(messages({ [marks(33)]: '', a: `Zoë ${marks(33)}`, b: '\u0301'.repeat(1000) })).toEqual([
      `${marks(33)}: A key has at most 30 combining marks in a row`,
      'a: Expected at most 30 combining marks in a row',
      'b: Expected at most 30 combining marks in a row',
    ])
    expect(messages({ a: `${marks(30)}\u00ad${marks(3).slice(1)}`, b: `\u200d${marks(30)}` })).toEqual([
      'a: Expected at most 30 combining marks in a row',
    ])
    // Whatever becomes a mark where it is written out counts as one.
    const points = Array.from({ length: 0x110000 }, (_, point) => point).filter((point) => point >> 11 !== 0x1b)
    const begins = points
      .map((point) => String.fromCodePoint(point))
      .filter((sign) => /^\p{M}/u.test(sign.normalize('NFKC')))
    // But for two vowels, which are marks that stand where they are written.
    const refused = begins.filter((sign) => messages({ a: sign.repeat(31) }))
    expect(begins.filter((sign) => !refused.includes(sign))).toEqual(['\u0e33', '\u0eb3'])
  })

  it('refuse a number that could not be kept exactly, rather than keep another', () => {
    const advice = 'This number cannot be kept exactly: send it as text'
    expect(messages(JSON.parse('{"a":12345678901234567890,"b":1e400}'))).toEqual([`a: ${advice}`, `b: ${advice}`])
  })

  it('refuse what is nested, however deep and whatever it calls its own', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    const nested = { a: deep, b: JSON.parse('{"toString":null}'), c: null }
    expect(messages(nested)).toEqual(['a: Expected text', 'b: Expected text', 'c: Expected text'])
  })

  it('are removed by null in an update alone', () => {
    expect(DetailsPatchInput.parse({ a: null, b: 'x' })).toEqual({ a: null, b: 'x' })
    expect(messages({ a: undefined, b: {} }, DetailsPatchInput)).toEqual(['a: Expected text', 'b: Expected text'])
  })
})
