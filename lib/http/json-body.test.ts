import { expect, it } from 'vitest'
import { jsonOf, refuseIllFormedText } from '@/lib/http/json-body'

const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

it('is read in 64 levels at most, whatever stands in its texts', () => {
  const deep = `[${'{"a":['.repeat(31)}1${']}'.repeat(31)},{"b":"${'[{'.repeat(100)}\\"[["}]`
  expect(jsonOf(deep)).toEqual(JSON.parse(deep))
  expect(jsonOf(JSON.stringify(nested(64)))).toEqual(nested(64))
  // Behind each other they are no levels.
  const flat = `[${'{},[],'.repeat(1_000)}1]`
  expect(jsonOf(flat)).toEqual(JSON.parse(flat))
  for (const text of [
    JSON.stringify(nested(65)),
    '['.repeat(40_000),
    `"\\"${'{'.repeat(65)}`,
    `["\\\\",${'['.repeat(64)}`,
  ]) {
    expect(() => jsonOf(text)).toThrow(SyntaxError)
  }
  expect(() => jsonOf(JSON.stringify(nested(65)))).toThrow('it is nested in more than 64 levels')
})

const placesOf = (value: unknown): string[] => {
  try {
    refuseIllFormedText(value)
    return []
  } catch (error) {
    return (error as { extras: { errors: { path: string }[] } }).extras.errors.map(({ path }) => path).sort()
  }
}

it('is Unicode without NUL in each text and key; up to twenty places are named', () => {
  expect(placesOf({ a: ['x', { b: 1, c: null, d: true }], 'é🚗': '🚗' })).toEqual([])
  expect(placesOf('\u0000')).toEqual([''])
  expect(placesOf({ a: ['x', { b: '\ud83d' }], c: { '\u0000': 1 }, '\ude97': 2 })).toEqual(['', 'a.1.b', 'c'])
  expect(placesOf(Array.from({ length: 1_000 }, () => '\u0000'))).toHaveLength(20)
  expect(placesOf(Array.from({ length: 1_000 }, () => ({ '\u0000': 1 })))).toHaveLength(20)
})
