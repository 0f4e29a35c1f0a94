/**
 * An order is what a customer comes to collect. Its `status` is what the API answers; its `section` is where the
 * customer is, and so where the board shows it. The two differ only until the first update: a create always answers
 * Registered (specification), while its eventType may say that the customer is already on the way.
 */
export const orderStatuses = ['Registered', 'OnTheWay', 'Arrived', 'Completed', 'Cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** In the order of a visit: later is greater. */
export const boardSections = ['Expected', 'OnTheWay', 'Arrived', 'Done'] as const
export type BoardSection = (typeof boardSections)[number]

export const eventTypes = [
  'registration',
  'updateOrder',
  'onTheWay',
  'partnerOnTheWay',
  'arrival',
  'fulfilled',
  'cancelled',
] as const
export type EventType = (typeof eventTypes)[number]

/** Where an event takes a customer: null where it takes them nowhere. A customer never moves backwards. */
export type Destination = { section: BoardSection; status: OrderStatus } | null

const destinations: Record<EventType, Destination> = {
  registration: null,
  updateOrder: null,
  onTheWay: { section: 'OnTheWay', status: 'OnTheWay' },
  partnerOnTheWay: { section: 'OnTheWay', status: 'OnTheWay' },
  arrival: { section: 'Arrived', status: 'Arrived' },
  fulfilled: { section: 'Done', status: 'Completed' },
  cancelled: { section: 'Done', status: 'Cancelled' },
}

export function destinationOf(event: EventType): Destination {
  return destinations[event]
}

/** True for an order that takes no more events. */
export function isClosed(status: OrderStatus): boolean {
  return status === 'Completed' || status === 'Cancelled'
}
