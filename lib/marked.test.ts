import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { credentialMarking, isMarked, makeMarked, userTokenMarking } from '@/lib/marked'

beforeAll(() => {
  process.env.DATABASE_URL ??= 'postgresql://nowhere'
  process.env.BAYCALL_SECRET ??= 's'.repeat(32)
})

describe('a marked text', () => {
  it.each([
    [43, credentialMarking],
    [27, userTokenMarking],
  ])('of %i signs is told from one that is made up, altered, or of another kind', (length, marking) => {
    const made = makeMarked(marking, 'sk_')
    expect([made.length, isMarked(made, marking, 'sk_')]).toEqual([length, true])
    expect(makeMarked(marking, 'sk_')).not.toBe(made)
    const at = Math.floor(length / 2)
    const altered = `${made.slice(0, at)}${made[at] === 'A' ? 'B' : 'A'}${made.slice(at + 1)}`
    const random = randomBytes(marking.random + marking.mark).toString('base64url')
    for (const other of ['', made.slice(1), `${made}A`, ` ${made}`, altered, random]) {
      expect([other, isMarked(other, marking, 'sk_')]).toEqual([other, false])
    }
    expect(isMarked(made, marking, 'pk_')).toBe(false)
  })
})
