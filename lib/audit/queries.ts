import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { AuditActors, type AuditExport, AuditPage, type AuditSearch } from '@/lib/audit/schema'
import { countTimeoutMs, fetchJson } from '@/lib/http/client'

const address = '/api/staff/audit'

/** What the record is narrowed to; times in ISO 8601. */
export type AuditListFilter = Omit<z.input<typeof AuditExport>, 'format'>

function searchOf(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

const pageSize = '50'

/** The record, newest first, page by page. Going back to it looks anew: somebody may have done something. */
export const auditQuery = (filter: AuditListFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'list', filter] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, pageSize, paginationToken: pageParam } satisfies z.input<typeof AuditSearch>
      return fetchJson(AuditPage, `${address}?${searchOf(query)}`, { signal, timeoutMs: countTimeoutMs })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.paginationToken,
    staleTime: 0,
    // Pages that were read stay as they are while somebody reads on.
    refetchOnWindowFocus: false,
  })

/** Who ever did something in a project. */
export const auditActorsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['audit', 'actors', projectId] as const,
    queryFn: async ({ signal }) =>
      (
        await fetchJson(AuditActors, `${address}/actors?${searchOf({ projectId })}`, {
          signal,
          timeoutMs: countTimeoutMs,
        })
      ).actors,
  })

/** The address of an export, for a browser to save what it answers. */
export function auditExportAddress(query: z.input<typeof AuditExport>): string {
  return `${address}/export?${searchOf(query)}`
}
