import { createLoader, createParser, createSerializer, type inferParserType, parseAsString } from 'nuqs/server'
import { type EntryPlaces, type EntryProject, type EntryStore, timeZoneOf } from '@/components/entries/places'
import { type DayRange, lengthOf, mostDays, shiftDay } from '@/lib/insights/model'
import type { InsightFilter } from '@/lib/insights/queries'
import { dayOf } from '@/lib/time/model'

// What the server would refuse is no day at all: a typo in an address must not lead to a dead end.
const parseAsDay = createParser({
  parse: (text) => (isDay(text) ? text : null),
  serialize: (day: string) => day,
})

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1971-01-01' || text > '9990-12-31') return false
  const at = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/**
 * What is looked at, as the address tells it: days of the stores' own clocks, both included. Not called as the ends of the
 * entries' range are: what one page has just written must not be read by the other.
 */
export const addressParsers = { project: parseAsString, store: parseAsString, first: parseAsDay, last: parseAsDay }
export type InsightAddress = inferParserType<typeof addressParsers>

export const readAddress = createLoader(addressParsers)
/** The same as the end of an address: "?project=…". */
export const writeAddress = createSerializer(addressParsers)

export const rangeNames = ['thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'last30Days', 'lastYear'] as const
export type RangeName = (typeof rangeNames)[number]

/** The days that a range's name means on a day. Weeks begin on Monday; what is not over ends today. */
export function namedRange(name: RangeName, today: string): DayRange {
  const monday = shiftDay(today, -((new Date(`${today}T00:00Z`).getUTCDay() + 6) % 7))
  const first = `${today.slice(0, 8)}01`
  const lastOfBefore = shiftDay(first, -1)
  const ranges: Record<RangeName, DayRange> = {
    thisWeek: { startDate: monday, endDate: today },
    lastWeek: { startDate: shiftDay(monday, -7), endDate: shiftDay(monday, -1) },
    thisMonth: { startDate: first, endDate: today },
    lastMonth: { startDate: `${lastOfBefore.slice(0, 8)}01`, endDate: lastOfBefore },
    last30Days: { startDate: shiftDay(today, -29), endDate: today },
    lastYear: { startDate: shiftDay(today, -364), endDate: today },
  }
  return ranges[name]
}

/** The name of a range, if it has one today. */
export function nameOfRange({ startDate, endDate }: DayRange, today: string): RangeName | null {
  const isIt = (name: RangeName) => {
    const named = namedRange(name, today)
    return named.startDate === startDate && named.endDate === endDate
  }
  return rangeNames.find(isIt) ?? null
}

/** What an address means to an account. Null where it names a project or store that the account can't see. */
export type InsightView = {
  project: EntryProject | null
  store: EntryStore | null | undefined
  stores: EntryStore[]
  timeZone: string
  today: string
  range: DayRange
  filter: InsightFilter | null
}

// Days that end before they begin, or that are more than a year, are as good as none.
function rangeIn({ first, last }: InsightAddress, today: string): DayRange {
  const range = { startDate: first ?? '', endDate: last ?? '' }
  const isRange = first !== null && last !== null && first <= last && lengthOf(range) <= mostDays
  return isRange ? range : namedRange('thisWeek', today)
}

export function viewOf(address: InsightAddress, places: EntryPlaces, now: Date): InsightView {
  const asked = address.project || places.projects[0]?.projectId
  const project = places.projects.find((p) => p.projectId === asked?.toLowerCase()) ?? null
  const stores = places.stores.filter((store) => store.projectId === project?.projectId)
  const store = address.store ? (stores.find((s) => s.destinationId === address.store) ?? null) : undefined
  const timeZone = store ? store.timeZone : timeZoneOf(stores)
  const today = dayOf(now, timeZone)
  const range = rangeIn(address, today)
  const filter =
    project && store !== null ? { projectId: project.projectId, destinationId: store?.destinationId, ...range } : null
  return { project, store, stores, timeZone, today, range, filter }
}
