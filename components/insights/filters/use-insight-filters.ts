'use client'

import { useQueryStates } from 'nuqs'
import { useEffect } from 'react'
import type { EntryPlaces } from '@/components/entries/places'
import { addressParsers, type InsightView, viewOf } from '@/components/insights/filters/address'
import type { DayRange } from '@/lib/insights/model'

export type InsightFilters = {
  view: InsightView
  chooseProject: (projectId: string) => void
  chooseStore: (destinationId: string | null) => void
  chooseRange: (range: DayRange) => void
}

/** What is looked at, off the address, and the ways to change it: each change is a step that Back undoes. */
export function useInsightFilters(places: EntryPlaces, now: Date): InsightFilters {
  const [address, setAddress] = useQueryStates(addressParsers, { history: 'push' })
  const view = viewOf(address, places, now)
  const { startDate, endDate } = view.range

  // An address that names its project and its days shows the same to a colleague, and tomorrow.
  const projectId = view.project?.projectId
  const isWhole = address.project !== null && address.first === startDate && address.last === endDate
  useEffect(() => {
    if (projectId && !isWhole)
      void setAddress({ project: projectId, first: startDate, last: endDate }, { history: 'replace' })
  }, [projectId, isWhole, startDate, endDate, setAddress])

  return {
    view,
    chooseProject: (project) => void setAddress({ project, store: null }),
    chooseStore: (store) => void setAddress({ store }),
    chooseRange: (range) => void setAddress({ first: range.startDate, last: range.endDate }),
  }
}
