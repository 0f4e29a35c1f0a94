import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/lib/http/client'
import {
  ProjectSettings,
  type ProjectSettingsPatch,
  StoreSettings,
  type StoreSettingsPatch,
} from '@/lib/settings/schema'

type StoreRef = { projectId: string; destinationId: string }

const projectAddress = (projectId: string) => `/api/staff/projects/${projectId}/settings`
const storeAddress = ({ projectId, destinationId }: StoreRef) =>
  `/api/staff/stores/settings?${new URLSearchParams({ projectId, destinationId })}`

/** The page of a store's settings. */
export function storeSettingsPath({ projectId, destinationId }: StoreRef): string {
  return `/settings/${projectId}/${encodeURIComponent(destinationId)}`
}

export const projectSettingsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['settings', projectId] as const,
    queryFn: ({ signal }) => fetchJson(ProjectSettings, projectAddress(projectId), { signal }),
  })

export const storeSettingsQuery = (store: StoreRef) =>
  queryOptions({
    queryKey: ['settings', store.projectId, store.destinationId] as const,
    queryFn: ({ signal }) => fetchJson(StoreSettings, storeAddress(store), { signal }),
  })

/** Changes a project's settings in the version that was read. Throws ApiError `version_mismatch`, `field_invalid`. */
export function changeProjectSettings({ projectId, version }: ProjectSettings, patch: ProjectSettingsPatch) {
  return fetchJson(ProjectSettings, projectAddress(projectId), { method: 'PATCH', body: patch, ifMatch: version })
}

/** The same for a store. */
export function changeStoreSettings(settings: StoreSettings, patch: StoreSettingsPatch) {
  const ask = { method: 'PATCH', body: patch, ifMatch: settings.version } as const
  return fetchJson(StoreSettings, storeAddress(settings), ask)
}
