import type { Details } from '@/lib/customers/data'
import type { Found } from '@/lib/customers/model'
import { batchesOf, inParts } from '@/lib/customers/parts'
import { deviceEntries, ownEntries, type Records } from '@/lib/customers/search'
import type { EntryCandidate } from '@/lib/customers/statements/entries-statement'
import {
  type Also,
  eraseAnswers,
  eraseEntries,
  eraseLines,
  eraseOrder,
  readSlice,
} from '@/lib/customers/statements/erasing-statement'
import { holdingIn, isHolding } from '@/lib/customers/telling/holding'
import { eraseViews, type FoundViews } from '@/lib/customers/views'
import { isOfStatement } from '@/lib/failed-statement'
import { wakeBoards } from '@/lib/feed/wake'
import { tooMany } from '@/lib/limits/service'
import { declaredKind } from '@/lib/privacy/fields'
import { bySlices } from '@/lib/redaction/slices'
import { slices } from '@/lib/slices'

const pauseMs = 10
const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

const againAfterSeconds = 5
const again = { perSecond: 1 / againAfterSeconds, burst: 1 }

/** Throws where whoever asked may not have it done any more: awaited before each part that is written. */
export type StillMay = () => Promise<void>

/** How some is emptied: as of when, and for how many milliseconds it is written. */
type Way = { now: Date; writeMs: number; stillMay: StillMay }

// What was emptied before is read again in between: as long as that, where nothing is written.
const longestIdleMs = 30_000

/** What is to be emptied, and how far that has come. `isOver`: no more is begun. */
type Emptying = {
  records: Records
  erased: Found
  now: Date
  isOver: () => boolean
  stillMay: StillMay
  wrote: () => void
}

/** Some rows of what was found, each with its details. */
type Told<At> = { at: At; texts: Details[] }

/**
 * Which details of some rows hold what was asked for: they go where the project has declared them as nobody's, too. And which
 * rows have some.
 */
async function lookThrough<At>(
  { needle, declared }: Records,
  rows: Told<At>[],
): Promise<{ also: Also; holding: At[] }> {
  const also: Also = new Map()
  const holding: At[] = []
  const turn = slices()
  for (const { at, texts } of rows) {
    let holds = false
    for (const details of texts) {
      await turn()
      for (const [key, held] of holdingIn(details, needle, declared)) {
        holds = true
        if (also.get(key) !== 'name') also.set(key, held)
      }
    }
    if (holds) holding.push(at)
  }
  return { also, holding }
}

/** Whether there is anything left to empty in an entry: one that was emptied before is not written again. */
const isKept = ({ isBare, texts }: EntryCandidate, { needle, declared }: Records) =>
  !isBare ||
  texts.some(
    (details) =>
      isHolding(details, needle, declared) ||
      Object.entries(details ?? {}).some(([key, value]) => {
        const kind = declaredKind(key, declared)
        return kind === undefined || (value !== '' && kind !== 'none')
      }),
  )

async function eraseSome({ records, erased, wrote, stillMay }: Emptying, entries: EntryCandidate[]) {
  const kept = entries.filter((entry) => isKept(entry, records))
  if (kept.length > 0) {
    const { also } = await lookThrough(
      records,
      kept.map(({ id, texts }) => ({ at: id, texts })),
    )
    const ids = kept.map(({ id }) => id)
    await stillMay()
    await inParts(ids, (part) => eraseEntries(records.projectId, also, part))
    wrote()
    await pause()
  }
  erased.entries += entries.length
}

/**
 * Empties an order, some lines of its timeline at a time. Lines that hold what was asked for go last, each by itself: what
 * breaks off is found by those again, whatever the rest tells, or by itself. Throws too_many_requests.
 */
