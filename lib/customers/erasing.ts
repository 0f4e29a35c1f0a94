import type { Details } from '@/lib/customers/data'
import { gather } from '@/lib/customers/gathering'
import { type Found, ownName } from '@/lib/customers/model'
import { batchesOf, inParts } from '@/lib/customers/parts'
import { deviceEntries, ownEntries, type Records } from '@/lib/customers/search'
import type { EntryCandidate } from '@/lib/customers/statements/entries-statement'
import {
  type Also,
  eraseAnswers,
  eraseEntries,
  eraseOrder,
  readSlice,
} from '@/lib/customers/statements/erasing-statement'
import type { Telling } from '@/lib/customers/telling/unsaid'
import { eraseViews, findViews } from '@/lib/customers/views'
import { isOfStatement } from '@/lib/failed-statement'
import { wakeBoards } from '@/lib/feed/wake'
import { tooMany } from '@/lib/limits/service'
import { kindOf } from '@/lib/privacy/fields'
import { bySlices } from '@/lib/redaction/slices'
import { Known } from '@/lib/redaction/what-tells'
import { slices } from '@/lib/slices'

const pauseMs = 10
const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

const againAfterSeconds = 5
const again = { perSecond: 1 / againAfterSeconds, burst: 1 }

/** How long everything is read before, and how long it is written: milliseconds. */
type Times = { readMs: number; writeMs: number }

/** Throws where whoever asked may not have it done any more: awaited before each part that is written. */
export type StillMay = () => Promise<void>

/** How some is emptied: as of when, and what is awaited once everything was heard, before the first write. */
type Way = Times & { now: Date; heard: () => Promise<void>; stillMay: StillMay }

/** As long as it takes. */
export const unhurried: Times = { readMs: Number.POSITIVE_INFINITY, writeMs: Number.POSITIVE_INFINITY }

// What was emptied before, and what others have told, is read again in between: as long as that, where nothing is written.
const longestIdleMs = 30_000

/**
 * How much has been emptied, and up to where in the timelines of the orders that were begun and are not through, by their
 * serviceId: what is left of one may not tell of the customer any more.
 */
export type Progress = { erased: Found; begun: Map<string, string> }

// More than one are those that failed. Of what is beyond, the rest is found by what it says itself.
const mostBegun = 100

/** What is to be emptied, what tells of it, and how far that has come. `isOver`: no more is begun. */
type Emptying = Progress & {
  records: Records
  telling: Telling
  now: Date
  isOver: () => boolean
  stillMay: StillMay
  wrote: () => void
}

/** The details that are emptied in some of what was found: those that are everywhere, and those that tell there. */
async function alsoIn({ telling }: Emptying, texts: Details[]): Promise<Also> {
  const also: Also = new Map()
  const add = (key: string) => also.set(key, telling.isInName(key) ? 'name' : 'value')
  for (const key of telling.also) add(key)
  const turn = slices()
  for (const details of texts) {
    await turn()
    for (const key of telling.keysIn(details)) add(key)
  }
  return also
}

/** Whether there is anything left to empty in an entry: one that was emptied before is not written again. */
const isKept = ({ isBare, texts }: EntryCandidate, also: Also, { declared }: Records) =>
  !isBare ||
  texts.some((details) =>
    Object.entries(details ?? {}).some(
      ([key, text]) =>
        also.get(key) === 'name' ||
        (text !== '' && (key === 'userId' || also.has(key) || kindOf(key, declared) !== 'none')),
    ),
  )

async function eraseSome(emptying: Emptying, entries: EntryCandidate[]) {
  const { records, erased, wrote, stillMay } = emptying
  const texts = entries.flatMap((entry) => entry.texts)
  const also = await alsoIn(emptying, texts)
  const kept = entries.filter((entry) => isKept(entry, also, records)).map(({ id }) => id)
  if (kept.length > 0) {
    await stillMay()
    await inParts(kept, (part) => eraseEntries({ projectId: records.projectId, also }, part))
    wrote()
    await pause()
  }
  erased.entries += entries.length
}

type Slice = Awaited<ReturnType<typeof readSlice>>

/** Details as redaction hears them, and by which names the order stood. */
function toldIn(texts: Details[]) {
  // Of what was removed there is the name, which may tell as well.
  const told = texts.flatMap((details) =>
    Object.entries(details ?? {}).map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : '',
    ]),
  )
  return {
    names: told.flatMap(([key, value]) => (key === ownName ? [value] : [])),
    details: told.filter(([key]) => key !== ownName),
  }
}

