import { expect, it } from 'vitest'
import { isInSight, mayGive, rolesToGive, storesInSight } from '@/lib/people/model'

const owner = { role: 'owner', destinationIds: null } as const
const manager = { role: 'manager', destinationIds: null } as const
const ofTwo = { role: 'manager' as const, destinationIds: ['deli', 'harbour'] }
const staff = { role: 'staff', destinationIds: null } as const

it('nobody gives more than they have, in role or in stores', () => {
  expect([owner, manager, staff].map((given) => mayGive(owner, given))).toEqual([true, true, true])
  expect([owner, manager, staff].map((given) => mayGive(manager, given))).toEqual([false, true, true])
  expect([owner, manager, staff].map((given) => mayGive(ofTwo, given))).toEqual([false, false, false])
  const some = [['deli'], ['deli', 'harbour'], ['deli', 'airport']]
  expect(some.map((destinationIds) => mayGive(ofTwo, { role: 'staff', destinationIds }))).toEqual([true, true, false])
  expect(mayGive(staff, { role: 'staff', destinationIds: ['deli'] })).toBe(false)
  expect([owner, manager, ofTwo, staff].map((by) => rolesToGive(by).length)).toEqual([3, 2, 2, 0])
})

it('a manager of some stores knows of those who work there, and of no other stores of theirs', () => {
  expect(isInSight(ofTwo, { role: 'staff', destinationIds: ['airport'] })).toBe(false)
  expect(storesInSight(ofTwo, { role: 'staff', destinationIds: ['airport', 'deli'] })).toEqual(['deli'])
  expect(storesInSight(ofTwo, owner)).toBeNull()
  expect(storesInSight(owner, ofTwo)).toEqual(['deli', 'harbour'])
})
