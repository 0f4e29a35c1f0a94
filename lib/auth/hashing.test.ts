import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { hashing } from '@/lib/auth/hashing'

describe('passwords that many ask to have checked', () => {
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
})
