import { describe, expect, it } from 'vitest'
import { isInForce, stateOf } from '@/lib/keys/model'

const now = new Date('2026-11-20T12:00:00Z')
const later = new Date(now.getTime() + 1)
const plain = { expiresAt: null, revokedAt: null, replacedBy: null }

describe('a key', () => {
  it('works until the moment it expires, is revoked, or its overlap is over', () => {
    expect(stateOf(plain, now)).toBe('active')
    expect(stateOf({ ...plain, expiresAt: later }, now)).toBe('active')
    expect(stateOf({ ...plain, expiresAt: now }, now)).toBe('expired')
    expect(stateOf({ ...plain, expiresAt: later, replacedBy: 'k' }, now)).toBe('ending')
    expect(stateOf({ ...plain, expiresAt: now, replacedBy: 'k' }, now)).toBe('replaced')
    expect(stateOf({ expiresAt: later, revokedAt: now, replacedBy: 'k' }, later)).toBe('revoked')
    expect(stateOf({ expiresAt: later, revokedAt: now, replacedBy: null }, later)).toBe('revoked')
    expect((['active', 'ending', 'replaced', 'expired', 'revoked'] as const).map(isInForce)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('that is rotated without an overlap is replaced by any server’s clock', () => {
    const ends = { expiresAt: now, revokedAt: now, replacedBy: 'k' }
    const behind = new Date(now.getTime() - 600_000)
    expect([stateOf(ends, now), stateOf(ends, behind)]).toEqual(['replaced', 'replaced'])
  })
})
