import { describe, expect, it } from 'vitest'
import { isObvious, secondsUntil } from '@/lib/pins/model'
import { readProof, signProof } from '@/lib/pins/proof'

describe('a PIN', () => {
  it('is obvious when its digits are alike or follow each other', () => {
    expect(['0000', '1234', '654321', '98765'].filter(isObvious)).toHaveLength(4)
    expect(['1235', '0102', '1357', '890123'].filter(isObvious)).toEqual([])
  })
})

describe('a wait', () => {
  it('is told in whole seconds, and is never none', () => {
    const now = new Date()
    const after = (ms: number) => secondsUntil(new Date(now.getTime() + ms), now)
    expect([29_001, 1_000, 0, -5_000].map(after)).toEqual([30, 1, 1, 1])
  })
})

describe('the proof of a PIN', () => {
  const now = new Date('2026-01-31T09:30:00.000Z')
  const until = new Date(now.getTime() + 60_000)
  const proof = { tabletId: 't', personId: 'p', setAt: now, digits: 6, seconds: 60, until, turn: 'first' }

  it('holds on its tablet until its time is over', () => {
    process.env.DATABASE_URL ??= 'postgresql://nowhere'
    process.env.BAYCALL_SECRET ??= 's'.repeat(32)
    const sent = signProof(proof)
    const at = (seconds: number, tabletId = 't') => readProof(sent, tabletId, new Date(now.getTime() + seconds * 1000))
    expect(at(59)).toEqual(proof)
    expect([at(60), at(59, 'another')]).toEqual([null, null])
    const altered = [null, '', '.', `${sent}x`, `x${sent}`, `${sent}.${sent}`]
    expect(altered.map((one) => readProof(one, 't', now))).toEqual(altered.map(() => null))
  })
})
