import { describe, expect, it } from 'vitest'
import { ToldValues } from '@/lib/redaction/told-values'

const valuesOf = (details: Record<string, string>, declared = {}) => {
  const values = new ToldValues(20)
  for (const [key, value] of Object.entries(details)) values.hear(key, value, declared)
  return values
}

describe('by what a customer can be reached', () => {
  it('stands in a sentence, however it is written there', () => {
    const values = valuesOf({ phone: '020 7946 0123', 'Car Plate': 'AB12 CDE', 'E-mail': 'Priya@Shop.example' })
    for (const text of [
      'rings from +44 20 7946-0123',
      'grey Corsa ab12-cde',
      'for priya@shop.example.',
      'PRIYA@shop.example’s visits',
    ])
      expect([text, values.areIn(text)]).toEqual([text, true])
    for (const text of [
      '020 7946 0124',
      'AB12 CDF',
      'apriya@shop.example',
      'priya@shop.example.org',
      'Ringwood',
      '2026',
    ])
      expect([text, values.areIn(text)]).toEqual([text, false])
  })

  it('is not what a project has declared as nobody’s, nor what only looks so', () => {
    const told = { mail: 'desk@shop.example', Basket: 'b-77120', Ref: '4006381333931', Car: 'BMW 320' }
    const values = valuesOf(told, { mail: 'none' })
    for (const text of Object.values(told)) expect([text, values.areIn(text)]).toEqual([text, false])
  })

  it('has a bound, however much an app tells', () => {
    const values = valuesOf(
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`mail ${at}`, `p${at}@shop.example`])),
    )
    expect([values.areIn('p0@shop.example'), values.areIn('p299@shop.example')]).toEqual([true, false])
  })
})
