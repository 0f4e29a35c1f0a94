import { expect } from 'vitest'
import { openShop } from '@/integration/shop'
import { sql } from '@/lib/db'
import type { EntrySummary } from '@/lib/entry-summary/schema'
import { foldDeltas } from '@/lib/rollups/data'
import { entryRecord } from '@/prisma/factories/entry'

export type Counted = Omit<EntrySummary, 'startTime' | 'overTime'> & {
  overTime: { startTime: string; count: number }[]
}

/** A project whose manager counts: its entries, and what is asked of them. */
export async function openCounted(baseUrl: string) {
  const shop = await openShop(baseUrl)
  const by = (await shop.signIn({ role: 'manager' })).headers
  const { projectId, destinationId } = shop
  return {
    shop,
    ingest: (entries: unknown[]) => shop.call('/api/prod1/entry', { method: 'POST', body: { projectId, entries } }),
    entry: (more: object) => entryRecord({ destinationId, ...more }),
    summary: async (query: Record<string, string> = {}, headers = by) => {
      const address = `/api/staff/entries/summary?${new URLSearchParams({ projectId, ...query })}`
      const { status, body } = await shop.call(address, { headers, key: null })
      expect(status, JSON.stringify(body)).toBe(200)
      return body as unknown as Counted
    },
    count: async (query: object = {}) => {
      const body = { projectId, count: true, ...query }
      return (await shop.call('/api/prod1/entry/_search', { method: 'POST', body, headers: by, key: null })).body.count
    },
  }
}

/** Adds all that is noted of a project to its sums. */
export async function foldAll(projectId: string): Promise<void> {
  for (;;) {
    const [{ left } = { left: 0 }] = await sql<{ left: number }>(
      'deltas-left',
      'select count(*)::int as left from entry_delta where project_id = $1',
      [projectId],
    )
    if (left === 0) return
    await foldDeltas(1_000)
  }
}
