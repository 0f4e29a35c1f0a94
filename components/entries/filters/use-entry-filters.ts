'use client'

import { useQueryStates } from 'nuqs'
import { useEffect } from 'react'
import { addressParsers, type EntryAddress, type EntryView, viewOf } from '@/components/entries/filters/address'
import type { EntryPlaces } from '@/components/entries/places'
import { forgetWayBack } from '@/components/entries/walk/scroll-place'
import { presetOf, presetRange, type TimeRange } from '@/lib/time/model'

export type EntryFilters = {
  address: EntryAddress
  view: EntryView
  chooseProject: (projectId: string) => void
  chooseStore: (destinationId: string | null) => void
  chooseTime: (change: Partial<TimeRange & Pick<EntryAddress, 'timeType'>>) => void
}

/** The filters of the address, and the ways to change them: each change is a step that Back undoes. */
export function useEntryFilters(places: EntryPlaces): EntryFilters {
  const [address, setAddress] = useQueryStates(addressParsers, { history: 'push' })
  const view = viewOf(address, places)

  // An address that names its project shows the same to a colleague who has several.
  const projectId = address.project ? undefined : view.project?.projectId
  useEffect(() => {
    if (projectId) void setAddress({ project: projectId }, { history: 'replace' })
  }, [projectId, setAddress])

  function change(to: Partial<EntryAddress>): void {
    forgetWayBack()
    // "Today" stays today where the new store's day begins at another hour.
    const preset = presetOf(address, new Date(), view.timeZone)
    const zone = viewOf({ ...address, ...to }, places).timeZone
    const sameDays = preset && zone !== view.timeZone ? presetRange(preset, new Date(), zone) : {}
    void setAddress({ ...sameDays, ...to })
  }

  return {
    address,
    view,
    chooseProject: (project) => change({ project, store: null }),
    chooseStore: (store) => change({ store }),
    chooseTime: change,
  }
}
