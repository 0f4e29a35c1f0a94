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
import { slices } from '@/lib/slices'
import { mostNamed } from '@/lib/stores/model'
import { knownTimeZone } from '@/lib/time/model'
import { pageInTurn, reportInTurn, unlookedSumInTurn } from '@/lib/turns/reading'

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

/** Who reads, and of which project; `gone`: that nobody waits for it any more. */
type Reader = { caller: StaffCaller; projectId: string; gone?: AbortSignal | undefined }

async function reportOf(
  { caller, projectId, gone }: Reader,
  stores: MeasuredStore[],
  range: DayRange,
  wants: Wants = {},
) {
  // What they may see is looked at once all is read.
  const inTurn = <T>(read: () => Promise<T>) => unlookedSumInTurn({ projectId, userId: caller.userId }, read)
  const report = new Report(range, wants)
  const byId = new Map(stores.map((store) => [store.destinationId, store]))
  const days = stores.map((store) => ({ destinationId: store.destinationId, ...report.daysOf(store) }))
  for await (const batch of readArrivals(projectId, days, inTurn)) {
    gone?.throwIfAborted()
    for (const { destinationId, packed } of batch) {
      const store = byId.get(destinationId)
      if (store && packed.length > 0) report.add(store, packed)
      // Phones are answered in between.
      await new Promise(setImmediate)
    }
  }
  return report
}

function rangesOf({ projectId, startDate, endDate }: Asked) {
  const previous = previousRange({ startDate, endDate })
  return { projectId, startDate, endDate, previousStartDate: previous.startDate, previousEndDate: previous.endDate }
}

const dayName = (day: number) => new Date(day * dayMinutes * 60_000).toISOString().slice(0, 10)

function groupsOf(report: Report, by: Grouping, stores: MeasuredStore[]): InsightGroup[] {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const groups: Record<Grouping, () => { key: string; name?: string; tally: Tally | undefined }[]> = {
    store: () =>
      stores.map(({ destinationId, name }) => ({ key: destinationId, name, tally: report.stores.get(destinationId) })),
    hour: () => hours.map((hour) => ({ key: String(hour), tally: report.hour(hour) })),
    weekday: () => hours.slice(0, 7).map((at) => ({ key: String(at + 1), tally: report.weekday(at) })),
    day: () => [...report.days].sort(([a], [b]) => a - b).map(([day, tally]) => ({ key: dayName(day), tally })),
  }
  return groups[by]().flatMap(({ tally, ...named }) => {
    const figures = tally?.figures()
    return figures && figures.arrivals > 0 ? [{ ...named, ...figures }] : []
  })
}

/** How long customers waited, for a program. Throws project_not_found, right_missing, store_not_found, unavailable. */
export async function getInsights(caller: StaffCaller, query: InsightsQuery): Promise<Insights> {
  requireRight(caller, query.projectId, 'history')
  return reportInTurn(caller, query.projectId, () => readInsights(caller, query))
}

async function readInsights(caller: StaffCaller, query: InsightsQuery): Promise<Insights> {
  const stores = await storesFor(caller, query)
  const { projectId, groupBy } = query
  const reader = { caller, projectId }
  const wants = { days: groupBy === 'day', hours: groupBy === 'hour' || groupBy === 'weekday' }
  const [report, previous] = await Promise.all([
    reportOf(reader, stores, query, wants),
    reportOf(reader, stores, previousRange(query)),
  ])
  return {
    ...rangesOf(query),
    total: report.total().figures(),
    previous: previous.total().figures(),
    ...(groupBy && { groups: groupsOf(report, groupBy, stores) }),
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
  return reportInTurn(caller, query.projectId, () => readInsightsView(caller, query, gone), gone)
}

async function readInsightsView(
  caller: StaffCaller,
  query: InsightsPageQuery,
  gone: AbortSignal | undefined,
): Promise<InsightsView> {
  const stores = await storesFor(caller, query)
  const { projectId } = query
  const reader = { caller, projectId, gone }
  const [report, previous] = await Promise.all([
    reportOf(reader, stores, query, { waitHours: true, worst: true }),
    reportOf(reader, stores, previousRange(query)),
  ])
  const total = report.total()
  const none = new Tally()
  const giveWay = slices()
  const shown: InsightsView['stores'] = []
  // Of very many those that nobody came to tell nothing.
  for (const store of measuredOf(report, previous, stores)) {
    await giveWay()
    shown.push({
      ...store,
      figures: (report.stores.get(store.destinationId) ?? none).figures(),
      previousWait: (previous.stores.get(store.destinationId) ?? none).wait.spread(),
    })
  }
  return {
    ...rangesOf(query),
    total: total.figures(),
    previous: previous.total().figures(),
    distribution: distributionOf(total.wait),
    stores: shown,
    hours: Array.from({ length: 24 }, (_, hour) => report.waitsOfHour(hour).figures()),
    weekdays: Array.from({ length: 7 }, (_, weekday) => report.waitsOfWeekday(weekday).figures()),
    longest: await findLongWaits(projectId, report.longest()),
  }
}

function measuredOf(report: Report, previous: Report, stores: MeasuredStore[]): MeasuredStore[] {
  if (stores.length <= mostNamed) return stores
  return stores.filter(({ destinationId }) => report.stores.has(destinationId) || previous.stores.has(destinationId))
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
