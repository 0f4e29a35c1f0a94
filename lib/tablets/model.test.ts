import { describe, expect, it } from 'vitest'
import { codeFrom, shownCode } from '@/lib/tablets/model'

describe('a tablet’s code', () => {
  it('is read however it is typed, and nothing else is taken for one', () => {
    const typed = ['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'B.C.D.F–G_H_J_K']
    expect(typed.map(codeFrom)).toEqual(Array(4).fill('BCDFGHJK'))
    const none = ['', 'BCDF-GHJ', 'BCDF-GHJKM', 'BCDF-GHJA', 'BCDF-GHJ1', 'ßßßßßßßß', 'ＢＣＤＦＧＨＪＫ']
    expect(none.map(codeFrom)).toEqual(Array(7).fill(null))
    expect(shownCode('BCDFGHJK')).toBe('BCDF-GHJK')
  })
})
