import { describe, expect, it } from 'vitest'
import { shouldPrepare, toldFrom, withTold } from '@/lib/preparing/model'

const nowMs = Date.UTC(2026, 0, 1, 12)
const comingIn = (seconds: number) => ({ section: 'OnTheWay', expectedAt: new Date(nowMs + seconds * 1000) })

describe('preparing', () => {
  it('begins when the forecast falls under the preparation time, and does not end with the forecast', () => {
    expect(shouldPrepare(comingIn(300), 300, nowMs)).toBe(false)
    expect(shouldPrepare(comingIn(299), 300, nowMs)).toBe(true)
    expect(shouldPrepare(comingIn(-60), 300, nowMs)).toBe(true)
  })

  it('is for those on the way with a forecast, where it is not turned off', () => {
    expect(shouldPrepare({ ...comingIn(10), section: 'Arrived' }, 300, nowMs)).toBe(false)
    expect(shouldPrepare({ section: 'OnTheWay', expectedAt: null }, 300, nowMs)).toBe(false)
    expect(shouldPrepare(comingIn(-60), 0, nowMs)).toBe(false)
  })
})

describe('a device', () => {
  it('tells of an order once', () => {
    const told = withTold({}, ['a', 'b'], nowMs)
    expect(told).toEqual({ a: nowMs, b: nowMs })
    expect(withTold(told ?? {}, ['b'], nowMs + 1)).toBeNull()
    expect(withTold(told ?? {}, ['b', 'c'], nowMs + 1)).toEqual({ a: nowMs, b: nowMs, c: nowMs + 1 })
  })

  it('remembers for a day what it told of, and takes somebody else’s text for nothing', () => {
    const day = 24 * 60 * 60 * 1000
    expect(toldFrom(JSON.stringify({ old: nowMs - day, new: nowMs - 1, ahead: nowMs + day, odd: 'x' }), nowMs)).toEqual(
      {
        new: nowMs - 1,
      },
    )
    for (const text of [null, '', '{', '7', '[]', 'null']) expect(toldFrom(text, nowMs)).toEqual({})
  })
})
