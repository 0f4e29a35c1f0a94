import * as z from 'zod'
import { entrySources, timeTypes } from '@/lib/entries/model'
import { ClientId, EndTime, ProjectId, Time, text } from '@/lib/http/fields'
import { SealedInstall } from '@/lib/installs/schema'
import { isTimeZone } from '@/lib/time/model'

const whole = (pattern: RegExp, expected: string) => z.string().regex(pattern, expected).transform(Number)

/** A cell of the hours of the week, and what a summary counts in it. */
export const EntryHoursQuery = z
  .strictObject({
    projectId: ProjectId,
    destinationId: ClientId.optional(),
    zoneId: ClientId.optional(),
    source: z.enum(entrySources).optional(),
    os: text(1, 200).optional(),
    sealedInstall: SealedInstall.optional(),
    timeType: z.enum(timeTypes).default('creationTime'),
    startTime: Time.describe('Inclusive'),
    endTime: EndTime.describe('Exclusive'),
    timeZone: text(1, 64)
      .refine(isTimeZone, 'Expected an IANA time zone, such as Europe/Berlin')
      .default('UTC')
      .describe('IANA: whose hours and days count'),
    weekday: whole(/^[0-6]$/, 'Expected 0 (Monday) to 6 (Sunday)').describe('0 is Monday'),
    hour: whole(/^(\d|1\d|2[0-3])$/, 'Expected 0 to 23').describe('0 to 23'),
  })
  .refine((q) => q.startTime <= q.endTime, { path: ['endTime'], error: 'Expected a time after startTime' })
export type EntryHoursQuery = z.output<typeof EntryHoursQuery>

const EntryHour = z.object({ startTime: Time, endTime: EndTime, count: z.int() })
export type EntryHour = z.output<typeof EntryHour>

/** Such an hour of every week in a range. */
export const EntryHours = z
  .object({
    hours: z
      .array(EntryHour)
      .describe('Those with entries, the busiest first and 5,000 at most; the range cuts its two ends'),
  })
  .meta({ id: 'EntryHours' })
export type EntryHours = z.output<typeof EntryHours>
