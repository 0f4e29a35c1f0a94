import * as z from 'zod'
import { MaskedBy } from '@/lib/board/schema'
import { ProjectId, Time } from '@/lib/http/fields'
import { boardSections, orderStatuses } from '@/lib/orders/model'
import { actors, mostChanged, sources } from '@/lib/timeline/model'

/** One thing that happened to an order. Of what was told the names alone: no values, no token, no customEventMetaData. */
export const TimelineEvent = z
  .object({
    id: z.string().describe('Names it, and says nothing of when or where it stands'),
    recordedAt: Time.describe('When it was written here'),
    eventTime: Time.nullable().describe('When it happened, as the sender told'),
    eventType: z
      .string()
      .describe(
        'The eventType of a request; of staff: acknowledged, fulfilled, cancelled, moved, undone; of Baycall: escalated, erased',
      ),
    version: z.int().describe("The order's version that it made"),
    status: z.enum(orderStatuses).describe('After it'),
    section: z.enum(boardSections).describe('After it'),
    from: z.enum(boardSections).nullable().describe('The section before it, where staff acted'),
    actor: z.enum(actors),
    actorName: z.string().nullable().describe("The staff member's or the API key's name"),
    isTest: z.boolean().describe('It came by a test key'),
    source: z.enum(sources),
    changed: z.array(z.string()).describe(`The names of the details that were told, ${mostChanged} at most`),
    isMoreChanged: z.boolean().describe('More were told than are named'),
    reason: z.string().nullable().describe('Why staff cancelled, or why other boards were told'),
    undone: z.string().nullable().describe('The eventType that was undone'),
    replacedBy: z.guid().nullable().describe('The newer order that has the orderId now'),
  })
  .meta({ id: 'TimelineEvent' })
export type TimelineEvent = z.output<typeof TimelineEvent>

export const Timeline = z
  .object({
    events: z.array(TimelineEvent).describe('Newest first, at most 200; none where nothing was recorded'),
    hasEarlier: z.boolean().describe('More happened before these'),
    maskedBy: MaskedBy,
  })
  .meta({ id: 'Timeline' })
export type Timeline = z.output<typeof Timeline>

export const TimelineQuery = z.strictObject({ projectId: ProjectId })
