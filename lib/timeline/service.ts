import { covers, findMembership, type Membership, type StaffCaller } from '@/lib/auth/model'
import { findBoardOrders } from '@/lib/board/data'
import { Refusal } from '@/lib/errors'
import { audienceOf, maskedByOf, maskingFor } from '@/lib/privacy/shared-boards'
import { listTimelineEvents } from '@/lib/timeline/data'
import type { Timeline } from '@/lib/timeline/schema'
import { namesIn, shownEvent } from '@/lib/timeline/shown'
import { pageInTurn } from '@/lib/turns/reading'

// A phone that tells where it is every few seconds must not fill a screen: what matters is among the newest.
const mostEvents = 200

type Key = { projectId: string; serviceId: string }

/** All that happened to an order, newest first. Throws project_not_found, order_not_found, unavailable. */
export async function getTimeline(caller: StaffCaller, key: Key): Promise<Timeline> {
  const membership = findMembership(caller, key.projectId)
  if (!membership) throw new Refusal('project_not_found', 'There is no such project for your account.')
  return pageInTurn(caller, key.projectId, () => readTimeline(caller, membership, key))
}

async function readTimeline(caller: StaffCaller, membership: Membership, key: Key): Promise<Timeline> {
  const { projectId, serviceId } = key
  const { destinationIds } = membership
  const { events, names: before } = await listTimelineEvents({ projectId, serviceId, destinationIds }, mostEvents + 1)
  // Of an order that came with its history over nothing may have been recorded.
  const [order] = events.length === 0 ? await findBoardOrders(projectId, [serviceId]) : []
  if (events.length === 0 && !(order && covers(membership, order.destinationId))) {
    throw new Refusal('order_not_found', 'There is no such order in your stores.')
  }
  // By the store that a shared board stands in: an order may be gone, or another's by now.
  const masking = await maskingFor(caller, { projectId, destinationId: destinationIds?.[0] ?? '' })
  const [named] = masking ? await findBoardOrders(projectId, [serviceId]) : []
  const names = namesIn(named, masking, before)
  const told = events.slice(0, mostEvents).map((event) => shownEvent(masking, event, names))
  return { events: told, hasEarlier: events.length > mostEvents, maskedBy: maskedByOf(audienceOf(caller), masking) }
}
