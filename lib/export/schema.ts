import * as z from 'zod'
import { EntrySearch } from '@/lib/entries/schema'
import { SealedInstall } from '@/lib/installs/schema'

const { projectId, zoneId, timeType, startTime, endTime, destinationId, source, os } = EntrySearch.shape

/** What to export: a search's filters, in the address, so that a browser can save the answer as a file. */
export const EntryExport = z
  .strictObject({
    projectId,
    zoneId,
    timeType,
    startTime,
    endTime,
    destinationId,
    sealedInstall: SealedInstall.optional(),
    source,
    os,
    format: z.enum(['csv', 'ndjson']).default('csv'),
  })
  .refine((q) => q.projectId !== undefined || q.zoneId !== undefined, {
    path: ['projectId'],
    error: 'Send projectId, zoneId or both',
  })
  .refine((q) => !q.startTime || !q.endTime || q.startTime <= q.endTime, {
    path: ['endTime'],
    error: 'Expected a time after startTime',
  })
export type EntryExport = z.output<typeof EntryExport>
