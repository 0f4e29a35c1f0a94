import { isOfStatement } from '@/lib/failed-statement'
import { log } from '@/lib/log'
import { deleteFreeIdempotencyKeys } from '@/lib/orders/data'
import { type Due, type Gone, listDue, listTold, redactOrders } from '@/lib/redaction/data'
import { redactBySlices } from '@/lib/redaction/long-orders'
import { mostLines } from '@/lib/redaction/slices'
import { whatTells } from '@/lib/redaction/what-tells'
import { causeOf } from '@/lib/watch/cause'

const batch = 200
// Of one order's details: 3 MB of a batch. One that was told more is done by slices.
const mostLetters = 16_000
const pauseMs = 20
const asideMs = 60 * 60_000
// Batches of which none was done: another server may be at it.
const mostInVain = 3

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

// Orders that could not be redacted, and until when others go before them.
const aside = new Map<string, number>()

function setAside({ projectId, serviceId }: Due, until: number, error: unknown): void {
  aside.set(serviceId, until)
  log.error({ projectId, serviceId, err: causeOf(error) }, 'order not redacted, tried again in an hour')
}

/** One after the other: one that cannot be done keeps no other from its turn. */
async function redactOneByOne(due: Due[], now: Date): Promise<number> {
  let redacted = 0
  for (const order of due) {
    try {
      await redactBySlices(order, now)
      redacted += 1
    } catch (error) {
      if (!isOfStatement(error)) throw error
      setAside(order, now.getTime() + asideMs, error)
    }
  }
  return redacted
}

/**
 * Those of some orders whose timelines are read at once, as far as it comes; and which are left to be done by slices. Others
 * have been done, or are another's or otherwise by now.
 */
async function redactTogether(due: Due[], now: Date): Promise<{ redacted: number; long: Due[] }> {
  const told = await listTold(due, { lines: mostLines, letters: mostLetters })
  const long: Due[] = []
  const short: (Due & { names: Gone })[] = []
  for (const order of due) {
    const of = told.get(order.serviceId)
    // Who is named in it is known once all of it is read.
    if (of && (of.until !== null || of.details === null)) long.push(order)
    else short.push({ ...order, names: of ? await whatTells(of) : {} })
  }
  const done = short.length === 0 ? [] : await redactOrders(short, mostLines, now)
  const rest = done.filter(({ until }) => until !== null)
  return { redacted: done.length - rest.length, long: [...long, ...rest] }
}

async function redactSome(due: Due[], now: Date): Promise<number> {
  const { redacted, long } = await redactTogether(due, now).catch((error) => {
    if (!isOfStatement(error)) throw error
    log.warn({ err: causeOf(error) }, 'orders not redacted together, now one by one')
    return { redacted: 0, long: due }
  })
  return redacted + (await redactOneByOne(long, now))
}

/**
 * Redacts every order that has been closed for 24 hours, or that nobody has closed for 72 hours after its last change, in
 * small batches beside the traffic: how many. Answers that were kept for retries go first: an order's last is as old as its
 * closing.
 */
export async function redactClosedOrders(now: Date): Promise<number> {
  while ((await deleteFreeIdempotencyKeys(now, batch)) === batch) await pause()
  for (const [serviceId, until] of aside) if (until <= now.getTime()) aside.delete(serviceId)
  // What others hold or change just now is due another time, and keeps nobody behind it waiting.
  const held: string[] = []
  let redacted = 0
  for (let inVain = 0; inVain < mostInVain; await pause()) {
    const due = await listDue(now, { orders: batch, aside: [...aside.keys(), ...held] })
    if (due.length === 0) break
    const some = await redactSome(due, now)
    redacted += some
    inVain = some === 0 ? inVain + 1 : 0
    if (some === 0) held.push(...due.map(({ serviceId }) => serviceId))
  }
  return redacted
}
