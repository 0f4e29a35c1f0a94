import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { fetchJson, fetchNothing } from '@/lib/http/client'
import { type NewView, SavedView, SavedViews, type ViewPatch } from '@/lib/views/schema'

const address = '/api/staff/views'
const addressOf = (projectId: string, viewId: string) => `${address}/${viewId}?${new URLSearchParams({ projectId })}`

export const viewKeys = { all: ['views'] as const, of: (projectId: string) => ['views', projectId] as const }

/** The views of whoever is signed in, in a project, by name. */
export const viewsQuery = (projectId: string) =>
  queryOptions({
    queryKey: viewKeys.of(projectId),
    queryFn: async ({ signal }) =>
      (await fetchJson(SavedViews, `${address}?${new URLSearchParams({ projectId })}`, { signal })).views,
  })

/** Throws ApiError `view_name_taken`, `views_full`. */
export function createView(body: z.input<typeof NewView>): Promise<SavedView> {
  return fetchJson(SavedView, address, { method: 'POST', body })
}

/** Throws ApiError `view_name_taken`, `view_not_found`. */
export function changeView(projectId: string, viewId: string, body: z.input<typeof ViewPatch>): Promise<SavedView> {
  return fetchJson(SavedView, addressOf(projectId, viewId), { method: 'PATCH', body })
}

/** Throws ApiError `view_not_found`. */
export function deleteView(projectId: string, viewId: string): Promise<void> {
  return fetchNothing(addressOf(projectId, viewId), { method: 'DELETE' })
}
