import * as z from 'zod'
import { ClientId, ProjectId, Time } from '@/lib/http/fields'
import { groupings, lengthOf, mostDays } from '@/lib/insights/model'

const Day = z.iso
  .date('Expected a day such as 2026-01-31')
  .refine((day) => day >= '1970-01-02' && day <= '9998-12-31', 'Expected a day after 1970')
  .meta({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

const asked = {
  projectId: ProjectId,
  destinationId: ClientId.optional().describe('One store; absent: all that the account may see'),
  startDate: Day.describe("The first day, on each store's own clock"),
  endDate: Day.describe('The last day, included'),
}

type Range = { startDate: string; endDate: string }
const inOrder = ({ startDate, endDate }: Range) => startDate <= endDate
const notTooLong = (range: Range) => lengthOf(range) <= mostDays
const backwards = { path: ['endDate'], error: 'Expected a day that is not before startDate' }
const tooLong = { path: ['endDate'], error: `Expected at most ${mostDays} days` }

export const InsightsQuery = z
  .strictObject({
    ...asked,
    groupBy: z.enum(groupings).optional().describe('One group for each; absent: the total alone'),
    format: z
      .enum(['json', 'csv'])
      .default('json')
      .describe('csv: the groups alone, of very many stores as many as of json'),
  })
  .refine(inOrder, backwards)
  .refine(notTooLong, tooLong)
export type InsightsQuery = z.output<typeof InsightsQuery>

export const InsightsPageQuery = z.strictObject(asked).refine(inOrder, backwards).refine(notTooLong, tooLong)
export type InsightsPageQuery = z.output<typeof InsightsPageQuery>

const Seconds = z.int().nullable()

const Spread = z.object({
  count: z.int().describe('Of how many orders'),
  p50: Seconds.describe('Seconds: half of them took at most so long'),
  p70: Seconds,
  p90: Seconds,
})

const waitFigures = {
  wait: Spread.describe('From the arrival to the hand-over. Arrivals without notice are apart from these three'),
  underGoal: z.int().describe("Waits shorter than their store's goal"),
  underGoalShare: z.number().nullable().describe('Of the waits, 0 to 1'),
}

const figures = {
  arrivals: z.int().describe('Orders whose customer arrived'),
  handedOver: z.int(),
  cancelled: z.int().describe('Cancelled after the arrival'),
  open: z.int().describe('Neither yet'),
  ...waitFigures,
  acknowledge: Spread.describe('From the arrival until staff acknowledged'),
  handOver: Spread.describe('From the acknowledgement to the hand-over, where they were two taps'),
  withoutNotice: z.object({ arrivals: z.int(), wait: Spread }).describe('Arrivals announced less than a minute before'),
}

export const Figures = z.object(figures).meta({ id: 'InsightFigures' })

const InsightWaits = z.object(waitFigures).meta({ id: 'InsightWaits' })

const InsightGroup = z
  .object({
    key: z.string().describe('destinationId, hour 0 to 23, weekday 1 (Monday) to 7, or day'),
    name: z.string().optional().describe("The store's name"),
    ...figures,
  })
  .meta({ id: 'InsightGroup' })
export type InsightGroup = z.output<typeof InsightGroup>

const range = {
  projectId: z.guid(),
  startDate: z.string(),
  endDate: z.string(),
  previousStartDate: z.string().describe('What it is compared with: as many days before; up to a week, a week before'),
  previousEndDate: z.string(),
}

/** How long customers waited, for a program. */
export const Insights = z
  .object({
    ...range,
    total: Figures,
    previous: Figures,
    groups: z.array(InsightGroup).optional().describe('With groupBy; those without an arrival are left out'),
    leftOut: z
      .int()
      .optional()
      .describe(
        'Of more than 20,000 stores those with the most arrivals have a group: how many others have none. The total has all',
      ),
  })
  .meta({ id: 'Insights' })
export type Insights = z.output<typeof Insights>

const LongWait = z.object({
  serviceId: z.guid(),
  destinationId: z.string(),
  orderId: z.string(),
  arrivedAt: Time,
  handedOverAt: Time,
  handedOverBy: z.string().nullable(),
  waitSeconds: z.int(),
})

const InsightStore = z.object({
  destinationId: z.string(),
  name: z.string(),
  timeZone: z.string(),
  goalSeconds: z.int(),
  figures: Figures,
  previousWait: Spread,
})
export type InsightStore = z.output<typeof InsightStore>

/** The same with all that the page shows. */
export const InsightsView = z
  .object({
    ...range,
    total: Figures,
    previous: Figures,
    distribution: z
      .object({ stepSeconds: z.int(), counts: z.array(z.int()) })
      .describe('Waits in equal steps; the last counts all that are longer'),
    stores: z.array(InsightStore).describe('By name'),
    leftOut: z
      .int()
      .optional()
      .describe('Of more than 2,000 stores those with the most arrivals stand there: how many others do not'),
    hours: z.array(InsightWaits).describe('0 to 23'),
    weekdays: z.array(InsightWaits).describe('Monday first'),
    longest: z.array(LongWait).describe('The worst waits, the longest first, with and without notice'),
  })
  .meta({ id: 'InsightsView' })
export type InsightsView = z.output<typeof InsightsView>

/** Which order a page is about. */
export const PastOrderPath = z.object({ projectId: ProjectId, serviceId: ProjectId })
