import { expect, it, vi } from 'vitest'
import { patienceMs } from '@/lib/env'
import { lastAnswer, NoneFree, OutOfPatience } from '@/lib/out-of-patience'
import { going, Patience } from '@/lib/patience'
import { acrossForSeveral, acrossProjects, inProjects, keepScope } from '@/lib/wall'

it('what fails after a request has run out of patience with it is an unhandled rejection of nobody', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const unhandled: unknown[] = []
  // In place of the runner's own, which would tell of it as well.
  const listeners = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[]
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => unhandled.push(error))
  try {
    await Patience.during(async () => {
      await Patience.with(async () => vi.advanceTimersByTime(patienceMs()))
      const shared = new Promise<never>((_, reject) => setImmediate(reject, new Error('gone')))
      await expect(Patience.withShared(shared)).rejects.toThrow(OutOfPatience)
    })
    // Behind the failure, and behind what node says of it.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  } finally {
    vi.useRealTimers()
    process.removeAllListeners('unhandledRejection')
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
})

it('who runs out of patience has met a crowd where the database has just answered others', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const late = async () => {
    await Patience.with(async () => vi.advanceTimersByTime(patienceMs()))
    return Patience.with(async () => 'in time')
  }
  try {
    lastAnswer.at = performance.now() + patienceMs() - 499
    await expect(Patience.during(late)).rejects.toThrow(NoneFree)
    await expect(Patience.during(late)).rejects.toThrow(OutOfPatience)
  } finally {
    vi.useRealTimers()
    lastAnswer.at = Number.NEGATIVE_INFINITY
  }
})

it('waits for connections as whoever asks, or with those who are known', () => {
  going.run({ patience: undefined, projects: null, from: 'one' }, () => {
    const row = () => Patience.row()
    expect(row()).toEqual({ network: 'one', isFamiliar: false })
    // What others wait for as well is still asked by whoever asked first, unless it is asked for somebody known.
    expect(Patience.outside(() => acrossProjects(row))).toEqual({ network: 'one', isFamiliar: false })
    expect(Patience.outside(() => acrossProjects(row), { isForKnown: true })).toEqual({
      network: 'one',
      isFamiliar: true,
    })
    Patience.askerIsKnown()
    const inside = [acrossProjects(row), inProjects([], row), acrossForSeveral('limits', row), keepScope()(row)]
    expect(inside).toEqual(inside.map(() => ({ network: 'one', isFamiliar: true })))
    expect(Patience.outside(row)).toEqual({ network: 'one', isFamiliar: false })
  })
})
