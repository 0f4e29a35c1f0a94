import * as z from 'zod'
import { entrySources, timeTypes } from '@/lib/entries/model'
import { ClientId, chosenName, EndTime, ProjectId, Time, text } from '@/lib/http/fields'
import { SealedInstall } from '@/lib/installs/schema'
import { rangePresets } from '@/lib/time/model'
import { longestViewName } from '@/lib/views/model'

const ViewName = chosenName(longestViewName)

/** What a view narrows the entries to. A preset is a range that moves on with the days; else its two ends are fixed. */
export const ViewFilters = z
  .strictObject({
    destinationId: ClientId.optional(),
    zoneId: ClientId.optional(),
    installRef: ClientId.optional(),
    source: z.enum(entrySources).optional(),
    os: text(1, 200).optional(),
    timeType: z.enum(timeTypes).optional().describe('Absent: creationTime'),
    preset: z.enum(rangePresets).optional(),
    startTime: Time.optional().describe('Inclusive'),
    endTime: EndTime.optional().describe('Exclusive'),
  })
  .refine((f) => f.preset === undefined || (f.startTime === undefined && f.endTime === undefined), {
    path: ['preset'],
    error: 'Send a preset, or startTime and endTime',
  })
  .refine((f) => !f.startTime || !f.endTime || f.startTime <= f.endTime, {
    path: ['endTime'],
    error: 'Expected a time after startTime',
  })
export type ViewFilters = z.output<typeof ViewFilters>

export const SavedView = z
  .object({
    viewId: z.guid(),
    name: z.string().describe('Empty: it named a customer who has been erased since'),
    filters: ViewFilters,
    sealedInstall: SealedInstall.optional().describe('Names the install of its filters in addresses'),
    createdAt: Time,
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.output<typeof SavedView>

export const SavedViews = z.object({ views: z.array(SavedView).describe('By name') }).meta({ id: 'SavedViews' })

export const ViewsQuery = z.strictObject({ projectId: ProjectId })
export const ViewPath = z.object({ viewId: z.guid() })

export const NewView = z.strictObject({ projectId: ProjectId, name: ViewName, filters: ViewFilters }).meta({
  id: 'NewView',
  examples: [
    {
      projectId: '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10',
      name: 'Ringwood this week',
      filters: { destinationId: 'ringwood-north', preset: 'last7Days' },
    },
  ],
})
export type NewView = z.output<typeof NewView>

export const ViewPatch = z
  .strictObject({ name: ViewName.optional(), filters: ViewFilters.optional() })
  .meta({ id: 'ViewPatch', examples: [{ name: 'Ringwood, the last week' }] })
export type ViewPatch = z.output<typeof ViewPatch>
