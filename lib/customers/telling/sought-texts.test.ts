import { describe, expect, it } from 'vitest'
import { SoughtTexts } from '@/lib/customers/telling/sought-texts'

describe('texts that are sought at once', () => {
  it('stand wherever one of them does, and nowhere else', () => {
    const sought = new SoughtTexts(['priya rao', 'ya r', 'he', 'she', 'hers', ''])
    for (const text of ['for priya rao, please', 'ya r', 'ushers', 'xhe', 'aya rx'])
      expect(sought.standIn(text)).toBe(true)
    for (const text of ['', 'priyarao', 'h e', 'priya', 'sh']) expect(sought.standIn(text)).toBe(false)
    expect(new SoughtTexts([]).standIn('anything')).toBe(false)
  })

  it('are found as by looking for each of them', () => {
    // Of two letters, so that much is alike.
    const made = (seed: number, length: number) =>
      Array.from({ length }, (_, at) => ((seed * 7919 + at * at * 31 + at * seed) % 5 < 2 ? 'a' : 'b')).join('')
    const sought = Array.from({ length: 60 }, (_, at) => made(at, 3 + (at % 9)))
    const machine = new SoughtTexts(sought.slice(30))
    const texts = Array.from({ length: 400 }, (_, at) => made(at + 100, at % 14))
    const each = texts.map((text) => sought.slice(30).some((one) => text.includes(one)))
    expect(texts.map((text) => machine.standIn(text))).toEqual(each)
    expect(new Set(each)).toEqual(new Set([true, false]))
  })
})
