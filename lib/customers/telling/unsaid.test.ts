import { describe, expect, it } from 'vitest'
import { ownName } from '@/lib/customers/model'
import { needleOf } from '@/lib/customers/telling/needle'
import { isHolding, Telling } from '@/lib/customers/telling/unsaid'
import type { Declared } from '@/lib/privacy/model'

const telling = () => {
  const needle = needleOf({ kind: 'phone', value: '+44 20 7946 0123' })
  if (!needle) throw new Error('That is a phone.')
  return new Telling({ needle, declared: {} })
}

const keysOf = (details: Record<string, string>, devices: string[] = [], names: string[] = []) => {
  const told = telling()
  for (const name of names) told.hearName(name)
  for (const device of devices) told.hearId(device)
  told.hear(details)
  return told.keysIn(details).sort()
}

describe('what an app knows a customer by', () => {
  it.each([
    'Customer ID',
    'memberNumber',
    'Loyalty card no.',
    'Kundennummer',
    'número de socio',
    'numéro d’utilisateur',
    "numéro d'adhérent",
    'identifiant du compte',
    'N° client',
    'device token',
  ])('is a customer’s where a detail is called %s', (name) => {
    expect(keysOf({ [name]: 'a4-77' })).toEqual([name])
  })

  it.each(['No contact', 'no-contact', 'Parking Bay', 'Order number', 'number of people'])(
    'is nobody’s where a detail is called %s',
    (name) => {
      expect(keysOf({ [name]: 'a4-77' })).toEqual([])
    },
  )

  it('is found where the phone stands beside other digits, also in a detail that is declared as nobody’s', () => {
    const needle = needleOf({ kind: 'phone', value: '+44 20 7946 0123' })
    if (!needle) throw new Error('That is a phone.')
    const told = new Telling({ needle, declared: { slot: 'none' } })
    expect(told.keysIn({ slot: '020 7946 0123 (18:30)', bay: '4', when: '18:30' })).toEqual(['slot'])
  })

  it('is no day in one piece, where a detail says that it tells one', () => {
    const needle = needleOf({ kind: 'phone', value: '+45 20 26 11 22' })
    if (!needle) throw new Error('That is a phone.')
    const isIn = (key: string, declared: Declared = {}) => isHolding({ [key]: '20261122' }, needle, declared)
    for (const key of ['Pickup date', 'slot', 'Abholtermin', 'fecha de recogida', 'timeSlot', 'day'])
      expect([key, isIn(key)]).toEqual([key, false])
    for (const key of ['Ref', 'phone', 'daytime phone', 'order']) expect([key, isIn(key)]).toEqual([key, true])
    expect(isIn('slot', { slot: 'phone' })).toBe(true)
  })

  it.each([
    ['José Hernández', 'for JOSE HERNANDEZ'],
    ['Jürgen Müller', 'JURGEN MULLER, order 4'],
    ['Jürgen Müller', 'JUERGEN MUELLER'],
    ['Søren Kjær', 'soren kjaer'],
    ['Anna Ordermann', 'Ordermann, Anna'],
    ['Anna Ordermann', 'anna.ordermann'],
    ['José Quartermaine', 'jose.quartermaine'],
  ])('is the name of %s also where it is written "%s"', (name, written) => {
    expect(keysOf({ Slip: written, Note: 'Anna, or José' }, [], [name])).toEqual(['Slip'])
    const told = telling()
    told.hearName(name)
    expect([told.isNamedIn(written), told.isNamedIn('Anna, or José')]).toEqual([true, false])
  })

  it('is found wherever it stands by itself; a word is not', () => {
    expect(keysOf({ 'Customer ID': 'cust-77120', basket: ' CUST-77120', other: 'cust-77121' })).toEqual([
      'Customer ID',
      'basket',
    ])
    expect(keysOf({ 'Customer ID': 'contactless', basket: 'contactless' })).toEqual(['Customer ID'])
    expect(keysOf({ basket: 'install-abc', other: 'install' }, ['install-abc'])).toEqual(['basket'])
  })

  it('is their name, of one word where that is all there is', () => {
    const names = ['priya rao', 'rao']
    expect(keysOf({ a: 'for Priya  Rao, please', b: 'Rao', c: 'Raoul', d: 'rao rice' }, [], names)).toEqual(['a', 'b'])
  })

  it('is found in a detail’s own name as well, which goes then, but for the retailer’s own word', () => {
    const needle = needleOf({ kind: 'phone', value: '+44 20 7946 0123' })
    if (!needle) throw new Error('That is a phone.')
    const told = new Telling({ needle, declared: { 'Rao Priya': 'none' } })
    told.hear({ [ownName]: 'Priya Rao', 'Customer ID': 'cust-77120', Rufnummer: '01632 960983', plate: 'NM12 PRY' })
    const naming = [
      'call 020 7946 0123',
      'bagsOfPriya_Rao',
      'CUST-77120',
      '01632 960 983',
      'nm12-pry',
      'p@priya.example',
    ]
    const others = ['Priya', 'Bay', 'Rao Priya', '2026-11-22 18:00', 'Item 7']
    const details = Object.fromEntries([...naming, ...others].map((name) => [name, null]))
    expect(told.keysIn(details)).toEqual(naming)
    expect(others.filter((name) => told.isInName(name))).toEqual([])
    told.note({ 'call 020 7946 0123': '2', Ref: '020 7946 0123' })
    expect(told.speakable()).toEqual(['Ref'])
    for (const name of ['ring (020) 79460123', 'ring 00442079460123']) {
      expect(isHolding({ [name]: null }, needle, {})).toBe(true)
    }
    expect(isHolding({ 'ring 020 7946 0124': null }, needle, {})).toBe(false)
  })

  it.each(['Name', 'customerName', 'Customer name 2', 'Guest', 'Shopper name', 'Courier name', 'Collected by'])(
    'is under which name their orders stand, and not whom a detail called "%s" names',
    (key) => {
      const told = telling()
      told.hear({ [ownName]: 'Anna Kowalska', [key]: 'Ben Jones', 'Driver last name': 'de la Cruz' })
      expect(told.keysIn({ Served: 'Ben Jones', Stop: 'Calle de la Cruz', Hint: 'Anna Kowalska' })).toEqual(['Hint'])
      expect([told.isName('Ben Jones'), told.isNamedIn('Ben Jones complains')]).toEqual([false, false])
    },
  )

  it('is one of very many that orders told, found as fast', () => {
    const told = telling()
    for (let n = 0; n < 1_500; n += 1) told.hearName(`Some${n} Body${n % 7}`)
    for (let n = 0; n < 200; n += 1) told.hearName(`山田太郎${n}`)
    told.hearName('Theodora Quill')
    told.hearName('佐藤花子')
    const text = Array.from({ length: 2_000 }, (_, n) => `Body${n}`).join(' ')
    expect(told.keysIn({ Hint: 'Quill, Theodora waits', Rest: `${text} x佐藤花子様`, Other: text })).toEqual([
      'Hint',
      'Rest',
    ])
  })

  it('is their name as it was told, and as tills write it, where a capital stands within', () => {
    const details = { 'Label for Ann McDonald': '1', slip: 'Label for McDonald, Ann', till: 'MCDONALD ANN' }
    expect(keysOf({ ...details, Ann: '1', shade: 'McDonald red' }, [], ['Ann McDonald'])).toEqual(
      Object.keys(details).sort(),
    )
  })

  it('is not what a detail’s own name only looks like, nor what stands for any customer, nor one word', () => {
    const told = telling()
    const names = [
      '4006381333931',
      'SKU 1234',
      'BAY 104',
      '1000 pcs',
      'PO 4711',
      'gtin_0401234567890',
      'utm_1700000000',
    ]
    const others = ['Web order no.', 'Click and Collect slot', 'Bay', 'McDonald bags', '01632 960 983']
    const details = Object.fromEntries([...names, ...others].map((name) => [name, '1']))
    told.hear({ ...details, [ownName]: 'Web Order' })
    for (const name of ['Click & Collect', 'Bay', 'McDonald']) told.hearName(name)
    expect(told.keysIn(details)).toEqual([])
    for (const text of [...names, ...others]) expect([text, told.valuesIn(text)]).toEqual([text, []])
  })

  it.each(['Web Order', 'Guest', 'Click & Collect', '-', 'Anna'])('is not what may stand for anybody: "%s"', (name) => {
    const told = telling()
    told.hear({ [ownName]: name })
    const asked = [told.isName(name), told.isNamedIn(name), told.isNamedIn(`All ${name} today`)]
    expect(asked).toEqual([false, false, false])
    expect(told.keysIn({ Source: `${name} today` })).toEqual([])
  })

  it('is no words that stand apart from each other', () => {
    const told = telling()
    told.hear({ [ownName]: 'Rosa Weiß' })
    for (const text of ['T-Shirt rosa, Jeans weiß', 'Hemden weiß, Blusen rosa'])
      expect([text, told.keysIn({ Items: text, [text]: '2' }), told.isNamedIn(text)]).toEqual([text, [], false])
    for (const name of ['山田 太郎', '김 철수', 'دعاء علي', 'דוד כהן']) told.hear({ [ownName]: name })
    for (const Hint of ['山田 太郎様', '김 철수님 대기', 'طلب لدعاء علي', 'הזמנה לדוד כהן'])
      expect([Hint, told.keysIn({ Hint })]).toEqual([Hint, ['Hint']])
    for (const name of ['森健太', '田中一', '김철수']) told.hear({ [ownName]: name })
    for (const other of ['大森健太様', '田中一郎様', '山田 太郎丸 大山', 'דוד כהנא'])
      expect([other, told.isNamedIn(other), told.isInName(other)]).toEqual([other, false, false])
    for (const view of ['森健太様', '田中一', '김철수님 대기'])
      expect([view, told.isNamedIn(view)]).toEqual([view, true])
    told.hear({ [ownName]: 'Ed Li' })
    expect([told.keysIn({ Items: 'closed lists' }), told.isNamedIn('Delayed lines')]).toEqual([[], false])
    expect([told.keysIn({ Hint: 'WEISS, ROSA' }), told.isNamedIn('for Rosa Weiss')]).toEqual([['Hint'], true])
  })

  it('is emptied everywhere under the name of a detail that tells once', () => {
    const told = telling()
    told.hear({ [ownName]: 'Priya Rao' })
    for (const details of [{ a: 'Priya R.' }, { a: 'for priya rao', b: '020 7946 0123' }, { c: 'none' }])
      told.note(details)
    expect([...told.also].sort()).toEqual(['a', 'b'])
  })
})

