import { describe, expect, it } from 'vitest'
import { filterOf, isReversed } from '@/components/audit/audit-address'

const none = { who: null, what: null, first: null, last: null, about: null }
const berlin = 'Europe/Berlin'

describe('an address of the record', () => {
  it('means whole days on the clock of whoever looks, also when the clocks change', () => {
    expect(filterOf({ ...none, first: '2026-10-25', last: '2026-10-25' }, 'p', berlin)).toEqual({
      projectId: 'p',
      startTime: '2026-10-24T22:00:00.000Z',
      endTime: '2026-10-25T23:00:00.000Z',
    })
  })

  it('names who did it, what, and to what', () => {
    expect(filterOf({ ...none, who: 'u1', what: 'keys', about: 'store:a:b' }, 'p', berlin)).toEqual({
      projectId: 'p',
      actorId: 'u1',
      kind: 'keys',
      subjectKind: 'store',
      subjectId: 'a:b',
    })
    expect(filterOf({ ...none, who: 'console' }, 'p', berlin)).toEqual({ projectId: 'p', actorKind: 'console' })
  })

  it('leaves out what is none, so that a typo leads to no dead end', () => {
    const odd = { ...none, first: '2026-13-45', last: 'yesterday', about: 'unheard:1' }
    expect(filterOf(odd, 'p', berlin)).toEqual({ projectId: 'p' })
    expect(isReversed({ ...none, first: '2026-11-02', last: '2026-11-01' })).toBe(true)
    expect(isReversed(odd)).toBe(false)
  })
})
