import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { needleOf, type ReadAs } from '@/lib/customers/telling/needle'

const finds = (kind: 'phone' | 'plate', asked: string, value: string, as: ReadAs = kind) =>
  needleOf({ kind, value: asked })?.isIn(value, as)

describe('a phone', () => {
  const written = ['+44 20 7946 0123', '+442079460123', '0044 20 7946 0123', '020 7946 0123', '(020) 7946-0123']
  it('is found however it is written, with and without its country', () => {
    for (const asked of [...written, '+44 (0)20 7946 0123']) {
      for (const value of written) expect([asked, value, finds('phone', asked, value)]).toEqual([asked, value, true])
    }
    expect(finds('phone', '+442079460123', '442079460123')).toBe(true)
    expect(finds('phone', '+1 (212) 555-0123', '212.555.0123')).toBe(true)
    expect(finds('phone', '+49 151 2345 6789', '0151/23456789')).toBe(true)
    expect(finds('phone', '+442079460123', 'please ring 020 7946 0123, bay 4', 'none')).toBe(true)
  })

  it.each([
    ['+7 912 348-78-37', '89123487837', '8 (912) 348-78-37', '9123487837', '+79123487837'],
    ['+36 20 128 7837', '06201287837', '06 20 128 7837', '201287837'],
    ['+370 612 87837', '861287837', '8 612 87837', '0 612 87837'],
    ['+375 29 128 78 37', '80291287837', '8 029 128 78 37'],
    ['+52 55 1346 7837', '55 1346 7837', '+52 1 55 1346 7837', '52 1 55 1346 7837'],
    ['+54 9 11 2345 7837', '11 2345 7837', '+54 11 2345 7837', '011 2345 7837'],
  ])('is found with what is dialled before it in its own country, or from abroad alone: %s', (...own) => {
    for (const asked of own)
      for (const value of own) expect([asked, value, finds('phone', asked, value)]).toEqual([asked, value, true])
    expect(finds('phone', own[0], `+44 ${own[1]}`)).toBe(false)
  })

  it('is found in the digits of other scripts, with what takes no room, and however it is parted', () => {
    const odd = [
      '０２０ ７９４６ ０１２３',
      '٠٢٠٧٩٤٦٠١٢٣',
      '۰۲۰ ۷۹۴۶ ۰۱۲۳',
      '020\u200b7946\u200b\u2060\u200b\u200b0123',
      '020\u00ad79460123',
    ]
    const scripts = [0x7c0, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xc66, 0xe50, 0xed0, 0x1040, 0x17e0, 0x1810, 0x104a0, 0x1e950]
    const of = (zero: number) => '020 7946 0123'.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
    odd.push(...scripts.map(of))
    const pattern = new RegExp(needleOf({ kind: 'phone', value: '020 7946 0123' })?.pattern ?? '', 'u')
    for (const zero of scripts) expect([zero, pattern.test(JSON.stringify({ tel: of(zero) }))]).toEqual([zero, true])
    const parted = Array.from('_,•*|~;:·', (sign) => `020${sign}7946 ${sign} 0123`)
    for (const value of [...odd, ...parted]) {
      expect([value, finds('phone', '+44 20 7946 0123', value, 'none')]).toEqual([value, true])
      expect([value, finds('phone', value, 'ring 020 7946 0123')]).toEqual([value, true])
    }
    expect(finds('phone', '020 7946 0123', 'order 10871, 020 7946 0123', 'none')).toBe(true)
  })

  it('is not that of another country, another number, or a part of one', () => {
    expect(finds('phone', '+44 20 7946 0123', '+49 20 7946 0123')).toBe(false)
    expect(finds('phone', '+44 20 7946 0123', '+44 20 7946 0124')).toBe(false)
    expect(finds('phone', '946 0123', '+44 20 7946 0123')).toBe(false)
    expect(finds('phone', '+44 20 7946 0123', '10871')).toBe(false)
  })

  it.each([
    '0171 1234567',
    '0171 1234567, 0172 7654321',
    '0171 1234567 / 0172 7654321',
    '01711234567 01727654321',
    '030 765432 / 0171 1234567',
    'bay 12 0171 1234567',
    'Order 4711 - 0171 1234567',
    'Order 0815 - 0171 1234567',
    'bay 07 0171 1234567',
    '2026-11-22 01711234567',
    '2026-11-02 0171 1234567',
    '01711234567 12:30',
    '18:00 0171 1234567',
    '18:05 171 1234567',
    '01711234567 2026-11-22',
    '0171 1234567 (18:30)',
    '0171 1234567 - 12 Uhr',
    '01711234567 2 bags',
    '2 + 0171 1234567',
    '2 + 171 1234567',
    '+ 49 171 1234567',
    '(+49) 171 1234567',
    '+491711234567 / +491727654321',
    '+49 171 1234567 / 030 1234567',
    '030 1234567 / 0049 171 1234567',
    '+49 30 1234567 / 0171 1234567',
    '49 (0)171 1234567',
    'bay 44 171 1234567',
    '12_0171_1234567_34',
    '0171  -  1234567',
    '0171 / 12 34 567',
    '0171\t\t\t\t123   --   4567',
    '(0171)  ...  1234567',
    '+49  -  171  -  1234567',
    '0171 | | | 1234567',
    '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0171 1234567, 11, 12, 13',
  ])('stands in %s beside other digits', (value) => {
    for (const asked of ['0171 1234567', '+49 171 1234567', '1711234567', '00491711234567'])
      expect([asked, finds('phone', asked, value, 'none')]).toEqual([asked, true])
    expect(finds('phone', '+44 171 1234568', value, 'none')).toBe(false)
  })

  it.each([
    ['946 0123', '+44 20 7946 0123'],
    ['7946 0123', '+44 20 7946 0123'],
    ['7946 0123', '020 7946 0123'],
    ['555 0123', '+1 212 555 0123'],
    ['555 0123', '212 555 0123'],
    ['020 7946', '020 7946 0123'],
    ['+44 20 7946', '+44 20 7946 0123 (18:30)'],
    ['020 7946 0123', '02079460123456'],
    ['+49 20 7946 0123', '44 (0)20 7946 0123'],
    ['020 7946 0123', '020 7946 01234'],
    ['+49 20 7946 0123', '+44 (0)20 7946 0123'],
    ['+49 20 7946 0123', '+44 020 7946 0123'],
    ['+49 20 7946 0123', '+ 44 20 7946 0123'],
    ['+49 20 7946 0123', 'bay 4, +44-20-7946-0123'],
    ['+49 20 7946 0123', '4 / 0044 20 7946 0123'],
    ['+49 20 7946 0123', '44 20 7946 0123'],
    ['+49 20 7946 0123', '(+44) 20_7946_0123'],
    ['+45 79 46 01 23', '020 7946 0123'],
    ['+45 79 46 01 23', '4, 020 7946 0123'],
    ['0123 4567', '+44 171 0123 4567'],
    ['0345 678', '0171 12 0345 678'],
  ])('%s is no part of %s', (asked, value) => {
    expect(finds('phone', asked, value, 'none')).toBe(false)
  })

  it.each([
    [
      '+1 202 610 2218',
      '2026-10-22 18:00',
      'pickup 2026-10-22 18:00-19:00',
      '2026-10-22, 18:00',
      '2026/10/22 18:00:00',
    ],
    ['(202) 610-2218', '2026-10-22 18:00', 'Slot: 2026-10-22 - 18:00', '2026-10-22-18:00', '2026-10-22T18:00'],
    ['+1 202 610 2930', '2026-10-2 9:30', '2026/10/2, 9:30'],
    ['+33 6 12 20 26 18', '06/12/2026 18:30', 'retrait 06.12.2026 18:30', '06/12/2026 (18:30)', '06. 12. 2026 18:30'],
    ['06 12 26 18 30', '06/12/26 18:30'],
    [
      '+45 20 26 11 22',
      '2026-11-22',
      '4711-2026-11-22',
      '2026-11-22/2026-11-25',
      '2 + 2026-11-22',
      '2026\u201111\u201122',
    ],
    ['20 26 11 22', '2026-11-22', 'pickup 2026-11-22, bay 4'],
    ['+45 22 11 20 26', '22.11.2026', '11 / 22.11.2026', '22/11/2026 18'],
    ['+45 55 67 60 98', '55.676098', '55.676098,12.568337', '55.676098 12.568337', '-55.676098'],
    ['22 11 26', '22.11.26', '22/11/26 (18:30)', 'from 22.11.26 - 24.11.26', '22.11.26, 18.30-19.00', '22-11-26'],
    ['+298 22 11 26', '22.11.26'],
    ['26 11 22', '26-11-22', '26/11/22 9:30'],
    ['06 12 26 18 30', '06.12.26 18.30', '06/12/26, 18:30'],
    ['20 26 11 22', '20261122T1830', '20261122T183000Z', 'since 20261122t18'],
    ['+34 556 760 981', '55.6760981', '(55.6760981, 12.5683371)'],
  ])('%s is no day, hour or place', (asked, ...values) => {
    for (const value of values) expect([value, finds('phone', asked, value, 'none')]).toEqual([value, false])
  })

  it('may be written as a day is where a + stands before it, or where a phone is told', () => {
    for (const value of ['+45 2026-11-22', '(+45) 2026-11-22, 18:30', '+45-2026-11-22 (2)'])
      expect([value, finds('phone', '+45 20 26 11 22', value, 'none')]).toEqual([value, true])
    expect(finds('phone', '+45 55 67 60 98', '+45 55.676098', 'none')).toBe(true)
    for (const value of ['2026-11-22', '55.676098']) {
      expect(finds('phone', `+45 ${value}`, value, 'phone')).toBe(true)
      expect(finds('phone', `+45 ${value}`, value, 'none')).toBe(false)
    }
    expect(finds('phone', '+1 202 610 2218', '2026-10-22 18:00', 'phone')).toBe(true)
    expect(finds('phone', '+1 202 610 2218', '+49 171 1234567, 2026-10-22 18:00', 'none')).toBe(false)
  })

  it.each([
    ['0171 1234567', '2026-11-22 18:30 0171 1234567', '0171 1234567, 22.11.2026 18:30', '55.676098 0171 1234567'],
    ['0171 1234567', '0171.1234567', '2026-11-22/0171/1234567', '18:30:0171 1234567', '20261122 0171 1234567'],
    ['030 765432', '030.765432', '22.11.2026 030.765432', '030.765432 (9:30)'],
    ['+1 212 555 0123', '212.5550123', '2026-11-22 212.555.0123', '10/22/2026 212-555-0123'],
    ['+33 6 12 20 26 18', '06.12.20.26.18', '06:12:20:26:18', '06/12/20/26/18', '22/11/2026 06.12.20.26.18'],
    ['+45 12 34 56 78', '4:12 34 56 78', '2026-11-22 12.34.56.78', '12345678'],
    ['+45 20 26 11 22', '20261122', '2026 1122', '20 26 11 22', '20-26-11-22'],
    ['030 12 11 22', '030 12-11-22', '030 / 12.11.22', '030  -  12.11.22'],
    ['06 12 26 18 30', '06.12.26.18.30', '06 12 26 18 30', '06-12-26-18-30', '06.12.26 18 30'],
    ['06 12 26 18', '06.12.26 18', '06/12/26/18'],
    ['+298 22 11 26', '+298 22.11.26', '(+298) 22.11.26', '22 11 26', '221126', 'bay 4, 22.11.26'],
  ])('%s is found however near to a day it stands or looks', (asked, ...values) => {
    for (const value of values) expect([value, finds('phone', asked, value, 'none')]).toEqual([value, true])
  })

  it('in one piece is a day where the detail is told as one, and only there', () => {
    for (const value of ['20261122', 'from 20261122 to 20261125', '202611221830-202611221900', '20261122 (18:30)'])
      expect([value, finds('phone', '+45 20 26 11 22', value, 'day')]).toEqual([value, false])
    for (const as of ['phone', 'none'] as const) expect(finds('phone', '+45 20 26 11 22', '20261122', as)).toBe(true)
    for (const value of ['20261322', '+4520261122', '0171 1234567'])
      expect([value, finds('phone', value, `ring ${value}`, 'day')]).toEqual([value, true])
    expect(finds('phone', '22 11 26', '22.11.26', 'phone')).toBe(true)
  })

  it('is looked for in no more time than a text has room, whatever stands there', () => {
    const units = [
      '1',
      '0 ',
      '1       ',
      '1          ',
      '1.',
      '22.11.26 ',
      '22.11.26 18.30 ',
      '20261122',
      '+1 ',
      '٠ ',
      '(',
    ]
    const isIn = needleOf({ kind: 'phone', value: '0171 1234567' })?.isIn
    const perLength = [6_000, 48_000].map((length) => {
      const startedAt = performance.now()
      for (const unit of units)
        for (const as of ['none', 'day', 'phone'] as const)
          expect(isIn?.(unit.repeat(length / unit.length), as)).toBe(false)
      return performance.now() - startedAt
    })
    // Eight times the text; were it the square, some minutes.
    expect(perLength[1]).toBeLessThan(5_000)
  })

  it('is found where its country has no 0 before it, and where it is short', () => {
    for (const value of ['bay 12 612 345 678', '18:00 612 345 678', '2026-02-03 612345678 2'])
      expect([value, finds('phone', '+34 612 345 678', value, 'none')]).toEqual([value, true])
    for (const value of ['bay 4 12 34 56 78', '12345678 12:30', '2026-02-03 12345678', '18:05 12 34 56 78'])
      expect([value, finds('phone', '+45 12 34 56 78', value, 'none')]).toEqual([value, true])
    expect(finds('phone', '212-555-0123', 'order 4 - 212-555-0123 (2)', 'none')).toBe(true)
    expect(finds('phone', '7946 0123', 'order 10871, 7946 0123', 'none')).toBe(true)
  })

  it('has six digits at least', () => {
    expect(needleOf({ kind: 'phone', value: '+44 123' })).toBeNull()
    expect(needleOf({ kind: 'phone', value: 'call me' })).toBeNull()
  })
})

