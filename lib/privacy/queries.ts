import { queryOptions } from '@tanstack/react-query'
import type { BoardOrder } from '@/lib/board/schema'
import { boardOrderReader } from '@/lib/board/wire'
import { fetchJson } from '@/lib/http/client'
import { Privacy, type PrivacyPatch } from '@/lib/privacy/schema'

const address = (projectId: string) => `/api/staff/projects/${projectId}/privacy`

/** What a project takes for personal, and what happens to it. */
export const privacyQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['privacy', projectId] as const,
    queryFn: ({ signal }) => fetchJson(Privacy, address(projectId), { signal }),
  })

/** Throws ApiError `field_invalid`, `right_missing`. */
export function changePrivacy(projectId: string, patch: PrivacyPatch): Promise<Privacy> {
  return fetchJson(Privacy, address(projectId), { method: 'PATCH', body: patch })
}

/** An order with what a shared board hides. `shown`: as for actOnOrder. Throws ApiError `order_not_found`. */
export function revealOrder(
  { projectId, serviceId }: Pick<BoardOrder, 'projectId' | 'serviceId'>,
  shown: Record<string, string>,
): Promise<BoardOrder> {
  const ask = { method: 'POST', body: { projectId }, headers: shown } as const
  return fetchJson(boardOrderReader, `/api/staff/orders/${serviceId}/reveal`, ask)
}
