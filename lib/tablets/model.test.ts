import { describe, expect, it } from 'vitest'
import { codeFrom, deviceFrom, shownCode } from '@/lib/tablets/model'

describe('a tablet’s code', () => {
  it('is read however it is typed, and nothing else is taken for one', () => {
    const typed = ['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'B.C.D.F–G_H_J_K']
    expect(typed.map(codeFrom)).toEqual(Array(4).fill('BCDFGHJK'))
    const none = ['', 'BCDF-GHJ', 'BCDF-GHJKM', 'BCDF-GHJA', 'BCDF-GHJ1', 'ßßßßßßßß', 'ＢＣＤＦＧＨＪＫ']
    expect(none.map(codeFrom)).toEqual(Array(7).fill(null))
    expect(shownCode('BCDFGHJK')).toBe('BCDF-GHJK')
  })
})

describe('a device', () => {
  it('is told in the words of its browser, and not told where those are unknown', () => {
    const android = 'Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36'
    const iPad = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1'
    const fire =
      'Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 Silk/131.1.1 like Chrome/131.0 Safari/537.36'
    const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0'
    const told = [android, iPad, fire, edge, 'curl/8.5.0', ''].map(deviceFrom)
    expect(told).toEqual(['Chrome · Android', 'Safari · iPad', 'Chrome · Fire OS', 'Edge · Windows', '', ''])
  })
})
