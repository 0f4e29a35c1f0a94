'use client'

import { TimeFilter } from '@/components/entries/filters/time-filter'
import type { EntryFilters } from '@/components/entries/filters/use-entry-filters'
import type { EntryPlaces } from '@/components/entries/places'
import { useWords } from '@/components/language/language-provider'
import { useStoreChoices } from '@/components/stores/store-names'
import { Select } from '@/components/ui/select'

// A store's id may be anything but this: ids have no control characters.
const allStores = '\n'

type FilterBarProps = { places: EntryPlaces; filters: EntryFilters; now: Date }

/** What the list is narrowed to. All of it stands in the address. */
export function FilterBar({ places, filters, now }: FilterBarProps) {
  const t = useWords('entries')
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
      <TimeFilter {...filters} now={now} />
    </div>
  )
}
