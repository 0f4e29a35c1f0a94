import { expect, it } from 'vitest'
import { beginningsOf } from '@/lib/privacy/beginnings'
import { maskOrder } from '@/lib/privacy/masking'

const most = { details: 8, characters: 40 }
const long = 'x'.repeat(41)
const noNames: string[] = []

it('leaves what is short as it is', () => {
  const hsFields = { Bay: '7', Plate: 'AB12 CDE' }
  expect(beginningsOf(hsFields, most, noNames)).toEqual({ hsFields })
})

it.each([
  ['of a value', { Bay: long }, { Bay: long.slice(0, 40) }],
  ['of signs that are two characters', { Bay: '🚗'.repeat(41) }, { Bay: '🚗'.repeat(40) }],
  ['of names', { Bay: '7', [long]: '' }, { Bay: '7' }],
  [
    'of many',
    Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`F${n}`, '1'])),
    Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`F${n}`, '1'])),
  ],
])('leaves the beginning %s, and says that it is no more', (_, given, begun) => {
  expect(beginningsOf(given, most, noNames)).toEqual({ hsFields: begun, cut: { details: 0, characters: 40 } })
})

it('shows a name by its initials where what is missing may tell the family’s, and nothing of a value that was cut', () => {
  const { hsFields, cut } = beginningsOf({ Bay: long, Gate: '7', [`Family name ${long}`]: 'Ines' }, most, noNames)
  const shown = maskOrder({ customerName: 'Ines Prado', hsFields }, {}, cut)
  expect(shown).toEqual({ customerName: 'I. P.', hsFields: { Bay: '•••', Gate: '7' } })
})

it('leaves first what stands on the row, in the order in which it came', () => {
  const hsFields = Object.fromEntries([...Array.from({ length: 9 }, (_, n) => [`F${n}`, '1']), ['Parking Bay', '7']])
  const begun = beginningsOf(hsFields, most, ['Parking Bay']).hsFields
  expect(Object.keys(begun)).toEqual(['F0', 'F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'Parking Bay'])
})

it('names nobody in what a detail is called where what is missing may tell who that is, but what other orders call theirs', () => {
  const hsFields = { 'For Ines Prado': 'shelf 9', 'Order total': '4.20', 'Shelf code': 'B', Gate: '7', Note: long }
  const own = ['For Ines Prado', 'Gate', 'Note']
  const begun = beginningsOf(hsFields, { ...most, own }, noNames)
  const shown = maskOrder({ customerName: 'Anna Kowalska', hsFields: begun.hsFields }, {}, begun.cut)
  expect(shown.hsFields).toEqual({ '•••': 'shelf 9', 'Order total': '4.20', 'Shelf code': 'B', Gate: '7', Note: '•••' })
})
