import { describe, expect, it } from 'vitest'
import { median, percentile, ratioOf, tailOf, typical, verdictOn } from '@/bench/figures.mjs'
import { readOptions } from '@/bench/options.mjs'

const figure = (perSecond: number, cpuMsPerRequest: number | null = 1) => ({
  perSecond,
  p50Ms: 10,
  p99Ms: 25,
  cpuMsPerRequest,
})

describe('the figures of many rounds', () => {
  it('are stood for by the middle one, so that one disturbed round changes nothing', () => {
    expect(median([3, 1, 900])).toBe(3)
    expect(median([4, 1, 2, 900])).toBe(3)
    expect(() => median([])).toThrow()
    expect(typical([figure(100), figure(1), figure(110)]).perSecond).toBe(100)
  })

  it('are compared round by round: what slows a whole round down does not change the ratio', () => {
    const ratio = ratioOf([figure(300), figure(30), figure(320)], [figure(100), figure(10), figure(80)])
    expect(ratio).toEqual({ median: 3, least: 3, most: 4 })
  })

  it('say how much longer the slowest hundredth waits than the middle', () => {
    expect(tailOf([figure(1), figure(2)])).toEqual({ median: 2.5, least: 2.5, most: 2.5 })
    const latencies = Array.from({ length: 200 }, (_, i) => i + 1)
    expect(percentile(latencies, 0.5)).toBe(100)
    expect(percentile(latencies, 0.99)).toBe(198)
    expect(percentile([7], 0.99)).toBe(7)
  })

  it('leave processor time open where the system does not tell it', () => {
    expect(typical([figure(1, 2), figure(1, 4)]).cpuMsPerRequest).toBe(3)
    expect(typical([figure(1, null), figure(1, null)]).cpuMsPerRequest).toBeNull()
  })
})

describe('an aim', () => {
  it('is met at its very limit when it asks for a least', () => {
    expect(verdictOn({ value: 3, atLeast: 3 })).toEqual({ met: true, missedBy: 0 })
  })

  it('says by which share it is missed', () => {
    expect(verdictOn({ value: 2.4, atLeast: 3 })).toEqual({ met: false, missedBy: expect.closeTo(0.2) })
    expect(verdictOn({ value: 330, below: 300 })).toEqual({ met: false, missedBy: expect.closeTo(0.1) })
    expect(verdictOn({ value: 5, below: 5 }).met).toBe(false)
  })
})

describe('the options of a bench', () => {
  it('take what is given and leave the rest as it is', () => {
    const usual = readOptions([])
    expect(readOptions(['--rounds', '2', '--seconds', '0.5'])).toEqual({ ...usual, rounds: 2, seconds: 0.5 })
    expect(readOptions(['--quick', '--entries', '5000'])).toMatchObject({ quick: true, entries: 5000, seconds: 1 })
  })

  it.each([
    ['--rounds', '0'],
    ['--rounds', '1.5'],
    ['--seconds', ''],
    ['--entries', '100'],
    ['--speed', '2'],
  ])('refuse %s %j in a sentence that says what is wanted', (name, value) => {
    expect(() => readOptions([name, value])).toThrow(name)
  })
})
