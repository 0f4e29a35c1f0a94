'use client'

import { useQueryStates } from 'nuqs'
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
  return {
    view,
    chooseProject: (project) => void setAddress({ project, store: null }),
    chooseStore: (store) => void setAddress({ store }),
    chooseRange: (range) => void setAddress({ first: range.startDate, last: range.endDate }),
  }
}
