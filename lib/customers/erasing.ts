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
import { bySlices, mostLines } from '@/lib/redaction/slices'
import { slices } from '@/lib/slices'

const pauseMs = 10
const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

const againAfterSeconds = 5
const again = { perSecond: 1 / againAfterSeconds, burst: 1 }

/** Throws where whoever asked may not have it done any more: awaited before each part that is written. */
export type StillMay = () => Promise<void>

/** How some is emptied: as of when, and for how many milliseconds it is written. */
type Way = { now: Date; writeMs: number; stillMay: StillMay }

// An app may tell of a customer all the time.
const mostTimes = 5

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

function note(also: Also, key: string, value: string | null) {
  const known = also.get(key)
  if (value === null) also.set(key, 'name')
  else if (known === undefined) also.set(key, new Set([value]))
  else if (known !== 'name') known.add(value)
}

/**
 * Which details of some rows hold what was asked for, and in which values: those go where the project has declared them as
 * nobody's, too. And which rows have some.
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
      for (const [key, value] of await holdingIn(details, { needle, declared, turn })) {
        holds = true
        note(also, key, value)
      }
    }
    if (holds) holding.push(at)
  }
  return { also, holding }
}

/** Whether there is anything left to empty in an entry: one that was emptied before is not written again. */
async function isKept(
  { isBare, texts }: EntryCandidate,
  { needle, declared }: Records,
  turn: () => Promise<void>,
): Promise<boolean> {
  const isOwn = ([key, value]: [string, unknown]) => {
    const kind = declaredKind(key, declared)
    return kind === undefined || (value !== '' && kind !== 'none')
  }
  if (!isBare || texts.some((details) => Object.entries(details ?? {}).some(isOwn))) return true
  return isHolding(texts, { needle, declared, turn })
}

async function eraseSome({ records, erased, wrote, stillMay }: Emptying, entries: EntryCandidate[]) {
  const turn = slices()
  const kept: EntryCandidate[] = []
  for (const entry of entries) if (await isKept(entry, records, turn)) kept.push(entry)
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
 * breaks off is found by those again, whatever the rest tells, or by itself. What an app has told of it meanwhile, behind
 * the lines that were read (`from`), is looked through once more, `times` at most. Throws too_many_requests.
 */
async function eraseOne(emptying: Emptying, serviceId: string, from = '0', times = mostTimes): Promise<void> {
  const { records, now, isOver, stillMay, wrote } = emptying
  const { projectId } = records
  let isFirst = from === '0'
  let last = from
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
  await bySlices(from, async (until, most) => {
    begin()
    last = until
    const { of, holding, count } = await look(until, most)
    await stillMay()
    const done = await eraseOrder(of, { until, lines: count, holding }, now)
    if (done.written > 0) wrote()
    // What is through at once leaves none of them.
    if (until !== '0' || done.until !== null) left += holding.length
    if (done.until === null && done.store !== null) wakeBoards(projectId, done.store)
    return done.until
  })
  if (left > 0) {
    await bySlices(from, async (until, most) => {
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
  const { of } = await look(last, mostLines)
  if (of.also.size > 0 && times > 1) await eraseOne(emptying, serviceId, last, times - 1)
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
