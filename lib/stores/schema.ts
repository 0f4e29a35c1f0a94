import * as z from 'zod'

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
  })
  .meta({ id: 'StoreSummary' })
export type StoreSummary = z.output<typeof StoreSummary>

export const StoreList = z.object({ stores: z.array(StoreSummary) }).meta({ id: 'StoreList' })
