import { expect, it } from 'vitest'
import { toldByNames } from '@/lib/redaction/told-by-names'

const goneOf = (keys: string[], names: string[] = [], said: [string, string][] = []) =>
  toldByNames({ declared: {}, keys, names, said })

it('no detail goes for what its own name only looks like', () => {
  const items = ['4006381333931', 'item 1234567', 'gtin_0401234567890', 'utm_1700000000', 'SKU 1234', 'SKU1234']
  const others = ['PO 4711', 'ISO 9001', 'B-1042', 'LOC-A-12', 'BAY 104', '1000 pcs', 'FAQ 404', 'ring 01632 960 983']
  expect(goneOf([...items, ...others], ['Ann Smith'], [['phone', '01632 960 984']])).toEqual([])
})

it('one goes for a phone or a plate that another tells, however it is written, and for an e-mail address', () => {
  const keys = ['ring +44 1632 960-983', 'nm12pry', 'x@priya.example', 'NM12 PRZ']
  const said: [string, string][] = [
    ['Telefon', '01632 960983'],
    ['Car Plate', 'NM12 PRY'],
  ]
  expect(goneOf(keys, [], said)).toEqual(['ring +44 1632 960-983', 'nm12pry', 'x@priya.example'])
})

it('one goes for a whole name, and not for what stands for any customer, nor for one word', () => {
  const keys = ['bags of Smith, Ann', 'for 田中太郎', 'Web order no.', 'Click and Collect slot', 'Bay', 'Pick up']
  const names = ['Ann Smith', '田中太郎', 'Web Order', 'Click & Collect', 'Bay', 'PickUp']
  expect(goneOf(keys, names)).toEqual(['bags of Smith, Ann', 'for 田中太郎'])
})
