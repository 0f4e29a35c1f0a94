import { isOfStatement } from '@/lib/failed-statement'
import { log } from '@/lib/log'
import { deleteFreeIdempotencyKeys } from '@/lib/orders/data'
import { type Due, listDue, listTold, type Names, redactOrder, redactOrders } from '@/lib/redaction/data'
import { bySlices, mostLines } from '@/lib/redaction/slices'
import { toldByNames } from '@/lib/redaction/told-by-names'
import { slices } from '@/lib/slices'
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

/** With the names of details that are to go of each, of so many lines of its timeline. */
async function named(due: Due[], events: number): Promise<(Due & { names: Names })[]> {
  const told = await listTold(due, events)
  const turn = slices()
  const withNames: (Due & { names: Names })[] = []
  for (const order of due) {
    await turn()
    const of = told.get(order.serviceId)
    const names: Names = Object.fromEntries((of ? toldByNames(of) : []).map((name) => [name, 'name']))
    withNames.push({ ...order, names })
  }
  return withNames
}

async function redactNext(due: Due, events: number, now: Date): Promise<string | null> {
  const [order] = await named([due], events)
  return order ? redactOrder(order, events, now) : null
}

/** One after the other, some lines at a time: one that cannot be done keeps no other from its turn. */
async function redactOneByOne(due: Due[], now: Date): Promise<number> {
  let redacted = 0
  for (const order of due) {
    try {
      await bySlices(order.until ?? '0', (until, events) => redactNext({ ...order, until }, events, now))
      redacted += 1
    } catch (error) {
      if (!isOfStatement(error)) throw error
      setAside(order, now.getTime() + asideMs, error)
    }
  }
  return redacted
}

async function redactSome(now: Date): Promise<{ isAll: boolean; redacted: number }> {
  const due = await listDue(now, { orders: batch, aside: [...aside.keys()] })
  if (due.length === 0) return { isAll: true, redacted: 0 }
  const together = async () => redactOrders(await named(due, mostLines), mostLines, now)
  const done = await together().catch((error) => {
    if (!isOfStatement(error)) throw error
    log.warn({ err: causeOf(error) }, 'orders not redacted together, now one by one')
    return due
  })
  const long = done.filter(({ until }) => until !== null)
  const redacted = done.length - long.length + (await redactOneByOne(long, now))
  return { isAll: done.length === 0, redacted }
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
