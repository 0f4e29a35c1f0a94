import { describe, expect, it } from 'vitest'
import { needleOf } from '@/lib/customers/telling/needle'

const finds = (kind: 'phone' | 'plate', asked: string, value: string, as: 'phone' | 'plate' | 'none' = kind) =>
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
  })

  it('as short as a bay or an order’s number counts only where a plate is told', () => {
    expect(finds('plate', 'A 12', 'a12')).toBe(true)
    expect(finds('plate', 'A 12', 'A12', 'none')).toBe(false)
    expect(finds('plate', '10871', '10871', 'none')).toBe(false)
    expect(needleOf({ kind: 'plate', value: '4' })).toBeNull()
  })
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
