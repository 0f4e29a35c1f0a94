'use client'

import type { EntryPlaces } from '@/components/entries/places'
import { RangeFilter } from '@/components/insights/filters/range-filter'
import type { InsightFilters } from '@/components/insights/filters/use-insight-filters'
import { useWords } from '@/components/language/language-provider'
import { useStoreChoices } from '@/components/stores/store-names'
import { Select } from '@/components/ui/select'

// A store's id may be anything but this: ids have no control characters.
const allStores = '\n'

type FilterBarProps = { places: EntryPlaces; filters: InsightFilters }

/** Whose waits, and of which days. All of it stands in the address. */
export function InsightFilterBar({ places, filters }: FilterBarProps) {
  const t = useWords('insights')
  const { view, chooseProject, chooseStore } = filters
  const stores = useStoreChoices(view.stores.map((store) => ({ ...store, label: store.name })))
  return (
    <div className="flex w-full min-w-0 flex-col gap-2.5 sm:w-auto sm:flex-row sm:flex-wrap">
      {places.projects.length > 1 && (
        <Select
          label={t('project')}
          choices={places.projects.map(({ projectId, name }) => ({ id: projectId, label: name }))}
          value={view.project?.projectId ?? null}
          onChange={chooseProject}
          placeholder={t('choose')}
          className="sm:max-w-72"
        />
      )}
      {view.stores.length > 0 && (
        <Select
          label={t('store')}
          choices={[{ id: allStores, label: t('allStores') }, ...stores]}
          value={view.store === undefined ? allStores : (view.store?.destinationId ?? null)}
          onChange={(id) => chooseStore(id === allStores ? null : id)}
          placeholder={t('choose')}
          className="sm:max-w-72"
        />
      )}
      <RangeFilter filters={filters} />
    </div>
  )
}
