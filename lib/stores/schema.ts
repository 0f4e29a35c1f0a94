import * as z from 'zod'
import { ProjectId, Time, text } from '@/lib/http/fields'

/** A store as one of a list in the settings. */
export const ListedStore = z.object({
  destinationId: z.string(),
  name: z.string(),
  isNew: z.boolean().describe('Not yet named by a manager'),
})

/** A store as its staff choose it. */
export const StoreSummary = z
  .object({
    projectId: z.guid(),
    projectName: z.string(),
    destinationId: z.string(),
    name: z.string(),
    isNew: z.boolean().describe('Made by an order or an entry, not yet named by a manager'),
    timeZone: z.string(),
    arrived: z.int().describe('Customers at the kerb now'),
    onTheWay: z.int().describe('Customers on the way now'),
    ringing: z.int().describe('Arrivals that nobody has acknowledged'),
    longestSince: Time.nullable().describe('When the longest wait at the kerb began'),
    hasBoard: z.boolean().describe('A board of it is connected'),
    waits: z
      .object({ dueSeconds: z.int(), lateSeconds: z.int(), overSeconds: z.int() })
      .describe('From when on a wait is due, late and over'),
  })
  .meta({ id: 'StoreSummary' })
export type StoreSummary = z.output<typeof StoreSummary>

export const StoreListQuery = z.strictObject({
  projectId: ProjectId.optional(),
  search: text(0, 128).optional().describe('In the name, the destinationId, or the name of the project'),
})

export const StoreList = z.object({ stores: z.array(StoreSummary) }).meta({ id: 'StoreList' })

/** What the stream of all stores sends: all of them at first (`isWhole`), then those that have changed. */
export const StoresMessage = z
  .object({ stores: z.array(StoreSummary), isWhole: z.boolean(), serverTime: Time })
  .meta({ id: 'StoresMessage' })
export type StoresMessage = z.output<typeof StoresMessage>
