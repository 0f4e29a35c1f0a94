'use client'

import { useQueryStates } from 'nuqs'
import {
  addressParsers,
  type EntryAddress,
  type EntryView,
  rowsName,
  viewOf,
} from '@/components/entries/filters/address'
import { sameDays } from '@/components/entries/filters/same-days'
import type { EntryPlaces } from '@/components/entries/places'
import { forgetWayBack } from '@/components/entries/walk/scroll-place'
import type { TimeRange } from '@/lib/time/model'

export type EntryFilters = {
  address: EntryAddress
  view: EntryView
  chooseProject: (projectId: string) => void
  chooseStore: (destinationId: string | null) => void
  chooseTime: (change: Partial<TimeRange & Pick<EntryAddress, 'timeType'>>) => void
  /** What narrows the rows beside store and time. */
  chooseMore: (change: Partial<MoreFilters>) => void
  /** Goes to a time among the rows; null: back to the newest. */
  jumpTo: (at: Date | null) => void
  /** All filters at once, but for the project. */
  chooseAll: (filters: Partial<EntryAddress>) => void
}

export type MoreFilters = Pick<EntryAddress, 'zone' | 'source' | 'os' | 'install'>

/** None of them. */
export const noMore: MoreFilters = { zone: null, source: null, os: null, install: null }

const noFilters = { ...noMore, store: null, timeType: 'creationTime', from: null, to: null } as const

/** The filters of the address, and the ways to change them: each change is a step that Back undoes. */
export function useEntryFilters(places: EntryPlaces): EntryFilters {
  const [address, setAddress] = useQueryStates(addressParsers, { history: 'push' })
  const view = viewOf(address, places)

  function change(to: Partial<EntryAddress>): void {
    const zone = viewOf({ ...address, ...to }, places).timeZone
    // Whatever is chosen, its rows begin at the newest.
    const next = { at: null, ...sameDays(address, new Date(), view.timeZone, zone), ...to }
    // The same once more is no step that Back would have to undo.
    if (rowsName(viewOf({ ...address, ...next }, places)) === rowsName(view)) return
    forgetWayBack()
    void setAddress(next)
  }

  return {
    address,
    view,
    chooseProject: (project) => change({ ...noMore, project, store: null }),
    // A zone belongs to a store, as a rule.
    chooseStore: (store) => change({ store, zone: null }),
    chooseTime: change,
    chooseMore: change,
    jumpTo: (at) => change({ at }),
    chooseAll: (filters) => change({ ...noFilters, ...filters }),
  }
}
