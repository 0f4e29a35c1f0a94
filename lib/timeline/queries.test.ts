import { expect, it } from 'vitest'
import { ApiError } from '@/lib/http/client'
import { changeInConflict } from '@/lib/timeline/queries'

const at = new Date('2026-01-01T12:01:00Z')

it('a conflict says who was first and when', () => {
  const problem = {
    title: 'Conflict',
    status: 409,
    detail: 'Ana was first.',
    requestId: 'r',
    code: 'action_conflict',
  }
  const lastChange = {
    ...{ id: 'kJ3d', recordedAt: at.toISOString(), eventTime: null, eventType: 'fulfilled', version: 3 },
    ...{ status: 'Completed', section: 'Done', from: 'Arrived', actor: 'staff', actorName: 'Ana', source: 'board' },
    ...{ changed: [], reason: null, undone: null, replacedBy: null },
  }
  expect(changeInConflict(new ApiError({ ...problem, lastChange }))).toMatchObject({
    actorName: 'Ana',
    recordedAt: at,
  })
  expect(changeInConflict(new ApiError(problem))).toBeNull()
  expect(changeInConflict(new Error('?'))).toBeNull()
})
