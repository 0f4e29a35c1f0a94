import { isOfStatement } from '@/lib/failed-statement'
import { log } from '@/lib/log'
import { deleteFreeIdempotencyKeys } from '@/lib/orders/data'
import { type Due, redactOrder, redactOrders } from '@/lib/redaction/data'
import { bySlices, mostLines } from '@/lib/redaction/slices'
import { causeOf } from '@/lib/watch/cause'

const batch = 200
const pauseMs = 20
const asideMs = 60 * 60_000

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

// Orders that could not be redacted, and until when others go before them.
const aside = new Map<string, number>()

function setAside({ projectId, serviceId }: Due, until: number, error: unknown): void {
  aside.set(serviceId, until)
  log.error({ projectId, serviceId, err: causeOf(error) }, 'order not redacted, tried again in an hour')
}

/** One after the other, some lines at a time: one that cannot be done keeps no other from its turn. */
async function redactOneByOne(due: Due[], now: Date): Promise<number> {
  let redacted = 0
  for (const order of due) {
    try {
      await bySlices(order.until ?? '0', (until, events) => redactOrder({ ...order, until }, events, now))
      redacted += 1
    } catch (error) {
      if (!isOfStatement(error)) throw error
      setAside(order, now.getTime() + asideMs, error)
    }
  }
  return redacted
}

async function redactSome(now: Date): Promise<{ isAll: boolean; redacted: number }> {
  const left = [...aside.keys()]
  const some = (events: number) => redactOrders(now, { orders: batch, events, aside: left })
  const due = await some(mostLines).catch((error) => {
    if (!isOfStatement(error)) throw error
    log.warn({ err: causeOf(error) }, 'orders not redacted together, now one by one')
    return some(0)
  })
  const long = due.filter(({ until }) => until !== null)
  const redacted = due.length - long.length + (await redactOneByOne(long, now))
  return { isAll: due.length === 0, redacted }
}

/**
 * Redacts every order that has been closed for 24 hours, or that nobody has closed for 72 hours after its last change, in
 * small batches beside the traffic: how many. Answers that were kept for retries go first: an order's last is as old as its
 * closing.
 */
export async function redactClosedOrders(now: Date): Promise<number> {
  while ((await deleteFreeIdempotencyKeys(now, batch)) === batch) await pause()
  for (const [serviceId, until] of aside) if (until <= now.getTime()) aside.delete(serviceId)
  for (let redacted = 0; ; ) {
    const some = await redactSome(now)
    redacted += some.redacted
    if (some.isAll) return redacted
    await pause()
  }
}
