import { describe, expect, it } from 'vitest'
import { Steadiness } from '@/lib/escalations/steadiness'

/** One that has looked well at these seconds. */
function lookedAt(...seconds: number[]): Steadiness {
  const steadiness = new Steadiness()
  for (const second of seconds) steadiness.succeed(second * 1000)
  return steadiness
}

describe('a process may miss a board', () => {
  it('when it has looked well for 20 s', () => {
    expect(new Steadiness().isSteady(100_000)).toBe(false)
    expect(lookedAt(0, 10).isSteady(19_999)).toBe(false)
    expect(lookedAt(0, 10).isSteady(20_000)).toBe(true)
  })

  it('not after a look that failed, until 20 s of good ones are behind it again', () => {
    const steadiness = lookedAt(0, 10, 20)
    steadiness.fail()
    expect(steadiness.isSteady(30_000)).toBe(false)
    for (const second of [30, 40]) steadiness.succeed(second * 1000)
    expect(steadiness.isSteady(49_999)).toBe(false)
    expect(steadiness.isSteady(50_000)).toBe(true)
  })

  it('not after it has not looked for a while: a machine that slept, a look that hung', () => {
    const steadiness = lookedAt(0, 10, 20)
    expect(steadiness.isSteady(40_000)).toBe(false)
    steadiness.succeed(40_000)
    expect(steadiness.isSteady(50_000)).toBe(false)
  })
})
