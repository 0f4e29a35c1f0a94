import { createLoader, createParser, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { type EntryPlaces, type EntryProject, type EntryStore, timeZoneOf } from '@/components/entries/places'
import { timeTypes } from '@/lib/entries/model'
import type { EntryListFilter } from '@/lib/entries/queries'

const firstInstant = new Date(0)
const lastInstant = new Date('9999-12-31T00:00:00Z')

// What the search would refuse is no time at all: a typo in an address must not lead to a dead end.
const parseAsInstant = createParser({
  parse: (text) => {
    const instant = new Date(text)
    return instant >= firstInstant && instant <= lastInstant ? instant : null
  },
  serialize: (instant: Date) => instant.toISOString(),
  eq: (a, b) => a.getTime() === b.getTime(),
})

/** The filters as the address tells them. The range is half-open: `from` inclusive, `to` exclusive. */
export const addressParsers = {
  project: parseAsString,
  store: parseAsString,
  timeType: parseAsStringLiteral(timeTypes).withDefault('creationTime'),
  from: parseAsInstant,
  to: parseAsInstant,
}
export type EntryAddress = inferParserType<typeof addressParsers>

export const readAddress = createLoader(addressParsers)

/** What an address means to an account. Null where it names a project or store that the account can't see. */
export type EntryView = {
  project: EntryProject | null
  /** The chosen store; undefined: all of them. */
  store: EntryStore | null | undefined
  /** The stores of the project. */
  stores: EntryStore[]
  timeZone: string
  filter: EntryListFilter
}

export function viewOf(address: EntryAddress, places: EntryPlaces): EntryView {
  const asked = address.project || places.projects[0]?.projectId
  const project = places.projects.find((p) => p.projectId === asked?.toLowerCase()) ?? null
  const stores = places.stores.filter((store) => store.projectId === project?.projectId)
  const destinationId = address.store || undefined
  // A range that ends before it begins is as good as one without an end.
  const ends = address.to && !(address.from && address.from >= address.to) ? address.to : undefined
  const store = destinationId && (stores.find((s) => s.destinationId === destinationId) ?? null)
  return {
    project,
    store: store === '' ? undefined : store,
    stores,
    timeZone: store ? store.timeZone : timeZoneOf(stores),
    filter: {
      projectId: project?.projectId,
      destinationId,
      timeType: address.timeType,
      startTime: address.from?.toISOString(),
      endTime: ends?.toISOString(),
    },
  }
}
