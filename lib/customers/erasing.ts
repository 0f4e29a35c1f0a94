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
  type Slice,
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

/** Details that hold what was asked for: they go where the project has declared them as nobody's, too. */
async function alsoIn({ needle, declared }: Records, texts: Details[]): Promise<Also> {
  const also: Also = new Map()
  const turn = slices()
  for (const details of texts) {
    await turn()
    for (const [key, held] of holdingIn(details, needle, declared)) if (also.get(key) !== 'name') also.set(key, held)
  }
  return also
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
    const also = await alsoIn(
      records,
      kept.flatMap(({ texts }) => texts),
    )
    const ids = kept.map(({ id }) => id)
    await stillMay()
    await inParts(ids, (part) => eraseEntries(records.projectId, also, part))
    wrote()
    await pause()
  }
  erased.entries += entries.length
}

/** Of some lines of a timeline those that hold what was asked for. */
async function holdingOf({ needle, declared }: Records, lines: Slice['lines']): Promise<string[]> {
  const turn = slices()
  const holding: string[] = []
  for (const { sequence, texts } of lines) {
    await turn()
    if (texts.some((details) => isHolding(details, needle, declared))) holding.push(sequence)
  }
  return holding
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
  const alsoOf = ({ texts, lines }: Slice) => alsoIn(records, [...texts, ...lines.flatMap((line) => line.texts)])
  await bySlices('0', async (until, most) => {
    begin()
    const slice = await readSlice(projectId, serviceId, { until, lines: most })
    const also = await alsoOf(slice)
    const holding = await holdingOf(records, slice.lines)
    await stillMay()
    const at = { until, lines: slice.count, holding }
    const done = await eraseOrder({ projectId, serviceId, also }, at, now)
    if (done.written > 0) wrote()
    // What is through at once leaves none of them.
    if (until !== '0' || done.until !== null) left += holding.length
    if (done.until === null && done.store !== null) wakeBoards(projectId, done.store)
    return done.until
  })
  if (left === 0) return
  await bySlices('0', async (until, most) => {
    begin()
    const slice = await readSlice(projectId, serviceId, { until, lines: most })
    const holding = await holdingOf(records, slice.lines)
    if (holding.length > 0) {
      const also = await alsoOf(slice)
      await stillMay()
      await eraseLines({ projectId, serviceId, also }, holding)
      wrote()
    }
    left -= holding.length
    return left > 0 ? slice.at : null
  })
}

/** The answers kept for retries that hold some orders: page by page, how many. `isLast`: also those that hold what was asked for. */
async function* eraseAnswersOf({ records }: Emptying, serviceIds: string[], isLast: boolean): AsyncGenerator<number> {
  if (serviceIds.length === 0) return
  const { needle, declared } = records
  yield* eraseAnswers(records.projectId, serviceIds, async (answers) => {
    const also = await alsoIn(
      records,
      answers.flatMap(({ texts }) => texts),
    )
    const turn = slices()
    const left: (typeof answers)[number]['at'][] = []
    for (const { at, texts } of isLast ? [] : answers) {
      await turn()
      if (texts.some((details) => isHolding(details, needle, declared))) left.push(at)
    }
    return { also, left }
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
