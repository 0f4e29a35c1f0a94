import { isGone, refusalOfLate } from '@/lib/account/own-password'
import { actorOf } from '@/lib/audit/actor'
import { covers, findMembership, type StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { Refusal } from '@/lib/errors'
import { limitChanges } from '@/lib/limits/record'
import { giverOf } from '@/lib/people/still-statement'
import { removeStoreRow } from '@/lib/removal/data'

type StoreKey = { projectId: string; destinationId: string }

const noStore = () => new Refusal('store_not_found', 'There is no such store for your account.')

/**
 * Takes a store that should not be there off all lists; what is recorded of it stays, and the next order for it, or a change
 * of its settings, brings it back. Somebody who comes to it all the same is shown. Throws store_not_found, right_missing,
 * store_in_use, too_many_requests.
 */
export async function removeStore(caller: StaffCaller, key: StoreKey, request: Request, now: Date): Promise<void> {
  const membership = findMembership(caller, key.projectId)
  if (!membership || !covers(membership, key.destinationId)) throw noStore()
  const as = requireRight(caller, key.projectId, 'project')
  await limitChanges(caller.userId)
  const by = { actor: actorOf(caller, request), by: giverOf(caller, as) }
  const outcome = await removeStoreRow(key, by, now).catch(async (error) => {
    throw isGone(error) ? await refusalOfLate(caller, now, noStore(), key.projectId) : error
  })
  if (!outcome) throw noStore()
  if (outcome.isRemoved) return
  const { orders, tablets, people } = outcome.held
  throw new Refusal(
    'store_in_use',
    `It has live orders (${orders}), paired tablets (${tablets}) or people who have it by name (${people}). Close, unpair or move these first.`,
    { members: outcome.held },
  )
}
