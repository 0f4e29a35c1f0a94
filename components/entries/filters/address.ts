import { createLoader, createParser, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { type EntryPlaces, type EntryProject, type EntryStore, timeZoneOf } from '@/components/entries/places'
import { entrySources, timeTypes } from '@/lib/entries/model'
import type { EntryListFilter } from '@/lib/entries/queries'
import { firstInstant, lastInstant } from '@/lib/time/model'

// What the search would refuse is no time at all: a typo in an address must not lead to a dead end.
export const parseAsInstant = createParser({
  parse: (text) => {
    const instant = new Date(text)
    return instant >= firstInstant && instant <= lastInstant ? instant : null
  },
  serialize: (instant: Date) => instant.toISOString(),
  eq: (a, b) => a.getTime() === b.getTime(),
})

const parseAsId = (most: number) =>
  createParser({
    parse: (text) => (text !== '' && [...text].length <= most ? text : null),
    serialize: (id: string) => id,
  })

/**
 * The filters as the address tells them. The range is half-open: `from` inclusive, `to` exclusive. `at` is the time that
 * somebody has jumped to: the rows go back from there.
 */
export const addressParsers = {
  project: parseAsString,
  store: parseAsString,
  timeType: parseAsStringLiteral(timeTypes).withDefault('creationTime'),
  from: parseAsInstant,
  to: parseAsInstant,
  zone: parseAsId(128),
  source: parseAsStringLiteral(entrySources),
  os: parseAsId(200),
  // Sealed: an install's own id may be a phone. What opens nothing is left out before the page is drawn (app/entries/page.tsx).
  install: parseAsId(720),
  at: parseAsInstant,
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
  /** Where the rows begin, if not at the newest: exclusive. */
  before: string | undefined
}

const minuteMs = 60_000

// A time is told by the minute, and the minute that is jumped to is still seen.
function beforeOf({ at, from }: EntryAddress, ends: Date | undefined): string | undefined {
  const before = at && new Date(at.getTime() + minuteMs)
  if (!before || (ends && before >= ends) || (from && before <= from)) return undefined
  return before.toISOString()
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
      zoneId: address.zone ?? undefined,
      sealedInstall: address.install ?? undefined,
      source: address.source ?? undefined,
      os: address.os ?? undefined,
      timeType: address.timeType,
      startTime: address.from?.toISOString(),
      endTime: ends?.toISOString(),
    },
    before: beforeOf(address, ends),
  }
}

/** Names the rows that an address means: for as long as it is the same, so are they. */
export function rowsName({ filter, before }: Pick<EntryView, 'filter' | 'before'>): string {
  return JSON.stringify([filter, before])
}