/** The longest that a part of some work has kept everything else waiting. */
function longestPart(parts: Iterable<() => void>): number {
  let longestMs = 0
  for (const part of parts) {
    const startedAt = performance.now()
    part()
    longestMs = Math.max(longestMs, performance.now() - startedAt)
  }
  return longestMs
}

describe('however much an app tells', () => {
  it('as many names as are held make no part of looking for them long, and a name beyond is found by itself', () => {
    const told = telling()
    const wordOf = (at: number) => Array.from(String(at), (digit) => 'cdefghijkl'[Number(digit)]).join('')
    const names = Array.from({ length: 20_000 }, (_, at) => `b${wordOf(at)} ${'ab'.repeat(98)}`)
    const value = `${'ab'.repeat(480)} `
    const details = Array.from({ length: 2_000 }, (_, at) => ({ [`d${at}`]: `${value}${at}` }))
    const longestMs = longestPart([
      ...names.map((name) => () => told.hear({ [ownName]: name })),
      ...details.map((some) => () => told.note(some)),
    ])
    expect([...told.also]).toEqual([])
    expect(
      told.keysIn({ within: `x ${names[77]} y`, whole: names[9_000] ?? '', beyond: `x ${names[9_000]} y` }),
    ).toEqual(['within', 'whole'])
    // All of them at once are some seconds' work and some gigabytes; a part is bounded, on a busy machine as well.
    expect(longestMs).toBeLessThan(1_000)
  })

  it('of the names of details no more are held than a statement may have', () => {
    const told = telling()
    for (let at = 0; at < 5_000; at++) told.note({ [`d${at}`]: '020 7946 0123' })
    expect(told.also.size).toBe(500)
    expect(told.keysIn({ d4999: '020 7946 0123' })).toEqual(['d4999'])
  })
})
