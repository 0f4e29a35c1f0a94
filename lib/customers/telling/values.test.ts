import { describe, expect, it } from 'vitest'
import { Values } from '@/lib/customers/telling/values'

const valuesOf = (details: Record<string, string>, declared = {}) => {
  const values = new Values()
  for (const [key, value] of Object.entries(details)) values.hear(key, value, declared)
  return values
}

describe('by what a customer can be reached', () => {
  it('stands in a sentence, however it is written there', () => {
    const values = valuesOf({ phone: '020 7946 0123', 'Car Plate': 'AB12 CDE', Ref: 'Priya@Shop.example' })
    for (const text of [
      'rings from +44 20 7946-0123',
      'grey Corsa ab12-cde',
      'for priya@shop.example.',
      'PRIYA@shop.example’s visits',
    ])
      expect([text, values.in(text).length > 0]).toEqual([text, true])
    for (const text of [
      '020 7946 0124',
      'AB12 CDF',
      'apriya@shop.example',
      'priya@shop.example.org',
      'Ringwood',
      '2026',
    ])
      expect([text, values.in(text).length > 0]).toEqual([text, false])
  })

  it('is not what a project has declared as nobody’s, nor what is told beside it', () => {
    const values = valuesOf({ mail: 'desk@shop.example', Basket: 'b-77120', Bay: 'AB12' }, { mail: 'none' })
    for (const text of ['desk@shop.example', 'b-77120', 'AB12'])
      expect([text, values.in(text).length > 0]).toEqual([text, false])
  })

  it('has a bound, however much an app tells', () => {
    const values = valuesOf(
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`d${at}`, `p${at}@shop.example`])),
    )
    expect([values.in('p0@shop.example').length, values.in('p299@shop.example').length]).toEqual([1, 0])
  })
})
