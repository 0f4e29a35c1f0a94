import { expect, it } from 'vitest'
import { lookingTime } from '@/lib/privacy/looking-time'

const none = new Set<string>()
const details = (count: number, of: (n: number) => [string, string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => of(n)))

it('is short for what many orders call their details, however much those say', () => {
  const written = details(5, (n) => [`Items ${n}`, 'six bags of flour, two of sugar '.repeat(30)])
  const odd = details(50, (n) => [`${'äö'.repeat(31)}${n}`, ''])
  const known = new Set(Object.keys(written))
  // Two megabytes of either.
  expect(400 * lookingTime(written, known)).toBeLessThan(150_000)
  expect(300 * lookingTime(odd, none)).toBeGreaterThan(900_000)
})

it('is as short for a usual order whose names nobody has used before as what is left of a long one takes', () => {
  const usual = details(9, (n) => [`Detail ${n}`, 'some value'])
  expect(lookingTime(usual, none)).toBeLessThan(150)
  expect(lookingTime(usual, new Set(Object.keys(usual)))).toBeLessThan(60)
})

it('is no longer for what is written in other letters than it takes to read those', () => {
  const orderOf = (text: string) => details(10, (n) => [`Detail ${n}`, text.repeat(3).slice(0, 60)])
  for (const text of [
    'έξι σακούλες αλεύρι, δύο ζάχαρη ',
    'шесть пакетов муки, два сахара ',
    'sechs Säcke Mehl, zwei Gläser Öl ',
  ]) {
    const order = orderOf(text)
    // Four hundred orders of 600 characters.
    expect(400 * lookingTime(order, new Set(Object.keys(order)))).toBeLessThan(150_000)
  }
})
