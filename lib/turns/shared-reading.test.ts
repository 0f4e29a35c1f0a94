import { describe, expect, it } from 'vitest'
import { SharedReading } from '@/lib/turns/shared-reading'

type Reading = { resolve: (found: number) => void; reject: (error: Error) => void }

/** Readings that end when the test says so. */
function readings() {
  const begun: Reading[] = []
  const shared = new SharedReading<number>()
  const read = () => new Promise<number>((resolve, reject) => begun.push({ resolve, reject }))
  return { begun, shared, ask: (name = 'one') => shared.ask(name, read) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a shared reading', () => {
  it('is never one that had begun before it was asked for', async () => {
    const { begun, ask } = readings()
    const first = ask()
    const later = [ask(), ask(), ask()]
    expect(begun).toHaveLength(1)
    begun[0]?.resolve(1)
    expect(await first).toBe(1)
    await settled()
    expect(begun).toHaveLength(2)
    const last = ask()
    begun[1]?.resolve(2)
    expect(await Promise.all(later)).toEqual([2, 2, 2])
    await settled()
    begun[2]?.resolve(3)
    expect(await last).toBe(3)
    expect(begun).toHaveLength(3)
  })

  it('that fails fails those who share it, and no other', async () => {
    const { begun, ask } = readings()
    const first = ask()
    const later = ask()
    begun[0]?.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await settled()
    begun[1]?.resolve(2)
    expect(await later).toBe(2)
  })

  it('that cannot begin fails once', async () => {
    const { begun, shared, ask } = readings()
    const first = ask()
    const later = shared.ask('one', () => {
      throw new Error('no scope')
    })
    begun[0]?.resolve(1)
    await first
    await expect(later).rejects.toThrow('no scope')
    await settled()
    const last = ask()
    begun[1]?.resolve(2)
    expect(await last).toBe(2)
  })

  it('is of one thing', async () => {
    const { begun, ask } = readings()
    const both = [ask('one'), ask('another')]
    for (const [at, one] of begun.entries()) one.resolve(at)
    expect(await Promise.all(both)).toEqual([0, 1])
  })

  it('is forgotten once it is done: who asks then has a new one at once', async () => {
    const { begun, ask } = readings()
    const first = ask()
    begun[0]?.resolve(1)
    await first
    await settled()
    ask()
    expect(begun).toHaveLength(2)
  })
})
