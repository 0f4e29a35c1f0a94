import { expect, it } from 'vitest'
import { whatTells } from '@/lib/redaction/what-tells'

type Pairs = [string, string][]

const goneOf = async (keys: string[], names: string[] = [], said: Pairs = []) =>
  Object.keys(await whatTells({ declared: {}, keys, names, said, others: [] }))

const emptiedOf = async (others: Pairs, names: string[] = [], said: Pairs = []) =>
  Object.entries(await whatTells({ declared: { slogan: 'none' }, keys: [], names, said, others }))

it('no detail goes for what its own name only looks like', async () => {
  const items = ['4006381333931', 'item 1234567', 'gtin_0401234567890', 'utm_1700000000', 'SKU 1234', 'SKU1234']
  const others = ['PO 4711', 'ISO 9001', 'B-1042', 'LOC-A-12', 'BAY 104', '1000 pcs', 'FAQ 404', 'ring 01632 960 983']
  expect(await goneOf([...items, ...others], ['Ann Smith'], [['phone', '01632 960 984']])).toEqual([])
})

it('one goes for a phone or a plate that another tells, however it is written, and for an e-mail address', async () => {
  const keys = ['ring +44 1632 960-983', 'nm12pry', 'x@priya.example', 'NM12 PRZ']
  const said: Pairs = [
    ['Telefon', '01632 960983'],
    ['Car Plate', 'NM12 PRY'],
  ]
  expect(await goneOf(keys, [], said)).toEqual(['ring +44 1632 960-983', 'nm12pry', 'x@priya.example'])
})

it('one goes for a whole name, and not for what stands for any customer, nor for one word', async () => {
  const keys = ['bags of Smith, Ann', 'for 田中太郎', 'Web order no.', 'Click and Collect slot', 'Bay', 'Pick up']
  const names = ['Ann Smith', '田中太郎', 'Web Order', 'Click & Collect', 'Bay', 'PickUp']
  expect(await goneOf(keys, names)).toEqual(['bags of Smith, Ann', 'for 田中太郎'])
})

it('a value goes for a whole name, for a phone or a plate that another detail tells, and for an e-mail address', async () => {
  const others: Pairs = [
    ['slip', 'for Theodora Quillfeather'],
    ['label', 'QUILLFEATHER, THEODORA'],
    ['ref2', 'rings from +44 7700 900777'],
    ['kz', 'ab12cde'],
    ['receipt', 'sent to t@quill.example'],
  ]
  const kept: Pairs = [
    ['ref3', '07700 900778'],
    ['sku', '4006381333931'],
    ['shade', 'Theodora'],
    ['slogan', 'Theodora Quillfeather’s best'],
  ]
  const said: Pairs = [
    ['phone', '07700 900777'],
    ['plate', 'AB12 CDE'],
  ]
  const gone = await emptiedOf([...others, ...kept], ['Theodora Quillfeather'], said)
  expect(gone).toEqual(others.map(([key]) => [key, true]))
})
