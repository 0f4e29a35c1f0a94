import { actOnOrderRow } from '@/lib/actions/data'
import { actsAs } from '@/lib/actions/still-acting-statement'
import { actorOf as auditActorOf } from '@/lib/audit/actor'
import { covers, findMembership, type StaffCaller } from '@/lib/auth/model'
import { requireSame } from '@/lib/auth/still-same'
import { findBoardOrders } from '@/lib/board/data'
import type { Act } from '@/lib/board/model'
import type { ActedOrder } from '@/lib/board/schema'
import { Refusal } from '@/lib/errors'
import { wakeBoards } from '@/lib/feed/wake'
import { limitActions } from '@/lib/limits/record'
import { isClosed } from '@/lib/orders/model'
import { pinRequired, whoActs } from '@/lib/pins/acting'
import { maskingFor, shownBy, shownOrder } from '@/lib/privacy/shared-boards'
import { findArrivalSince, findLastMove } from '@/lib/timeline/data'
import { actorOf, deedOf, sectionNames } from '@/lib/timeline/model'
import { TimelineEvent } from '@/lib/timeline/schema'
import { namesIn, shownEvent } from '@/lib/timeline/shown'

/** `request`: from where, for the record. */
type Acting = { projectId: string; serviceId: string; act: Act; request: Request }

// The reason where nobody was first.
function plainReason(act: Act, order: ActedOrder): string {
  if (act.action === 'acknowledge') return 'This customer has not arrived yet: there is nothing to acknowledge.'
  if (act.action === 'undo')
    return 'There is no action of staff here that can be undone: 24 hours are over, or it was none.'
  return `This order can’t be changed so: it stands in ${sectionNames[order.section]}.`
}

function conflict(act: Act, order: ActedOrder, last: TimelineEvent | null): Refusal {
  const isUndoable = act.action !== 'undo' || (last !== null && last.version > act.version)
  const explains =
    last && isUndoable && (last.actor === 'staff' || isClosed(order.status) || act.action !== 'acknowledge')
  const detail = explains
    ? `${actorOf(last)} ${deedOf(last)} at ${last.recordedAt.toISOString()}.`
    : plainReason(act, order)
  const lastChange = explains ? TimelineEvent.encode(last) : undefined
  return new Refusal('action_conflict', detail, { members: { order, ...(lastChange && { lastChange }) } })
}

/** What was first: the last move; of an undo that no later one stands in the way of, an arrival that was told since. */
async function findFirst(act: Act, projectId: string, serviceId: string) {
  const last = await findLastMove(projectId, serviceId)
  if (act.action !== 'undo' || (last && last.version > act.version)) return last
  return (await findArrivalSince(act.version, projectId, serviceId)) ?? last
}

/**
 * A staff member acts on an order; of two who do the same the second learns who was first. Throws action_conflict,
 * too_many_requests, on a tablet whose store asks who acts pin_required, and as requireSame.
 */
export async function actOnOrder(caller: StaffCaller, acting: Acting, now: Date): Promise<ActedOrder> {
  const { projectId, serviceId, act, request } = acting
  const membership = findMembership(caller, projectId)
  if (!membership) throw new Refusal('project_not_found', 'There is no such project for your account.')
  const { destinationIds } = membership
  const { userId, name: userName, pin } = await whoActs(caller, now)
  await limitActions(caller.userId, serviceId)
  const actor = { ...auditActorOf(caller, request), name: userName, by: pin?.personId }
  const by = { projectId, serviceId, userId, userName, destinationIds, as: actsAs(caller, projectId, pin), actor }
  const done = await actOnOrderRow(act, by, now)
  if (!done) {
    // What is told of the order now is for who may see it now.
    await requireSame(caller, [projectId])
    if (pin && !(await whoActs(caller, now)).pin) throw pinRequired()
    const [order] = await findBoardOrders(projectId, [serviceId])
    if (!order || !covers(membership, order.destinationId)) {
      throw new Refusal('order_not_found', 'There is no such order in your stores.')
    }
    const last = await findFirst(act, projectId, serviceId)
    const masking = await maskingFor(caller, order)
    throw conflict(act, shownBy(caller, masking, order), last && shownEvent(masking, last, namesIn(order, masking)))
  }
  wakeBoards(done.projectId, done.destinationId)
  return shownOrder(caller, done)
}
