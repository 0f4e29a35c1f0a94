import { expect, it, vi } from 'vitest'
import { patienceMs } from '@/lib/env'
import { OutOfPatience, Patience } from '@/lib/patience'

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
