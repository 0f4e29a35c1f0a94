import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { guarded } from '@/lib/csv/formulas'
import { queryDigest, readPageToken, sealPageToken } from '@/lib/http/page-token'
import { hiddenId, sealAsText, unsealText } from '@/lib/sealed'

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nowhere')
  vi.stubEnv('BAYCALL_SECRET', 's'.repeat(32))
})
afterAll(() => {
  vi.unstubAllEnvs()
})

const sealing = { purpose: 'test', bound: 'this' }
const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

describe('what is sealed as text', () => {
  it('opens for what it was sealed for, and is the same for the same', () => {
    for (const length of [0, 1, 8, 60, 61]) {
      const bytes = Buffer.alloc(length, 7)
      const text = sealAsText(bytes, sealing)
      expect(text).toMatch(/^[\w-]+$/)
      expect(unsealText(text, sealing)).toEqual(bytes)
      expect(sealAsText(bytes, sealing)).toBe(text)
      expect(unsealText(text, { ...sealing, bound: 'that' })).toBeNull()
      expect(unsealText(text, { ...sealing, purpose: 'another' })).toBeNull()
    }
  })

  it('opens no more once anything in it was altered, left out or added', () => {
    const text = sealAsText(Buffer.from('1'), sealing)
    const bytes = Buffer.from(text, 'base64url')
    const altered = [...bytes.keys()].flatMap((at) =>
      Array.from({ length: 8 }, (_, bit) => {
        const other = Buffer.from(bytes)
        other[at] = (bytes[at] ?? 0) ^ (1 << bit)
        return other.toString('base64url')
      }),
    )
    const last = [...signs].map((sign) => text.slice(0, -1) + sign).filter((other) => other !== text)
    const cut = Array.from(text, (_, at) => text.slice(0, at))
    for (const other of [...altered, ...last, ...cut, `${text}A`, `${text}=`, `${text}.`, ` ${text}`, '🚗', '24015'])
      expect([other, unsealText(other, sealing)]).toEqual([other, null])
  })
})

describe('a page’s token', () => {
  const digest = queryDigest({ of: 'this' })

  it('tells its position to the query that it was made for, and to no other', () => {
    const position = { time: new Date('2026-11-22T09:30:00.123Z'), tie: '24015' }
    const token = sealPageToken(digest, position)
    expect(readPageToken(token, digest)).toEqual(position)
    expect(() => readPageToken(token, queryDigest({ of: 'that' }))).toThrow('paginationToken')
  })

  it('is of one length, whatever its position', () => {
    const times = [new Date(0), new Date('9999-12-31T00:00:00Z')]
    const ties = ['1', '9007199254740991', '8d1f6c52-9f6e-4d0e-8d5a-8f0f0c1d2e3f']
    const lengths = times.flatMap((time) => ties.map((tie) => sealPageToken(digest, { time, tie }).length))
    expect(new Set(lengths).size).toBe(1)
  })
})

it('a hidden id is another for each number and each purpose, and the same at each time', () => {
  const ids = Array.from({ length: 10_000 }, (_, n) => hiddenId('test', `${n}`))
  expect(new Set(ids).size).toBe(10_000)
  expect(hiddenId('test', '7')).toBe(ids[7])
  expect(hiddenId('another', '7')).not.toBe(ids[7])
  for (const id of ids) expect(guarded(id)).toMatch(/^[0-9a-f]{24}$/)
})
