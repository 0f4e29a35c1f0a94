/**
 * The board is one store's live view of its orders. A section is where customers are; a wait runs from the arrival to the
 * hand-off.
 */

/** What staff can do from the board. */
export const staffActions = ['acknowledge', 'complete', 'cancel', 'move', 'undo'] as const
export type StaffAction = (typeof staffActions)[number]

/** What has a button of its own on a row. */
export type TapAction = 'acknowledge' | 'complete'

/** Where staff may move an order to, out of Done too; into Done it goes by `complete` or `cancel`. */
export const openSections = ['Expected', 'OnTheWay', 'Arrived'] as const
export type OpenSection = (typeof openSections)[number]

type Decided = { from?: OpenSection | 'Done' | undefined }

/**
 * One action with what it needs to know; an undo names the version that the undone action made. `from`: in which section
 * the order stood for whoever decided. Who hands over has seen the customer, wherever the order stood.
 */
export type Act =
  | { action: TapAction }
  | ({ action: 'cancel'; reason?: string } & Decided)
  | ({ action: 'move'; section: OpenSection } & Decided)
  | { action: 'undo'; version: number }

/** The action as it is decided on the order as it is seen: where that is not said yet, it is now. */
export function decidedOn({ section }: { section: OpenSection | 'Done' }, act: Act): Act {
  return act.action === 'move' || act.action === 'cancel' ? { ...act, from: act.from ?? section } : act
}

/** For how long after it was closed an order can be brought back from Done, and an action be undone. */
export const undoableForMs = 24 * 60 * 60 * 1000

export type WaitLevel = 'onTime' | 'due' | 'late' | 'over'

/** What staff need at least to prepare. */
export const leastNoticeSeconds = 60

/** An arrival that was announced less than a minute before: staff could not have prepared, and are judged fairly. */
export function isWithoutNotice(order: { arrivedAt: Date | null; onTheWayAt: Date | null; createdAt: Date }): boolean {
  if (!order.arrivedAt) return false
  return order.arrivedAt.getTime() - (order.onTheWayAt ?? order.createdAt).getTime() < leastNoticeSeconds * 1000
}

/** From when on a wait is due, late and over, as the store has it. */
type Waits = { dueSeconds: number; lateSeconds: number; overSeconds: number }

/** On time until it is due, then late, then over. */
export function waitLevelOf(waitSeconds: number, { dueSeconds, lateSeconds, overSeconds }: Waits): WaitLevel {
  if (waitSeconds < dueSeconds) return 'onTime'
  if (waitSeconds < lateSeconds) return 'due'
  return waitSeconds < overSeconds ? 'late' : 'over'
}

/** From the kerb outwards. */
export const nearestFirst = ['Arrived', 'OnTheWay', 'Expected', 'Done'] as const

/** The orders of a section in the order that staff work them. */
type Placed = {
  section: (typeof nearestFirst)[number]
  arrivedAt: Date | null
  expectedAt: Date | null
  scheduledTimeForCollection: Date | null
  closedAt: Date | null
  createdAt: Date
  serviceId: string
}

const far = Number.MAX_SAFE_INTEGER

function urgencyOf(order: Placed): number {
  if (order.section === 'Arrived') return order.arrivedAt?.getTime() ?? order.createdAt.getTime()
  if (order.section === 'OnTheWay') return order.expectedAt?.getTime() ?? far
  if (order.section === 'Expected') return order.scheduledTimeForCollection?.getTime() ?? far
  return -(order.closedAt ?? order.createdAt).getTime()
}

/** Longest wait first, then next to come, then next to collect; Done newest first. Ties by creation, then by id. */
export function byUrgency(a: Placed, b: Placed): number {
  return (
    urgencyOf(a) - urgencyOf(b) ||
    a.createdAt.getTime() - b.createdAt.getTime() ||
    (a.serviceId < b.serviceId ? -1 : a.serviceId > b.serviceId ? 1 : 0)
  )
}

/** Of all sections: who is nearest to the kerb, then by urgency. */
export function byNearness(a: Placed, b: Placed): number {
  return nearestFirst.indexOf(a.section) - nearestFirst.indexOf(b.section) || byUrgency(a, b)
}

/** In place of the cursor of a board that is there in part: no stream goes on from it, and the board is read whole at once. */
export const partCursor = 'part'

/** An order that nobody arrived for and nobody told anything of for so long leaves the board; an event brings it back. */
export const forgottenAfterMs = 72 * 60 * 60 * 1000

/**
 * Behind which change a board is, and in which history of the database (database_history in the migration 20261127000400):
 * after a restore the same numbers are given once more. Null: in any, before all changes.
 */
export type Position = { history: bigint | null; sequence: bigint }

/** In a history that is known. */
export type KnownPosition = Position & { history: bigint }
