'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWords } from '@/components/language/language-provider'
import { type StoreDraft, storeDraftOf, storePatchOf } from '@/components/settings/draft'
import { BaysField } from '@/components/settings/fields/bays-field'
import { SecondsFields } from '@/components/settings/fields/seconds-fields'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { ZoneField } from '@/components/settings/fields/zone-field'
import { SaveBar } from '@/components/settings/save-bar'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { shownName } from '@/lib/names/model'
import { changeStoreSettings, storeSettingsQuery } from '@/lib/settings/queries'
import type { StoreSettings } from '@/lib/settings/schema'

type PartProps = { draft: StoreDraft; errors: Map<string, string>; change: (part: Partial<StoreDraft>) => void }

function Place({ draft, errors, change, id }: PartProps & { id: string }) {
  const t = useWords('settings')
  return (
    <SettingsCard title={t('store')} hint={t('storeHint', { id: shownName(id) })}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('name')}
          value={draft.name}
          onChange={(name) => change({ name })}
          hint={t('nameHint')}
          error={errors.get('name')}
          inputClassName="min-h-[48px]!"
        />
        <ZoneField
          value={draft.timeZone}
          onChange={(timeZone) => change({ timeZone })}
          error={errors.get('timeZone')}
        />
      </div>
    </SettingsCard>
  )
}

function Loaded({ loaded }: { loaded: StoreSettings }) {
  const queryClient = useQueryClient()
  const query = storeSettingsQuery(loaded)
  const form = useSettingsForm({
    loaded,
    draftOf: storeDraftOf,
    patchOf: storePatchOf,
    save: changeStoreSettings,
    onSaved: (saved) => queryClient.setQueryData(query.queryKey, saved),
  })
  const { draft, errors, change } = form
  return (
    <div className="flex flex-col gap-5">
      <Place draft={draft} errors={errors} change={change} id={loaded.destinationId} />
      <BaysField value={draft.bays} onChange={(bays) => change({ bays })} error={errors.get('bays')} />
      <SecondsFields draft={draft} inherited={loaded.inherited} above="project" errors={errors} change={change} />
      <SaveBar
        form={form}
        loadTheirs={async () => form.discard(await queryClient.fetchQuery({ ...query, staleTime: 0 }))}
      />
    </div>
  )
}

/** What is set for one store, where it differs from its project. */
export function StoreForm({ projectId, destinationId }: { projectId: string; destinationId: string }) {
  const t = useWords('settings')
  const { data, error, refetch } = useQuery(storeSettingsQuery({ projectId, destinationId }))
  if (data) return <Loaded loaded={data} />
  if (error) {
    return <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
  }
  return null
}