/** By what an order's own details tell who it is for, as its redaction would: once they are empty nobody knows it any more. */
async function knownIn({ projectId, declared }: Records, serviceId: string, first: Slice): Promise<Known> {
  const known = new Known()
  await known.hear({ declared, ...toldIn(first.texts) })
  if (first.at === null) return known
  await bySlices(first.at, async (until, lines) => {
    const { texts, at } = await readSlice(projectId, serviceId, { until, lines })
    await known.hear({ declared, ...toldIn(texts) })
    return at
  })
  return known
}

/** Empties an order, some lines of its timeline at a time, from where it broke off before. Throws too_many_requests. */
async function eraseOne(emptying: Emptying, serviceId: string) {
  const { begun, isOver } = emptying
  const { projectId } = emptying.records
  const from = begun.get(serviceId) ?? '0'
  let known: Known | undefined
  await bySlices(from, async (until, most) => {
    if (until !== from && isOver()) throw tooMany(again, againAfterSeconds)
    const slice = await readSlice(projectId, serviceId, { until, lines: most })
    const { texts, lines } = slice
    known ??= await knownIn(emptying.records, serviceId, slice)
    const also = await alsoIn(emptying, texts)
    const gone = await known.whatTells(emptying.records.declared, toldIn(texts).details)
    for (const [key, what] of Object.entries(gone))
      if (also.get(key) !== 'name') also.set(key, what === 'name' ? what : 'value')
    await emptying.stillMay()
    const done = await eraseOrder({ projectId, also }, serviceId, { until, lines }, emptying.now)
    emptying.wrote()
    if (done.until === null) begun.delete(serviceId)
    else if (begun.has(serviceId) || begun.size < mostBegun) begun.set(serviceId, done.until)
    if (done.until === null && done.store !== null) wakeBoards(projectId, done.store)
    return done.until
  })
}

/** The answers kept for retries that hold some orders: page by page, how many. */
async function* eraseAnswersOf(emptying: Emptying, serviceIds: string[]): AsyncGenerator<number> {
  if (serviceIds.length === 0) return
  yield* eraseAnswers(emptying.records.projectId, serviceIds, (answers) =>
    alsoIn(
      emptying,
      answers.flatMap(({ texts }) => texts),
    ),
  )
}

/**
 * Empties orders one by one: those that it has come to, and what failed. One that cannot be emptied keeps no other from it;
 * where the database is away, no more is begun.
 */
async function eraseOrders(emptying: Emptying) {
  const failures: unknown[] = []
  const done: string[] = []
  for (const serviceId of emptying.records.serviceIds) {
    if (emptying.isOver()) break
    done.push(serviceId)
    try {
      await eraseOne(emptying, serviceId)
      emptying.erased.orders += 1
    } catch (error) {
      failures.push(error)
      if (!isOfStatement(error)) break
    }
  }
  return { done, failures }
}

/**
 * Empties what was found, and tells of it in `progress` as it goes. Nothing before everything was heard that tells of the
 * customer, and `heard` is done. Saved views before what they are known by. Entries first: it is by their orders that they are
 * found, and of those first the ones that are found by others.
 * So are answers kept for retries, which need not tell of the customer themselves; until an order is empty more are made with
 * what is in it, so they come before the orders and once more behind them. After `writeMs` nothing further is begun, and it
 * may be asked for again, but each time something is emptied that is come to within `longestIdleMs` more; the answers behind
 * are gone through in any case. Throws too_many_requests.
 */
export async function eraseFound(
  records: Records,
  telling: Telling,
  { now, readMs, writeMs, heard, stillMay }: Way,
  progress: Progress,
) {
  const { projectId, serviceIds } = records
  const { erased } = progress
  await gather(records, telling, readMs)
  await stillMay()
  await heard()
  const startedAt = performance.now()
  let hasWritten = false
  const isLate = () => performance.now() - startedAt > Math.max(0, writeMs) + longestIdleMs
  const isOver = () => isLate() || (hasWritten && performance.now() - startedAt > writeMs)
  const wrote = () => {
    hasWritten = true
  }
  const emptying = { records, telling, now, ...progress, isOver, stillMay, wrote }
  const views = await findViews(records, telling)
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
  for await (const count of eraseAnswersOf(emptying, serviceIds)) {
    before += count
    erased.requests += count
    if (isLate()) throw tooMany(again, againAfterSeconds)
    await stillMay()
  }
  const { done, failures } = await eraseOrders(emptying)
  let behind = 0
  for await (const count of eraseAnswersOf(emptying, done)) behind += count
  erased.requests += Math.max(0, behind - before)
  if (failures.length > 0) throw failures[0]
  if (done.length < serviceIds.length || (!records.isWhole && writeMs < Number.POSITIVE_INFINITY))
    throw tooMany(again, againAfterSeconds)
}