async function eraseOne({ records, now, isOver, stillMay, wrote }: Emptying, serviceId: string) {
  const { projectId } = records
  let isFirst = true
  let left = 0
  const begin = () => {
    if (!isFirst && isOver()) throw tooMany(again, againAfterSeconds)
    isFirst = false
  }
  /** The next lines, and what holds it among them; of the order itself which details do. */
  const look = async (until: string, most: number) => {
    const { texts, lines, count, at } = await readSlice(projectId, serviceId, { until, lines: most })
    const { also, holding } = await lookThrough<string | null>(records, [...lines, { at: null, texts }])
    return { of: { projectId, serviceId, also }, holding: holding.filter((line) => line !== null), count, at }
  }
  await bySlices('0', async (until, most) => {
    begin()
    const { of, holding, count } = await look(until, most)
    await stillMay()
    const done = await eraseOrder(of, { until, lines: count, holding }, now)
    if (done.written > 0) wrote()
    // What is through at once leaves none of them.
    if (until !== '0' || done.until !== null) left += holding.length
    if (done.until === null && done.store !== null) wakeBoards(projectId, done.store)
    return done.until
  })
  if (left === 0) return
  await bySlices('0', async (until, most) => {
    begin()
    const { of, holding, at } = await look(until, most)
    if (holding.length > 0) {
      await stillMay()
      await eraseLines(of, holding)
      wrote()
    }
    left -= holding.length
    return left > 0 ? at : null
  })
}

/** The answers kept for retries that hold some orders: page by page, how many. `isLast`: also those that hold what was asked for. */
async function* eraseAnswersOf({ records }: Emptying, serviceIds: string[], isLast: boolean): AsyncGenerator<number> {
  if (serviceIds.length === 0) return
  yield* eraseAnswers(records.projectId, serviceIds, async (answers) => {
    const { also, holding } = await lookThrough(records, answers)
    return { also, left: isLast ? [] : holding }
  })
}

/**
 * Empties orders one by one: those that are done, and what failed. One that cannot be emptied keeps no other from it;
 * where the database is away, no more is begun.
 */
async function eraseOrders(emptying: Emptying) {
  const failures: unknown[] = []
  const done: string[] = []
  for (const serviceId of emptying.records.serviceIds) {
    if (emptying.isOver()) break
    try {
      await eraseOne(emptying, serviceId)
      done.push(serviceId)
      emptying.erased.orders += 1
    } catch (error) {
      failures.push(error)
      if (!isOfStatement(error)) break
    }
  }
  return { done, failures }
}

/**
 * Empties what was found, and counts it in `erased` as it goes: every detail, but for those that the project has declared as
 * nobody's and that do not hold what was asked for. Entries first: it is by their orders that they are found, and of those
 * first the ones that are found by others. So are answers kept for retries, which need not tell of the customer themselves;
 * until an order is empty more are made with what is in it, so they come before the orders and once more behind them, and
 * those that hold what was asked for behind them alone: an order may be found by nothing else. After
 * `writeMs` nothing further is begun, and it may be asked for again, but each time something is emptied that is come to within
 * `longestIdleMs` more; the answers behind are gone through in any case. Throws too_many_requests.
 */
export async function eraseFound(
  records: Records,
  views: FoundViews,
  { now, writeMs, stillMay }: Way,
  erased: Found,
): Promise<void> {
  const { projectId, serviceIds } = records
  const startedAt = performance.now()
  let hasWritten = false
  const isLate = () => performance.now() - startedAt > Math.max(0, writeMs) + longestIdleMs
  const isOver = () => isLate() || (hasWritten && performance.now() - startedAt > writeMs)
  const wrote = () => {
    hasWritten = true
  }
  const emptying = { records, erased, now, isOver, stillMay, wrote }
  await stillMay()
  erased.views += await eraseViews(projectId, views)
  for (const entries of [deviceEntries(records), ownEntries(records)]) {
    for await (const page of entries) {
      if (isOver()) throw tooMany(again, againAfterSeconds)
      for (const some of batchesOf(page)) {
        if (isOver()) throw tooMany(again, againAfterSeconds)
        await eraseSome(emptying, some)
      }
    }
  }
  let before = 0
  for await (const count of eraseAnswersOf(emptying, serviceIds, false)) {
    before += count
    erased.requests += count
    if (isLate()) throw tooMany(again, againAfterSeconds)
    await stillMay()
  }
  const { done, failures } = await eraseOrders(emptying)
  let behind = 0
  for await (const count of eraseAnswersOf(emptying, done, true)) behind += count
  erased.requests += Math.max(0, behind - before)
  if (failures.length > 0) throw failures[0]
  if (done.length < serviceIds.length || (!records.isWhole && writeMs < Number.POSITIVE_INFINITY))
    throw tooMany(again, againAfterSeconds)
}
