import { expect, it } from 'vitest'
import { kindOf } from '@/lib/privacy/fields'
import { isOfOthers } from '@/lib/redaction/of-others'
import { whatTells } from '@/lib/redaction/what-tells'

type Pairs = [string, string][]

const goneOf = async (keys: string[], names: string[] = [], said: Pairs = []) => {
  const details: Pairs = [...said, ...keys.map((key): [string, string] => [key, 'x'])]
  return Object.keys(await whatTells({ declared: {}, names, details }))
}

const emptiedOf = async (others: Pairs, names: string[] = [], said: Pairs = []) =>
  Object.entries(await whatTells({ declared: { slogan: 'none' }, names, details: [...said, ...others] }))

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

it('what tells a part of a name takes nothing along', async () => {
  const parts: Pairs = [
    ['First name', 'Juan'],
    ['Last name', 'de la Cruz'],
    ['Cashier first name', 'Rosa'],
    ['Cashier last name', 'Weiß'],
  ]
  const others: Pairs = [
    ['Stop', 'San Juan de Dios'],
    ['Items', '2 Hemden rosa-weiß'],
  ]
  expect(await emptiedOf(others, ['Juan'], parts)).toEqual([])
})

it('a value goes for a whole name, for a phone or a plate that another detail tells, and for an e-mail address', async () => {
  const others: Pairs = [
    ['slip', 'for Theodora Quillfeather'],
    ['label', 'QUILLFEATHER, THEODORA'],
    ['ref2', 'rings from +44 7700 900777'],
    ['kz', 'ab12cde'],
    ['receipt', 'sent to t@quill.example.'],
  ]
  const kept: Pairs = [
    ['ref3', '07700 900778'],
    ['sku', '4006381333931'],
    ['shade', 'Theodora'],
    ['slogan', 'Theodora Quillfeather’s best'],
    ['Served by', 'jane@store.example'],
    ['Menu', 'https://shop.example/@menu/today.html'],
  ]
  const said: Pairs = [
    ['phone', '07700 900777'],
    ['plate', 'AB12 CDE'],
    ['E-Mail', 'T@quill.example'],
  ]
  const gone = await emptiedOf([...others, ...kept], ['Theodora Quillfeather'], said)
  expect(gone).toEqual(others.map(([key]) => [key, true]))
})

it.each([
  ['Rosa Weiss', 'Items', '1x T-Shirt rosa, 1x Jeans weiß'],
  ['Will Long', 'Kitchen', 'Pizza will take as long as 20 minutes'],
  ['Rose Brown', 'Items', '2x Rose wine, 1x Brown bread'],
  ['Ann Lee', 'City', 'Ann Arbor, Lee County'],
  ['Paris Hill', 'Store', 'Hill Street, Paris'],
])('a value that has the words of %s by chance is kept', async (name, key, value) => {
  expect(await emptiedOf([[key, value]], [name])).toEqual([])
})

it('what a campaign, a partner or a shop is called, or its phone, takes nothing along', async () => {
  const told: Pairs = [
    ['campaignName', 'Black Friday'],
    ['partnerName', 'Whole Foods'],
    ['supportPhone', '0800 123456'],
  ]
  const kept: Pairs = [
    ['Basket', '1x Black Friday box, 2x cola'],
    ['Branch', 'Whole Foods Market, Main St'],
    ['Store line', '0800 123456'],
  ]
  expect(await emptiedOf(kept, [], told)).toEqual([])
  // They are hidden and emptied themselves all the same: a partner, a host or a device may be somebody.
  const names = [
    'Partner name',
    'Carrier name',
    'Host name',
    'Cash App name',
    'Device name',
    'Room service name',
    'Help phone',
  ]
  expect(names.filter((name) => kindOf(name, {}) === 'none')).toEqual([])
})

it.each([
  'campaignName',
  'Black Friday campaign name',
  'Kampagnenname',
  'PARTNER_NAME',
  'Partner phone number 2',
  'storePhone',
  'Telefono de la tienda',
  'Customer service phone',
  'Support e-mail',
  'Firmenname',
  'Pickup store phone',
  'Contact store phone (main)',
  'Store phone ext',
  'pickupPartnerName',
  'Store display name',
  'Courier company name',
  'Driver company phone',
  'Promo code name',
  'Contact center phone',
  'Pickup location phone',
  'Store contact phone',
  'store_contact_number',
  'Pickup store email',
  'Store email address',
  'Phone number of the store',
  'Store manager phone',
  'Store WhatsApp',
  'Store callback number',
  'Support phone UK',
  'Help desk phone',
  'Helpdesk phone',
  'Support hotline phone',
  'Support team email',
  'Customer service center phone',
  'Guest services phone',
  'Service contact phone',
  'Kundenservice-Telefon',
  'Supportkontakt Telefon',
  'Téléphone service client',
  'Carrier contact name',
  'Teléfono de atención al cliente',
])('%s is not what the customer is called, nor where they are reached', async (key) => {
  const told: Pairs = [[key, /name/i.test(key) ? 'Maria Weiss' : '07700 900123 m@x.example']]
  expect(await emptiedOf([['Ref', 'Maria Weiss 07700 900123 m@x.example']], [], told)).toEqual([])
})

