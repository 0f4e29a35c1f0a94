import { covers, findMembership, type StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { readAsSame } from '@/lib/auth/still-same'
import { findBoardOrders } from '@/lib/board/data'
import type { BoardOrder, BoardStore } from '@/lib/board/schema'
import { Refusal } from '@/lib/errors'
import { insightsCsv } from '@/lib/insights/csv'
import { findLongWaits, listMeasuredStores, packOrderDays, readArrivals } from '@/lib/insights/data'
import { type DayRange, distributionOf, type Grouping, previousRange } from '@/lib/insights/model'
import { type MeasuredStore, Report, type Wants } from '@/lib/insights/report'
import type { InsightGroup, Insights, InsightsPageQuery, InsightsQuery, InsightsView } from '@/lib/insights/schema'
import { Tally } from '@/lib/insights/tally'
import { findRedactedAt } from '@/lib/redaction/data'
import { findBoardStore } from '@/lib/settings/data'
import { mostNamed } from '@/lib/stores/model'
import { knownTimeZone } from '@/lib/time/model'
import { type PartInTurn, pageInTurn, reportInTurn } from '@/lib/turns/reading'

const dayMinutes = 24 * 60

type Asked = DayRange & { projectId: string; destinationId?: string }

/** The stores that are asked for. What the caller can't see does not exist for them. */
async function storesFor(caller: StaffCaller, { projectId, destinationId }: Asked): Promise<MeasuredStore[]> {
  const membership = requireRight(caller, projectId, 'history')
  const isSeen = destinationId === undefined || covers(membership, destinationId)
  const wanted = destinationId === undefined ? membership.destinationIds : [destinationId]
  const stores = isSeen ? await pageInTurn(caller, projectId, () => listMeasuredStores(projectId, wanted)) : []
  if (destinationId !== undefined && stores.length === 0) {
    throw new Refusal('store_not_found', 'There is no such store for your account. Check destinationId.')
  }
  // As everywhere: a zone that this machine does not know is UTC.
  return stores.map((store) => ({ ...store, timeZone: knownTimeZone(store.timeZone) }))
}

/** What is read, and how; `gone`: that nobody waits for it any more. */
type Reading = { projectId: string; inTurn: PartInTurn; gone?: AbortSignal | undefined }

async function reportOf(
  { projectId, inTurn, gone }: Reading,
  stores: MeasuredStore[],
  range: DayRange,
  wants: Wants = {},
) {
  const report = new Report(range, wants)
  const byId = new Map(stores.map((store) => [store.destinationId, store]))
  const days = stores.map((store) => ({ destinationId: store.destinationId, ...report.daysOf(store) }))
  for await (const batch of readArrivals(projectId, days, inTurn)) {
    gone?.throwIfAborted()
    // A store's days come one after another: those of before have all of theirs.
    report.close(new Set(batch.map(({ destinationId }) => destinationId)))
    for (const { destinationId, packed } of batch) {
      const store = byId.get(destinationId)
      if (store && packed.length > 0) report.add(store, packed)
      // Phones are answered in between.
      await new Promise(setImmediate)
    }
  }
  report.close(new Set())
  return report
}

function rangesOf({ projectId, startDate, endDate }: Asked) {
  const previous = previousRange({ startDate, endDate })
  return { projectId, startDate, endDate, previousStartDate: previous.startDate, previousEndDate: previous.endDate }
}

const dayName = (day: number) => new Date(day * dayMinutes * 60_000).toISOString().slice(0, 10)

/** Of more than so many stores those with the most arrivals, in the order that they have. */
function busiestOf(stores: MeasuredStore[], report: Report, most: number): MeasuredStore[] {
  if (stores.length <= most) return stores
  const arrivalsOf = ({ destinationId }: MeasuredStore) => report.stores.get(destinationId)?.arrivals ?? 0
  const busiest = new Set(stores.toSorted((a, b) => arrivalsOf(b) - arrivalsOf(a)).slice(0, most))
  return stores.filter((store) => busiest.has(store))
}

// Twice the stores of the largest chain of supermarkets: an answer has an end.
const mostGroups = 20_000

function groupsOfStores(report: Report, stores: MeasuredStore[]): Pick<Insights, 'groups' | 'leftOut'> {
  const visited = stores.filter(({ destinationId }) => report.stores.has(destinationId))
  const told = busiestOf(visited, report, mostGroups)
  const leftOut = visited.length - told.length
  const groups = told.flatMap(({ destinationId, name }) => {
    const figures = report.stores.get(destinationId)
    return figures ? [{ key: destinationId, name, ...figures }] : []
  })
  return { groups, ...(leftOut > 0 && { leftOut }) }
}

function groupsOf(report: Report, by: Exclude<Grouping, 'store'>): InsightGroup[] {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const groups: Record<typeof by, () => { key: string; tally: Tally }[]> = {
    hour: () => hours.map((hour) => ({ key: String(hour), tally: report.hour(hour) })),
    weekday: () => hours.slice(0, 7).map((at) => ({ key: String(at + 1), tally: report.weekday(at) })),
    day: () => [...report.days].sort(([a], [b]) => a - b).map(([day, tally]) => ({ key: dayName(day), tally })),
  }
  return groups[by]().flatMap(({ tally, key }) => {
    const figures = tally.figures()
    return figures.arrivals > 0 ? [{ key, ...figures }] : []
  })
}

/** How long customers waited, for a program. Throws project_not_found, right_missing, store_not_found, unavailable. */
export async function getInsights(caller: StaffCaller, query: InsightsQuery): Promise<Insights> {
  requireRight(caller, query.projectId, 'history')
  return reportInTurn(caller, query.projectId, (inTurn) => readInsights(caller, query, inTurn))
}

async function readInsights(caller: StaffCaller, query: InsightsQuery, inTurn: PartInTurn): Promise<Insights> {
  const stores = await storesFor(caller, query)
  const { projectId, groupBy } = query
  const reading = { projectId, inTurn }
  const wants = { days: groupBy === 'day', hours: groupBy === 'hour' || groupBy === 'weekday' }
  const [report, previous] = await Promise.all([
    reportOf(reading, stores, query, wants),
    reportOf(reading, stores, previousRange(query)),
  ])
  return {
    ...rangesOf(query),
    total: report.total().figures(),
    previous: previous.total().figures(),
    ...(groupBy === 'store' ? groupsOfStores(report, stores) : groupBy && { groups: groupsOf(report, groupBy) }),
  }
}

/** The same in the format asked for: CSV as text. Throws as getInsights does. */
export async function formatInsights(caller: StaffCaller, query: InsightsQuery): Promise<Insights | string> {
  const insights = await getInsights(caller, query)
  return query.format === 'csv' ? insightsCsv(insights) : insights
}

/**
 * All that the page of insights shows; `gone`: that nobody waits for it any more. Throws as getInsights does, and gone's
 * reason.
 */
export async function getInsightsView(
  caller: StaffCaller,
  query: InsightsPageQuery,
  gone?: AbortSignal,
): Promise<InsightsView> {
  requireRight(caller, query.projectId, 'history')
  return reportInTurn(caller, query.projectId, (inTurn) => readInsightsView(caller, query, { inTurn, gone }), gone)
}

async function readInsightsView(
  caller: StaffCaller,
  query: InsightsPageQuery,
  how: Omit<Reading, 'projectId'>,
): Promise<InsightsView> {
  const stores = await storesFor(caller, query)
  const { projectId } = query
  const reading = { projectId, ...how }
  const [report, previous] = await Promise.all([
    reportOf(reading, stores, query, { waitHours: true, worst: true }),
    reportOf(reading, stores, previousRange(query)),
  ])
  const total = report.total()
  const longest = await findLongWaits(projectId, report.longest())
  const measured = measuredOf(report, previous, stores)
  const shown = shownOf(report, measured, longest)
  const leftOut = measured.length - shown.length
  const none = new Tally().figures()
  return {
    ...rangesOf(query),
    total: total.figures(),
    previous: previous.total().figures(),
    distribution: distributionOf(total.wait),
    stores: shown.map((store) => ({
      ...store,
      figures: report.stores.get(store.destinationId) ?? none,
      previousWait: (previous.stores.get(store.destinationId) ?? none).wait,
    })),
    ...(leftOut > 0 && { leftOut }),
    hours: Array.from({ length: 24 }, (_, hour) => report.waitsOfHour(hour).figures()),
    weekdays: Array.from({ length: 7 }, (_, weekday) => report.waitsOfWeekday(weekday).figures()),
    longest,
  }
}

// Of very many those that nobody came to tell nothing.
function measuredOf(report: Report, previous: Report, stores: MeasuredStore[]): MeasuredStore[] {
  if (stores.length <= mostNamed) return stores
  return stores.filter(({ destinationId }) => report.stores.has(destinationId) || previous.stores.has(destinationId))
}

// A page is for people: of very many stores it compares those with the most arrivals, and has those of the longest waits.
function shownOf(report: Report, measured: MeasuredStore[], longest: InsightsView['longest']): MeasuredStore[] {
  const shown = new Set(busiestOf(measured, report, mostNamed).map(({ destinationId }) => destinationId))
  for (const { destinationId } of longest) shown.add(destinationId)
  return measured.filter(({ destinationId }) => shown.has(destinationId))
}

const packedAtATime = 200

/** Packs the days that are over, some at a time beside the traffic. */
export async function packFinishedDays(): Promise<void> {
  while ((await packOrderDays(packedAtATime)) >= packedAtATime) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** An order with its store, however long ago it was; when its details were taken out, if they were. */
export type PastOrder = { order: BoardOrder; store: BoardStore; redactedAt: Date | null }

/** Null for an order that is not there or not in the caller's stores. Throws right_missing. */
export function findPastOrder(
  caller: StaffCaller,
  { projectId, serviceId }: { projectId: string; serviceId: string },
): Promise<PastOrder | null> {
  return readAsSame(caller, [projectId], async () => {
    const membership = findMembership(caller, projectId) && requireRight(caller, projectId, 'history')
    const [order] = membership ? await findBoardOrders(projectId, [serviceId]) : []
    if (!membership || !order || !covers(membership, order.destinationId)) return null
    const [store, redactedAt] = await Promise.all([findBoardStore(order), findRedactedAt(projectId, serviceId)])
    return store && { order, store, redactedAt }
  })
}
