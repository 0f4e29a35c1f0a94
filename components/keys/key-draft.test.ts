import { describe, expect, it } from 'vitest'
import { emptyDraft, endOf, requestOf, wrongIn } from '@/components/keys/key-draft'

const now = new Date(2026, 10, 20, 15)
const named = { ...emptyDraft, name: ' Web shop ' }

describe('the form of a new key', () => {
  it('ends a key with the end of the day that was chosen, on the clock of who chose it', () => {
    expect(endOf({ expiry: 'day', day: '2026-11-20' }, now)).toEqual(new Date(2026, 10, 21))
    expect(endOf({ expiry: '30', day: '' }, now)?.getTime()).toBe(now.getTime() + 30 * 86_400_000)
    expect(endOf({ expiry: 'never', day: '2020-01-01' }, now)).toBeNull()
  })

  it('says what is missing: a name, a store where only some are meant, a day to come', () => {
    expect(wrongIn(named, now)).toEqual({})
    expect(wrongIn({ ...named, name: ' ', reach: 'some' }, now)).toEqual({
      name: 'nameMissing',
      destinationIds: 'storesMissing',
    })
    for (const day of ['', '2026-11-19', '2026-1']) {
      expect(wrongIn({ ...named, expiry: 'day', day }, now)).toEqual({ day: 'dayMissing' })
    }
    expect(wrongIn({ ...named, expiry: 'day', day: '2026-11-20' }, now)).toEqual({})
  })

  it('sends what stands in it, and no stores where all are meant', () => {
    const draft = { ...named, mode: 'test', destinationIds: ['a'] } as const
    expect(requestOf({ ...draft, destinationIds: ['a'] }, 'p', now)).toEqual({
      projectId: 'p',
      kind: 'secret',
      name: 'Web shop',
      isTest: true,
      destinationIds: null,
      expiresAt: null,
    })
    expect(requestOf({ ...named, reach: 'some', destinationIds: ['a'] }, 'p', now).destinationIds).toEqual(['a'])
  })
})
