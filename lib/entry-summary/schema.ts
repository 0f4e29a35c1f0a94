import * as z from 'zod'
import { entrySources, timeTypes } from '@/lib/entries/model'
import { summarySteps } from '@/lib/entry-summary/model'
import { ClientId, EndTime, ProjectId, Time, text } from '@/lib/http/fields'
import { SealedInstall } from '@/lib/installs/schema'
import { isTimeZone } from '@/lib/time/model'

/** What a summary counts: the filters of a search, and the zone whose hours and days it goes by. */
export const EntrySummaryQuery = z
  .strictObject({
    projectId: ProjectId,
    destinationId: ClientId.optional(),
    zoneId: ClientId.optional(),
    source: z.enum(entrySources).optional(),
    os: text(1, 200).optional(),
    sealedInstall: SealedInstall.optional(),
    timeType: z.enum(timeTypes).default('creationTime'),
    startTime: Time.optional().describe('Inclusive. Absent: the first entry'),
    endTime: EndTime.optional().describe('Exclusive. Absent: the last entry'),
    timeZone: text(1, 64)
      .refine(isTimeZone, 'Expected an IANA time zone, such as Europe/Berlin')
      .default('UTC')
      .describe('IANA: whose hours, days, Mondays and months count'),
  })
  .refine((q) => !q.startTime || !q.endTime || q.startTime <= q.endTime, {
    path: ['endTime'],
    error: 'Expected a time after startTime',
  })
export type EntrySummaryQuery = z.output<typeof EntrySummaryQuery>

const others = (what: string) =>
  z
    .object({ places: z.int(), count: z.int() })
    .optional()
    .describe(`Absent where all are named: how many more ${what} there are, and their entries, all together`)

/** A range's entries, counted. Every list adds up to the total, with the others of its kind. */
export const EntrySummary = z
  .object({
    startTime: Time,
    endTime: EndTime,
    timeZone: z.string(),
    step: z.enum(summarySteps),
    total: z.int(),
    overTime: z
      .array(z.object({ startTime: Time, count: z.int() }))
      .describe(
        "Every step of the range, each up to the next one's start: whole hours, days, weeks (from Monday), months, years or centuries (from 2000, 2100 …) of the time zone, but for the first and the last, which the range cuts",
      ),
    byHour: z
      .array(z.array(z.int()).length(24))
      .length(7)
      .describe('Monday first; of each day its 24 hours in the time zone'),
    byStore: z
      .array(z.object({ destinationId: z.string().nullable(), count: z.int() }))
      .describe('Most first, at most 1,000 of them; null: zones that belong to no store'),
    byZone: z
      .array(z.object({ zoneId: z.string(), zoneName: z.string(), count: z.int() }))
      .describe('Most first, at most 1,000 of them'),
    otherStores: others('stores'),
    otherZones: others('zones'),
  })
  .meta({ id: 'EntrySummary' })
export type EntrySummary = z.output<typeof EntrySummary>
