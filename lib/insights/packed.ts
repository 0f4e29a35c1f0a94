/** An arrival as `measured_orders` packs it (prisma/migrations/20261121000330_order_measures). */
export type Arrival = {
  /** Since 1970. */
  minutes: number
  waitSeconds: number
  outcome: 'handedOver' | 'cancelled' | 'open'
  /** 63 for all that is more. */
  noticeSeconds: number
  /** -1: not acknowledged. */
  acknowledgeSeconds: number
  /** -1: not handed over, or acknowledged by the same tap. */
  handOverSeconds: number
}

const bytesEach = 12
const outcomes = ['handedOver', 'cancelled', 'open', 'open'] as const

/** Reads packed arrivals into one object, again and again: millions of objects would only be thrown away. */
export function eachArrival(packed: Buffer, visit: (arrival: Arrival) => void): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const arrival = { minutes: 0, waitSeconds: 0, outcome: 'open', noticeSeconds: 0 } as Arrival
  for (let at = 0; at + bytesEach <= packed.byteLength; at += bytesEach) {
    const word = view.getInt32(at + 4)
    arrival.minutes = view.getInt32(at)
    arrival.waitSeconds = word >> 8
    arrival.outcome = outcomes[(word >> 6) & 3] ?? 'open'
    arrival.noticeSeconds = word & 63
    arrival.acknowledgeSeconds = view.getInt16(at + 8)
    arrival.handOverSeconds = view.getInt16(at + 10)
    visit(arrival)
  }
}
