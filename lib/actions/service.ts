import { actOnOrderRow } from '@/lib/actions/data'
import { covers, findMembership, type StaffCaller } from '@/lib/auth/model'
import { findBoardOrders } from '@/lib/board/data'
import type { Act } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import { Refusal } from '@/lib/errors'
import { wakeBoards } from '@/lib/feed/wake'
import { isClosed } from '@/lib/orders/model'
import { findLastMove } from '@/lib/timeline/data'
import { actorOf, deedOf, sectionNames } from '@/lib/timeline/model'
import { TimelineEvent } from '@/lib/timeline/schema'

type Acting = { projectId: string; serviceId: string; act: Act }

// The reason where nobody was first.
function plainReason(act: Act, order: BoardOrder): string {
  if (act.action === 'acknowledge') return 'This customer has not arrived yet: there is nothing to acknowledge.'
  if (act.action === 'undo')
    return 'There is no action of staff here that can be undone: 24 hours are over, or it was none.'
  return `This order can’t be changed so: it stands in ${sectionNames[order.section]}.`
}

function conflict(act: Act, order: BoardOrder, last: TimelineEvent | null): Refusal {
  const isUndoable = act.action !== 'undo' || (last !== null && last.version > act.version)
  const explains =
    last && isUndoable && (last.actor === 'staff' || isClosed(order.status) || act.action !== 'acknowledge')
  const detail = explains
    ? `${actorOf(last)} ${deedOf(last)} at ${last.recordedAt.toISOString()}.`
    : plainReason(act, order)
  const lastChange = explains ? TimelineEvent.encode(last) : undefined
  return new Refusal('action_conflict', detail, { members: { order, ...(lastChange && { lastChange }) } })
}

/** A staff member acts on an order; of two who do the same the second learns who was first. Throws action_conflict. */
export async function actOnOrder(caller: StaffCaller, acting: Acting, now: Date): Promise<BoardOrder> {
  const { projectId, serviceId, act } = acting
  const membership = findMembership(caller, projectId)
  if (!membership) throw new Refusal('project_not_found', 'There is no such project for your account.')
  const { destinationIds } = membership
  const by = { projectId, serviceId, userId: caller.userId, userName: caller.name, destinationIds }
  const done = await actOnOrderRow(act, by, now)
  if (!done) {
    const [order] = await findBoardOrders(projectId, [serviceId])
    if (!order || !covers(membership, order.destinationId)) {
      throw new Refusal('order_not_found', 'There is no such order in your stores.')
    }
    throw conflict(act, order, await findLastMove(projectId, serviceId))
  }
  wakeBoards(done.projectId, done.destinationId)
  return done
}