describe('a plate', () => {
  it('is found by its letters and digits, also in the middle of a note', () => {
    for (const value of [
      'AB12 CDE',
      'ab12cde',
      'AB-12-CDE',
      'AB12\u00a0CDE',
      'ＡＢ１２ＣＤＥ',
      'AB١٢CDE',
      'AB12\u200bCDE',
    ]) {
      expect([value, finds('plate', 'AB12 CDE', value)]).toEqual([value, true])
    }
    expect(finds('plate', 'AB12 CDE', 'grey Corsa ab12 cde', 'none')).toBe(true)
    expect(finds('plate', 'М 123 АВ', 'М123АВ')).toBe(true)
    expect(finds('plate', 'AB12 CDE', 'AB12 CDF')).toBe(false)
    for (const kind of ['plate', 'none'] as const)
      for (const other of ['Order 22487', 'Order 2248', '3e-r22487c', 'BE-R 2248', 'E-R 22481'])
        expect([other, finds('plate', 'E-R 2248', other, kind)]).toEqual([other, false])
    for (const [plate, said] of [
      ['京A12345', '车牌京A12345，白色'],
      ['京A12345', '京A12345白色特斯拉'],
      ['AB12CDE', '車番AB12CDEです'],
      ['12가 3456', '차량12가3456입니다'],
      ['กข 1234', 'ทะเบียนกข 1234'],
    ] as const)
      expect([said, finds('plate', plate, said, 'none')]).toEqual([said, true])
    for (const said of ['er2248', 'grey E R 2248, bay 4', 'car_ER-2248'])
      expect([said, finds('plate', 'E-R 2248', said, 'none')]).toEqual([said, true])
  })

  it('as short as a bay or an order’s number counts only where a plate is told', () => {
    expect(finds('plate', 'A 12', 'a12')).toBe(true)
    expect(finds('plate', 'A 12', 'A12', 'none')).toBe(false)
    expect(finds('plate', '10871', '10871', 'none')).toBe(false)
    expect(needleOf({ kind: 'plate', value: '4' })).toBeNull()
  })
})

