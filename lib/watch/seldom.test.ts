import { beforeEach, describe, expect, it } from 'vitest'
import { Seldom } from '@/lib/watch/seldom'

let now: number
let seldom: Seldom

beforeEach(() => {
  now = 5_000
  seldom = new Seldom(() => now)
})

describe('what many requests bring about', () => {
  it('is said at once, and not again within a second', () => {
    expect(seldom.turn('a')).toBe(0)
    now += 999
    expect(seldom.turn('a')).toBeNull()
  })

  it('is said once a second, with how many were not said since the last one', () => {
    const said: (number | null)[] = []
    for (let at = 0; at < 3_000; at += 10) {
      said.push(seldom.turn('a'))
      now += 10
    }
    expect(said.filter((unsaid) => unsaid !== null)).toEqual([0, 99, 99])
  })

  it('tells of none twice: after a quiet time there is nothing that was not said', () => {
    seldom.turn('a')
    seldom.turn('a')
    now += 60_000
    expect(seldom.turn('a')).toBe(1)
    now += 1_000
    expect(seldom.turn('a')).toBe(0)
  })

  it('keeps no other kind from being said', () => {
    seldom.turn('a')
    seldom.turn('a')
    expect([seldom.turn('b'), seldom.turn('b')]).toEqual([0, null])
    now += 1_000
    expect([seldom.turn('a'), seldom.turn('b')]).toEqual([1, 1])
  })
})
