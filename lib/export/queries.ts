import type * as z from 'zod'
import type { EntryExport } from '@/lib/export/schema'
import { refuse, UnreachableError } from '@/lib/http/client'

/** The address of an export: a browser can fetch it, or save what it answers. */
export function exportAddress(query: z.input<typeof EntryExport>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `/api/staff/entries/export?${new URLSearchParams(given)}`
}

/**
 * Asks the API for an answer of any length, which is read as it comes and may take as long as it takes. Throws as
 * fetchJson does; a body that breaks off throws while it is read.
 */
export async function fetchStream(address: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(address, { signal }).catch((cause) => {
    if (signal.aborted) throw cause
    throw new UnreachableError({ cause })
  })
  if (!response.ok) return refuse(response)
  return response
}
