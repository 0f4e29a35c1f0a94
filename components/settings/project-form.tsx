'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { fewerMonths, projectDraftOf, projectPatchOf } from '@/components/settings/draft'
import { FaceEditor } from '@/components/settings/fields/face-editor'
import { KnownStoresField } from '@/components/settings/fields/known-stores-field'
import { RedactionField } from '@/components/settings/fields/redaction-field'
import { RetentionField } from '@/components/settings/fields/retention-field'
import { RetentionQuestion } from '@/components/settings/fields/retention-question'
import { SecondsFields } from '@/components/settings/fields/seconds-fields'
import { SaveBar } from '@/components/settings/save-bar'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { ErrorState } from '@/components/ui/error-state'
import { keptMonths } from '@/lib/retention/model'
import { changeProjectSettings, projectSettingsQuery } from '@/lib/settings/queries'
import type { ProjectSettings } from '@/lib/settings/schema'

const faceError = (errors: Map<string, string>) =>
  errors.get('ticketFace.fields') ?? errors.get('ticketFace.bayField') ?? errors.get('ticketFace')

type LoadedProps = {
  loaded: ProjectSettings
  /** What is kept of customers, and for how long, is for owners. */
  isOwner: boolean
}

function Loaded({ loaded, isOwner }: LoadedProps) {
  const queryClient = useQueryClient()
  const query = projectSettingsQuery(loaded.projectId)
  const form = useSettingsForm({
    loaded,
    draftOf: projectDraftOf,
    patchOf: projectPatchOf,
    save: changeProjectSettings,
    onSaved: (saved) => queryClient.setQueryData(query.queryKey, saved),
  })
  const { projectId, settings } = loaded
  const months = fewerMonths(form.draft, loaded)
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="flex flex-col gap-5">
      <SecondsFields
        draft={form.draft}
        inherited={loaded.inherited}
        above="product"
        errors={form.errors}
        change={form.change}
      />
      <FaceEditor
        face={form.draft.ticketFace}
        fieldsSeen={loaded.fieldsSeen}
        error={faceError(form.errors)}
        onChange={(ticketFace) => form.change({ ticketFace })}
      />
      <KnownStoresField
        isOn={form.draft.knownStoresOnly}
        onChange={(knownStoresOnly) => form.change({ knownStoresOnly })}
      />
      {isOwner && (
        <>
          <RetentionField
            months={form.draft.entryMonths}
            error={form.errors.get('entryMonths')}
            onChange={(entryMonths) => form.change({ entryMonths })}
          />
          <RedactionField
            value={form.draft.redactedFields}
            fieldsSeen={loaded.fieldsSeen}
            onChange={(redactedFields) => form.change({ redactedFields })}
            error={form.errors.get('redactedFields')}
          />
        </>
      )}
      <SaveBar
        form={months === null ? form : { ...form, save: () => setAsking(true) }}
        loadTheirs={async () => form.discard(await queryClient.fetchQuery({ ...query, staleTime: 0 }))}
      />
      <RetentionQuestion
        shorter={isAsking && months !== null ? { projectId, months, before: settings.entryMonths ?? keptMonths } : null}
        onAnswer={(isYes) => {
          setAsking(false)
          if (isYes) form.save()
        }}
      />
    </div>
  )
}

/** What all stores of a project begin with. */
export function ProjectForm({ projectId, isOwner }: { projectId: string; isOwner: boolean }) {
  const t = useWords('settings')
  const { data, error, refetch } = useQuery(projectSettingsQuery(projectId))
  if (data) return <Loaded key={projectId} loaded={data} isOwner={isOwner} />
  if (error) {
    return <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
  }
  return null
}
