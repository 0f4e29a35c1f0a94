import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { hashing, hashingFor } from '@/lib/auth/hashing'

// Each takes a tenth of a second, and on a busy machine a whole one.
describe('passwords that many ask to have checked', { timeout: 60_000 }, () => {
  it('leave room for what opens a connection to the database, which is derived from a password as well', async () => {
    const hash = await hashing.hash('orange ferry under lamps')
    let checked = 0
    const checks = Array.from({ length: 12 }, async () => {
      const isRight = await hashing.verify({ hash, password: 'orange ferry under lamps' })
      checked += 1
      return isRight
    })
    // The others have begun, or wait for their turn.
    await Promise.race(checks)
    await promisify(pbkdf2)('password', 'salt', 4096, 32, 'sha256')
    expect(checked).toBeLessThan(6)
    expect(await Promise.all(checks)).toEqual(Array(12).fill(true))
    expect(await hashing.verify({ hash, password: 'orange ferry under lamp' })).toBe(false)
  })

  it('are checked in turn with other projects’, from however many addresses one of them asks', async () => {
    const hash = await hashing.hash('orange ferry under lamps')
    const checked: string[] = []
    const check = async (familiarOf: string | null, network: string) => {
      await hashingFor({ familiarOf, network }, () => hashing.verify({ hash, password: 'orange ferry' }))
      checked.push(familiarOf ?? network)
    }
    const ofMany = Array.from({ length: 6 }, (_, n) => check('rush', `198.51.100.${n}`))
    const ofOther = Array.from({ length: 6 }, (_, n) => check('crowd', `198.51.101.${n}`))
    await Promise.all([check(null, 'stranger'), ...['one', 'other'].map((project) => check(project, '203.0.113.1'))])
    for (const who of ['stranger', 'one', 'other']) expect([who, checked.indexOf(who) < 8]).toEqual([who, true])
    await Promise.all([...ofMany, ...ofOther])
    expect(checked.filter((project) => project === 'rush')).toHaveLength(6)
  })

  it('are checked in turn within a project as well, an address behind the other', async () => {
    const hash = await hashing.hash('orange ferry under lamps')
    const checked: string[] = []
    const check = async (network: string) => {
      await hashingFor({ familiarOf: 'chain', network }, () => hashing.verify({ hash, password: 'orange ferry' }))
      checked.push(network)
    }
    await Promise.all([...Array.from({ length: 8 }, () => check('guesser')), check('shop')])
    expect(checked.indexOf('shop')).toBeLessThan(5)
  })

  it('are checked for whoever asks for the first time before all who have just asked, however many of the project those are', async () => {
    const hash = await hashing.hash('orange ferry under lamps')
    const checked: string[] = []
    const check = async (network: string) => {
      await hashingFor({ familiarOf: 'guessers', network }, () => hashing.verify({ hash, password: 'orange ferry' }))
      checked.push(network)
    }
    const guessers = () => Array.from({ length: 8 }, (_, n) => check(`guesser ${n}`))
    await Promise.all(guessers())
    checked.length = 0
    await Promise.all([...guessers(), check('colleague')])
    // Two had begun.
    expect(checked.indexOf('colleague')).toBeLessThan(4)
  })

  it('are checked for those who ask now and then before all of those who ask on and on', async () => {
    const hash = await hashing.hash('orange ferry under lamps')
    const checked: string[] = []
    const check = async (familiarOf: string, network: string) => {
      await hashingFor({ familiarOf, network }, () => hashing.verify({ hash, password: 'orange ferry' }))
      checked.push(familiarOf)
    }
    const many = (familiarOf: string, count: number) =>
      Array.from({ length: count }, (_, n) => check(familiarOf, `198.51.100.${n}`))
    // What a second gives back: the machine is as slow as it is.
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      await Promise.all(many('flood', 30))
      checked.length = 0
      await Promise.all([...many('flood', 6), ...many('calm', 3)])
    } finally {
      vi.useRealTimers()
    }
    // One had begun.
    expect(checked.lastIndexOf('calm')).toBe(3)
    expect(checked).toHaveLength(9)
  })

  it('are checked for a stranger who was refused before all who have come since, when they come again', async () => {
    const hash = await hashing.hash('orange ferry under lamps')
    const gone = new AbortController()
    const checked: string[] = []
    const check = async (network: string, signal?: AbortSignal) => {
      await hashingFor({ familiarOf: null, network, signal }, () => hashing.verify({ hash, password: 'orange ferry' }))
      checked.push(network)
    }
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      // Two are among all others, and 64 wait.
      const crowd = Array.from({ length: 66 }, (_, n) => check(`crowd ${n}`, gone.signal))
      const settled = Promise.allSettled(crowd)
      vi.advanceTimersByTime(1)
      await expect(check('newcomer')).rejects.toMatchObject({ code: 'unavailable' })
      vi.advanceTimersByTime(5_000)
      await Promise.all(crowd.slice(0, 4))
      const later = Promise.allSettled(Array.from({ length: 8 }, (_, n) => check(`later ${n}`, gone.signal)))
      vi.advanceTimersByTime(1)
      const again = check('newcomer')
      await Promise.race([crowd.at(-1), again])
      gone.abort()
      await Promise.all([again, settled, later])
      expect(checked.filter((network) => network.startsWith('later'))).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('are checked for a stranger whose network has tried less of late before however many that try on and on', async () => {
    const hash = await hashing.hash('orange ferry under lamps')
    const gone = new AbortController()
    const checked: string[] = []
    let givenBack = 0
    const check = async (network: string, count: number, signal?: AbortSignal) => {
      const giveBack = async () => {
        givenBack += 1
      }
      const who = { familiarOf: null, network, signal, tries: { count, giveBack } }
      await hashingFor(who, () => hashing.verify({ hash, password: 'orange ferry' }))
      checked.push(network)
    }
    // Two are among all others, and 64 wait: of these the last leave for whoever has tried less.
    const crowd = Array.from({ length: 66 }, (_, n) => check(`crowd ${n}`, 3, gone.signal))
    const all = Promise.allSettled(crowd)
    await Promise.all([check('office', 2), check('newcomer', 0)])
    expect(checked.indexOf('newcomer')).toBeLessThan(checked.indexOf('office'))
    expect(checked.length).toBeLessThan(6)
    gone.abort()
    await all
    expect(givenBack).toBe(66 + 2 - checked.length)
  })
})