it.each([
  ['Confirmed name', {}],
  ['Name for confirmation', {}],
  ['Restored name', {}],
  ['Promoter name', {}],
  ['Website user name', {}],
  ['Self-service customer name', {}],
  ['Courier company driver name', {}],
  ['In-store contact name', {}],
  ['Store pickup person', {}],
  ['Store pickup name', {}],
  ['Store courier name', {}],
  ['Spouse/partner name', {}],
  ['Nombre confirmado', {}],
  ['Partner name', { 'Partner name': 'name' }],
  ['In-store contact', { 'in store CONTACT': 'name' }],
] as const)('%s is the customer’s, and goes wherever it stands', async (key, declared) => {
  const details: Pairs = [
    [key, 'Maria Weiss'],
    ['Ref', 'for Maria Weiss'],
  ]
  expect(await whatTells({ declared, names: [], details })).toEqual({ Ref: true })
})

it.each([
  ['Confirmed phone', {}],
  ['Delivery service customer phone', {}],
  ['In-store contact phone', {}],
  ['Website contact', { 'Website contact': 'phone' }],
  ['Support phone', { 'Support phone': 'phone' }],
  ['Pickup site plate', {}],
] as const)('%s is the customer’s, and goes wherever it is called', async (key, declared) => {
  const details: Pairs = [
    [key, /plate/.test(key) ? 'NM12 PRY' : '07700 900123'],
    ['Ref', 'ring 07700 900123 for nm12pry'],
  ]
  expect(await whatTells({ declared, names: [], details })).toEqual({ Ref: true })
})

it('a shopper, a helper and who accompanies them are customers all the same', async () => {
  const told: Pairs = [
    ['Shopper name', 'Anna Quill'],
    ['Helper name', 'Tom Hill'],
    ['Accompanying person name', 'Maria Weiss'],
  ]
  const said: Pairs = told.map(([key, name]) => [`slip of ${key.split(' ')[0]}`, `for ${name}`])
  expect(await emptiedOf(said, [], told)).toEqual(said.map(([key]) => [key, true]))
})

it('nothing goes for a plate that is but a part of another word, nor for what a car is', async () => {
  const items = ['Item 12345', 'Model 3 wiper blade', 'Model 30 x', 'Toyota RAV4 roof box', 'Bay 1234', 'BMW 320 mats']
  const said: Pairs = [
    ['plate', 'M 1234'],
    ['vehicle', 'Model 3'],
    ['car', 'Toyota RAV4'],
    ['auto', 'Bay 123'],
    ['Fahrzeug', 'BMW 320'],
  ]
  expect(await goneOf([...items, 'bags of M-1234', 'm1234'], [], said)).toEqual(['bags of M-1234', 'm1234'])
  expect(
    await emptiedOf(
      items.map((item) => ['basket', item]),
      [],
      said,
    ),
  ).toEqual([])
})

it('others have their turns in between, however much one order was told', async () => {
  const said: Pairs = Array.from({ length: 50 }, (_, at) => [`phone ${at}`, `0171 10${51 + at}581`])
  const row = '51 051 1581 52 15 81 867 105 15 81 949 12 34 56 78 90 11'
  const keys = Array.from({ length: 4_000 }, (_, at) => `${row} ${at}`)
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const others = keys.map((key): [string, string] => [key, row])
  await whatTells({ declared: {}, names: ['Ann Smith'], details: [...said, ...others] })
  isDone = true
  expect(turns).toBeGreaterThan(2)
})

it('a name of a detail is read through once, whatever is repeated in it', () => {
  const parts = ['1', 'main', 'ab ', 'no', 'store ', 'contact ', 'name ', 'phone1', 'of ', 'service client ', 'A', 'é']
  const keys = parts.map((part) => `store phone ${part.repeat(2_000)}x!`)
  expect(keys.filter(isOfOthers)).toEqual([])
})
