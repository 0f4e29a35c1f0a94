import type * as z from 'zod'
import type { EntryExport } from '@/lib/export/schema'

/** The address of an export: a browser can fetch it, or save what it answers. */
export function exportAddress(query: z.input<typeof EntryExport>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `/api/staff/entries/export?${new URLSearchParams(given)}`
}