describe('a phone of any digits', () => {
  const digits = (minLength: number, maxLength = minLength) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
  const parting = fc.constantFrom(
    '',
    ' ',
    '-',
    '/',
    '.',
    ' - ',
    ' / ',
    '\u00a0',
    ') ',
    '_',
    ' | ',
    '\u200b',
    '\t',
    '\u0001',
  )
  // Nine or ten within the country, the first no 0: those are whole.
  const national = fc.tuple(fc.constantFrom(...'123456789'), digits(8, 9)).map((parts) => parts.join(''))
  const prefix = fc.constantFrom('0', '+49', '+49 ', '0049', '+49 (0)', '(0)', '(0')
  const written = (number: string) =>
    fc
      .tuple(prefix, fc.array(parting, { minLength: number.length, maxLength: number.length }))
      .map(([first, signs]) => first + Array.from(number, (digit, at) => (at === 0 ? '' : signs[at]) + digit).join(''))
  const told = national.chain((number) => fc.tuple(fc.constant(number), written(number)))
  const beside = fc.constantFrom(
    '',
    ',  , ',
    'bay 12 ',
    'order 4711 - ',
    '2026-11-22 ',
    '12:30 ',
    '030 1234567 / ',
    '+49 30 1234567 / ',
  )
  const behind = fc.constantFrom(
    '',
    ' 2 bags',
    ' 12:30',
    ' (18:30)',
    ' / 030 1234567',
    ' 2026-11-22',
    ', 4711',
    ' +491727654321',
  )
  // As the database has a row's text (pages-statement.ts).
  const kept = (note: string) => JSON.stringify({ note }).normalize('NFKC')
  const patternOf = (asked: string) => new RegExp(needleOf({ kind: 'phone', value: asked })?.pattern ?? '', 'iu')

  it('is found by each way to ask for it, and let through by the database’s pattern, beside whatever stands there', () => {
    fc.assert(
      fc.property(told, prefix, beside, behind, ([number, text], first, left, right) => {
        const value = left + text + right
        expect(finds('phone', first + number, value, 'none')).toBe(true)
        expect(patternOf(first + number).test(kept(value))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('is let through by the pattern wherever it is found, in any text', () => {
    const piece = fc.oneof(
      digits(1, 4),
      fc.constantFrom(' ', '-', '+', '(', ')', ',', 'bay', '0', '00', '\u0001', '\\', '"', '½'),
    )
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
    const asked = fc.tuple(text, fc.nat(8), fc.nat(16))
    fc.assert(
      fc.property(asked, ([value, from, length]) => {
        const part = value.slice(from, from + length)
        if (finds('phone', part, value, 'none')) expect(patternOf(part).test(kept(value))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is not found by another one, or by what stands behind another country’s code', () => {
    fc.assert(
      fc.property(told, national, beside, behind, ([number, text], other, left, right) => {
        const value = left + text + right
        fc.pre(!value.replace(/\D/g, '').includes(other))
        expect(finds('phone', `0${other}`, value, 'none')).toBe(false)
        expect(finds('phone', `+44${number}`, `+49 ${number}${right}`, 'none')).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})

it.each([
  [
    'either Turkish letter that has a dot here and none there',
    ['34 İST 0117', '34 IST 0117', '34 ıst 0117', '34 ist 0117', '34 I\u0307ST 0117'],
  ],
  ['either Greek sigma', ['ΔΣ 1234', 'δσ 1234', 'δς 1234', 'ΔΣ1234']],
  ['letters that are written alike in two alphabets', ['АВ 1234 НК', 'AB 1234 HK', 'ав1234нк', 'Аb 1234 Hк']],
  ['all letters of Cyrillic that Latin has as well', ['АВСЕНІЈКМОРЅТХУ 1', 'ABCEHIJKMOPSTXY 1', 'авсеніјкморѕтху-1']],
  ['all letters of Greek that Latin has as well', ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ 1', 'ABEZHIKMNOPTYX 1', 'αβεζηικμνορτυχ-1']],
])('a plate is the same with %s', (_, written) => {
  for (const asked of written) {
    const pattern = needleOf({ kind: 'plate', value: asked })?.pattern ?? ''
    for (const told of written) {
      expect([asked, told, finds('plate', asked, told)]).toEqual([asked, told, true])
      // As the database has it, whose small letters are those of ASCII alone.
      const kept = told.normalize('NFKC').replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      expect([asked, told, new RegExp(pattern).test(kept)]).toEqual([asked, told, true])
    }
  }
})

it('the database narrows down by a pattern that holds wherever a value does', () => {
  const phone = needleOf({ kind: 'phone', value: '+44 20 7946 0123' })?.pattern ?? ''
  const plate = needleOf({ kind: 'plate', value: 'AB12 CDE' })?.pattern ?? ''
  expect(new RegExp(phone).test('{"tel": "(020) 7946-01\\t23"}')).toBe(true)
  expect(new RegExp(plate, 'i').test('{"Car Plate": "AB-12 CDE"}')).toBe(true)
  expect(new RegExp(plate, 'i').test(JSON.stringify({ 'Car Plate': 'AB12\tC\u0001DE' }))).toBe(true)
  expect(new RegExp(phone).test(JSON.stringify({ tel: '020_79 _ | _ * 46\u0001\u200b01~23' }))).toBe(true)
  expect(new RegExp(phone).test('{"tel": "020 7946 0124"}')).toBe(false)
})
