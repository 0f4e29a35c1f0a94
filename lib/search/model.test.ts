import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, isFound, plainWords, rangesOf, type SearchField, searchWords } from '@/lib/search/model'

const name = (text: string): SearchField => ({ folded: fold(text), kind: 'whole' })
const number = (text: string): SearchField => ({ folded: fold(text), kind: 'loose' })
const finds = (query: string, ...fields: SearchField[]) => isFound(fields, searchWords(query))
const marks = (query: string, text: string) =>
  rangesOf(name(text), searchWords(query)).map(([from, to]) => text.slice(from, to))

describe('a search', () => {
  it('does not mind case, accents, spaces or dashes', () => {
    const tomas = name('Tomás Hernández-Villanueva')
    for (const query of ['tomas', 'HERNANDEZ', 'hernández villanueva', 'villanueva tomás', 'hernandezvillanueva']) {
      expect(finds(query, tomas), query).toBe(true)
    }
    expect(finds('nm1234', number('NM 1234'))).toBe(true)
    expect(finds('NM-12 34', number('nm1234'))).toBe(true)
    expect(finds('strasse obrien', name("Straße O'Brien"))).toBe(true)
  })

  it('wants every word, each in whichever field', () => {
    expect(finds('smith red 7', name('Ann Smith'), name('Red'), name('7'))).toBe(true)
    expect(finds('smith blue', name('Ann Smith'), name('Red'))).toBe(false)
  })

  it('finds a phone by its digits, however it is written or dialled', () => {
    for (const query of ['+1 555 0100', '15550100', '(555) 0100', '50100', '0015550100']) {
      expect(finds(query, number('+1 (555) 01-00')), query).toBe(true)
    }
    expect(finds('5550199', number('+1 555 0100'))).toBe(false)
  })

  it('finds a plate or a phone that is masked by the whole of it, or by the end that is there', () => {
    for (const query of ['ab12 cde', 'AB12CDE', 'cde']) expect(finds(query, number('•••CDE')), query).toBe(true)
    expect(finds('020 7946 0123', name('Anna K.'), number('•••123'))).toBe(true)
    expect(finds('ab12 cdf', number('•••CDE'))).toBe(false)
    expect(finds('ab12 cde', number('CDE'))).toBe(false)
    expect(finds('anything', number('•••'))).toBe(false)
  })

  it('takes no end of one word and beginning of the next for a word', () => {
    expect(finds('nap', name('Anna Peters'))).toBe(false)
    expect(finds('annap', name('Anna Peters'))).toBe(true)
    expect(finds('ter', name('Anna Peters'))).toBe(true)
  })

  it('knows digits of other scripts, and finds everything for nothing', () => {
    expect(finds('7', name('٧'))).toBe(true)
    expect(searchWords('  - ')).toEqual([])
    expect(finds(' ', name('Anna'))).toBe(true)
  })

  it('marks what it found in the text as it came', () => {
    expect(marks('hernandez', 'Tomás Hernández-Villanueva')).toEqual(['Hernández'])
    expect(marks('tomas', 'Toma\u0301s')).toEqual(['Toma\u0301s'])
    expect(marks('an ann', 'Ann Hannah')).toEqual(['Ann', 'ann'])
    expect(marks('gift', '🎁 Gift')).toEqual(['Gift'])
  })

  it('finds any text by itself, by any of its words, and marks within it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        expect(finds(text, name(text))).toBe(true)
        for (const word of plainWords(text)) expect(finds(word, name(text))).toBe(true)
        let end = 0
        for (const [from, to] of rangesOf(name(text), searchWords(text))) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          end = to
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
