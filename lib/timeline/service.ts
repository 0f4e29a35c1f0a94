import { covers, findMembership, type StaffCaller } from '@/lib/auth/model'
import { findBoardOrders } from '@/lib/board/data'
import { Refusal } from '@/lib/errors'
import { listTimelineEvents } from '@/lib/timeline/data'
import type { Timeline } from '@/lib/timeline/schema'

// A phone that tells where it is every few seconds must not fill a screen: what matters is among the newest.
const mostEvents = 200

/** All that happened to an order, newest first. Throws project_not_found, order_not_found. */
export async function getTimeline(
  caller: StaffCaller,
  { projectId, serviceId }: { projectId: string; serviceId: string },
): Promise<Timeline> {
  const membership = findMembership(caller, projectId)
  if (!membership) throw new Refusal('project_not_found', 'There is no such project for your account.')
  const { destinationIds } = membership
  const events = await listTimelineEvents({ projectId, serviceId, destinationIds }, mostEvents + 1)
  if (events.length === 0) {
    // Of an order that came with its history over nothing may have been recorded.
    const [order] = await findBoardOrders(projectId, [serviceId])
    if (!order || !covers(membership, order.destinationId)) {
      throw new Refusal('order_not_found', 'There is no such order in your stores.')
    }
  }
  return { events: events.slice(0, mostEvents), hasEarlier: events.length > mostEvents }
}
