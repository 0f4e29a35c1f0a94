/** An arrival as `measured_orders` packs it (prisma/migrations/20261121000330_order_measures). */
export type Arrival = {
  /** Since 1970. */
  minutes: number
  waitSeconds: number
  isHandedOver: boolean
  isCancelled: boolean
  /** 63 for all that is more. */
  noticeSeconds: number
  /** -1: not acknowledged. */
  acknowledgeSeconds: number
  /** -1: not handed over, or acknowledged by the same tap. */
  handOverSeconds: number
}

const bytesEach = 12

/** Reads packed arrivals into one object, again and again: millions of objects would only be thrown away. */
export function eachArrival(packed: Buffer, visit: (arrival: Arrival) => void): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const arrival: Arrival = {
    minutes: 0,
    waitSeconds: 0,
    isHandedOver: false,
    isCancelled: false,
    noticeSeconds: 0,
    acknowledgeSeconds: 0,
    handOverSeconds: 0,
  }
  for (let at = 0; at + bytesEach <= packed.byteLength; at += bytesEach) {
    const word = view.getInt32(at + 4)
    arrival.minutes = view.getInt32(at)
    arrival.waitSeconds = word >> 8
    arrival.isHandedOver = (word & 0xc0) === 0
    arrival.isCancelled = (word & 0xc0) === 0x40
    arrival.noticeSeconds = word & 63
    arrival.acknowledgeSeconds = view.getInt16(at + 8)
    arrival.handOverSeconds = view.getInt16(at + 10)
    visit(arrival)
  }
}
