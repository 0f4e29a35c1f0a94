/**
 * The timeline is all that happened to an order, in the order it was written. Whoever did something is its actor: a
 * customer's app (phone), a retailer's server, a person at the board (staff), or the product itself (system).
 */
export const actors = ['phone', 'server', 'staff', 'system'] as const
export type Actor = (typeof actors)[number]

/** Which way an event came. */
export const sources = ['api', 'board', 'system'] as const

/** So much of an event as a sentence of it needs. */
export type Deed = {
  eventType: string
  section: string
  actor: Actor
  actorName: string | null
  undone: string | null
  reason?: string | null
}

/** A section as people call it. */
export const sectionNames: Record<string, string> = {
  Expected: 'Expected',
  OnTheWay: 'On the way',
  Arrived: 'Arrived',
  Done: 'Done',
}

const undoneNames = new Map(
  Object.entries({
    acknowledged: 'the acknowledgement of this arrival',
    fulfilled: 'the hand-over of this order',
    cancelled: 'the cancellation of this order',
    moved: 'the move of this order',
  }),
)

// A map, for an event's name may be anything.
const verbs = new Map(
  Object.entries({
    registration: 'registered this order',
    updateOrder: 'changed details',
    onTheWay: 'said that the customer is on the way',
    partnerOnTheWay: 'said that a courier is on the way',
    arrival: 'said that the customer is here',
    acknowledged: 'acknowledged this arrival',
    fulfilled: 'handed over this order',
    cancelled: 'cancelled this order',
  }),
)

/** Why other boards were told, as a timeline keeps it ("notAcknowledged:120"): with how long nobody acknowledged. */
export function escalationOf(told: string | null): { why: 'noBoard' | 'minutes' | 'seconds'; amount: number } {
  const seconds = Number(/^notAcknowledged:(\d+)$/.exec(told ?? '')?.[1])
  if (!seconds) return { why: 'noBoard', amount: 0 }
  return seconds % 60 === 0 ? { why: 'minutes', amount: seconds / 60 } : { why: 'seconds', amount: seconds }
}

function escalationWords(told: string | null): string {
  const { why, amount } = escalationOf(told)
  if (why === 'noBoard') return 'no board was open at the store'
  return `nobody acknowledged within ${amount} ${why === 'minutes' ? 'min' : 's'}`
}

/** "handed over this order": what somebody did, in words. An event of a project's own is told by its name. */
export function deedOf({ eventType, section, undone, reason = null }: Deed): string {
  if (eventType === 'moved') return `moved this order to ${sectionNames[section] ?? section}`
  if (eventType === 'undone') return `undid ${undoneNames.get(undone ?? '') ?? 'the last action'}`
  if (eventType === 'escalated') return `called the other boards: ${escalationWords(reason)}`
  return verbs.get(eventType) ?? `told ${eventType}`
}

/** Whoever did it, as a sentence begins. */
export function actorOf({ actor, actorName }: Deed): string {
  if (actor === 'staff') return actorName ?? 'Somebody'
  if (actor === 'phone') return 'The customer’s app'
  return actor === 'server' ? 'The retailer’s system' : 'Baycall'
}

/** Of the details that were told at once so many are named. */
export const mostChanged = 20
