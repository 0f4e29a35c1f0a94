import { expect, it } from 'vitest'
import type { StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { Patience } from '@/lib/patience'
import { currentShare, seeProjects } from '@/lib/wall'

const [a, b] = ['a', 'b'].map((end) => `00000000-0000-4000-8000-00000000000${end}`) as [string, string]
const all = { destinationIds: null }

it('what somebody of two projects asks for of one counts to that one’s share of the connections', async () => {
  const caller: StaffCaller = {
    ...({ kind: 'staff', userId: 'u', name: 'Ada', email: 'ada@example.com', sessionId: 's' } as const),
    memberships: [
      { projectId: a, role: 'owner', ...all },
      { projectId: b, role: 'manager', ...all },
    ],
  }
  await Patience.during(async () => {
    seeProjects([a, b])
    expect(currentShare()).toBe(a)
    expect(() => requireRight(caller, b, 'keys')).toThrow()
    expect(currentShare()).toBe(a)
    requireRight(caller, b, 'history')
    expect(currentShare()).toBe(b)
  })
})
