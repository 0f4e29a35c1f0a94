import { randomUUID } from 'node:crypto'
import { isOfStatement } from '@/lib/failed-statement'
import { log } from '@/lib/log'
import { deleteFreeIdempotencyKeys } from '@/lib/orders/data'
import { countSetAside, settleDue, type Taken, takeDue } from '@/lib/redaction/aside'
import { type Due, type Gone, listTold, redactOrders } from '@/lib/redaction/data'
import { redactBySlices } from '@/lib/redaction/long-orders'
import { mostLines } from '@/lib/redaction/slices'
import { whatTells } from '@/lib/redaction/what-tells'
import { metrics } from '@/lib/watch/metrics'

const batch = 200
// Of one order's details: 3 MB of a batch. One that was told more is done by slices.
const mostLetters = 16_000
const pauseMs = 20
// Batches of which none was done: another server may be at it.
const mostInVain = 3

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

const holder = randomUUID()

/** What became of some orders, by their serviceIds: of the others nothing, they are another's or otherwise by now. */
type Came = { done: string[]; failed: string[] }

function tellFailed({ projectId, serviceId }: Due, error: unknown): void {
  log.error({ projectId, serviceId, err: error }, 'order not redacted, tried again in an hour or more')
}

// What was set aside before and is there again has failed, or has ended the process that was at it.
function tellAgain({ projectId, serviceId, attempts }: Taken): void {
  const told = { projectId, serviceId, attempts }
  if (attempts > 2) log.error(told, 'order not redacted in several attempts, tried again alone')
  else if (attempts > 1) log.info(told, 'order whose redaction did not end, tried again alone')
}

/** One after the other: one that cannot be done keeps no other from its turn. */
async function redactOneByOne(due: Due[], now: Date): Promise<Came> {
  const came: Came = { done: [], failed: [] }
  for (const order of due) {
    try {
      await redactBySlices(order, now)
      came.done.push(order.serviceId)
    } catch (error) {
      if (!isOfStatement(error)) throw error
      came.failed.push(order.serviceId)
      tellFailed(order, error)
    }
  }
  return came
}

/**
 * Those of some orders whose timelines are read at once, as far as it comes; and which are left to be done by slices. Others
 * have been done, or are another's or otherwise by now.
 */
async function redactTogether(due: Due[], now: Date): Promise<{ done: string[]; long: Due[] }> {
  const told = await listTold(due, { lines: mostLines, letters: mostLetters })
  const long: Due[] = []
  const short: (Due & { names: Gone })[] = []
  for (const order of due) {
    const of = told.get(order.serviceId)
    // Who is named in it is known once all of it is read.
    if (of && (of.until !== null || of.details === null)) long.push(order)
    else short.push({ ...order, names: of ? await whatTells(of) : {} })
  }
  const come = short.length === 0 ? [] : await redactOrders(short, mostLines, now)
  const rest = come.filter(({ until }) => until !== null)
  const done = come.filter(({ until }) => until === null).map(({ serviceId }) => serviceId)
  return { done, long: [...long, ...rest] }
}

async function redactSome(due: Due[], now: Date): Promise<Came> {
  const { done, long } = await redactTogether(due, now).catch((error) => {
    if (!isOfStatement(error)) throw error
    log.warn({ err: error }, 'orders not redacted together, now one by one')
    return { done: [], long: due }
  })
  const byOne = await redactOneByOne(long, now)
  return { done: [...done, ...byOne.done], failed: byOne.failed }
}

/** Redacts what is set aside for it, and settles what of that stays so. */
async function redactTaken(taken: Taken[], now: Date): Promise<Came> {
  taken.forEach(tellAgain)
  const tried = taken.filter(({ attempts }) => attempts > 1).map(({ serviceId }) => serviceId)
  // Where the database is away those that were never tried are as they were, if only that can be told. One that was tried
  // before stays set aside, and this was an attempt: it may be what ended the database's process, time and again.
  const came = await redactSome(taken, now).catch(async (error) => {
    await settleDue(holder, tried, now).catch(() => {})
    throw error
  })
  const left = tried.filter((one) => !came.done.includes(one))
  await settleDue(holder, [...left, ...came.failed], now)
  return came
}

/**
 * Redacts every order that has been closed for 24 hours, or that nobody has closed for 72 hours after its last change and
 * after it was due (for a year after its last change at most), in small batches beside the traffic: how many. Answers that were kept for retries go first: an order's last is as old as its
 * closing.
 */
export async function redactClosedOrders(now: Date): Promise<number> {
  while ((await deleteFreeIdempotencyKeys(now, batch)) === batch) await pause()
  // What others hold or change just now is due another time, and keeps nobody behind it waiting.
  const held: string[] = []
  let redacted = 0
  for (let inVain = 0; inVain < mostInVain; await pause()) {
    const taken = await takeDue(now, { orders: batch, aside: held, holder })
    if (taken.length === 0) break
    const { done, failed } = await redactTaken(taken, now)
    redacted += done.length
    const isInVain = done.length + failed.length === 0
    inVain = isInVain ? inVain + 1 : 0
    if (isInVain) held.push(...taken.map(({ serviceId }) => serviceId))
  }
  metrics().redactionAside.set(await countSetAside())
  return redacted
}
