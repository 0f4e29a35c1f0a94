import * as z from 'zod'
import { actorKinds, auditKinds, subjectKinds } from '@/lib/audit/model'
import { EndTime, PaginationToken, ProjectId, Time, text } from '@/lib/http/fields'

/** One line of the record. */
export const AuditEntry = z
  .object({
    id: z.string().describe('Names the line, and says nothing of when or where it stands'),
    at: Time,
    action: z
      .string()
      .describe('A noun and what became of it: key.made, person.invited, store.changed, order.acted, …'),
    actor: z
      .object({
        kind: z.string().describe(`Who did it: ${actorKinds.join(', ')}. console: somebody at the server itself`),
        id: z.string().nullable(),
        name: z.string().nullable().describe('As they were called then'),
        address: z.string().nullable().describe('Where from: the address that the server saw; of IPv6 its first half'),
      })
      .describe('Who did it, and where from'),
    subject: z
      .object({
        kind: z.string().describe(`What it was done to: ${subjectKinds.join(', ')}`),
        id: z.string().nullable(),
        name: z.string().nullable().describe('As it was called then'),
      })
      .describe('What it was done to'),
    details: z
      .record(z.string(), z.unknown())
      .describe(
        'More of it, by action. changes: of settings, by field, from what to what (null: inherited), of lists what has gone and what has come. Never customers’ details, passwords or keys',
      ),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof AuditEntry>

export const AuditPage = z
  .object({
    entries: z.array(AuditEntry).describe('Newest first: as many as pageSize, or fewer where their details are long'),
    paginationToken: PaginationToken.optional().describe('For the next page; absent on the last'),
  })
  .meta({ id: 'AuditPage' })
export type AuditPage = z.output<typeof AuditPage>

const id = text(1, 200)

const filters = {
  projectId: ProjectId,
  startTime: Time.optional().describe('Inclusive'),
  endTime: EndTime.optional().describe('Exclusive'),
  kind: z.enum(auditKinds).optional().describe('What kind of thing was done: keys is key.made, key.rotated and so on'),
  actorKind: z.enum(actorKinds).optional().describe('Who did it'),
  actorId: id.optional(),
  subjectKind: z.enum(subjectKinds).optional().describe('What it was done to'),
  subjectId: id.optional(),
}

const PageSize = z
  .string()
  .regex(/^\d{1,4}$/, 'Expected a whole number from 1 to 1000')
  .transform(Number)
  .refine((size) => size >= 1 && size <= 1000, 'Expected a whole number from 1 to 1000')
  .meta({ type: 'integer', minimum: 1, maximum: 1000, default: 100, pattern: undefined })

type Range = { startTime?: Date; endTime?: Date }
const isForward = ({ startTime, endTime }: Range) => !startTime || !endTime || startTime <= endTime
const backwards = { path: ['endTime'], error: 'Expected a time after startTime' }

/** What to read of the record, as the address of a request has it: all text. */
export const AuditSearch = z
  .strictObject({
    ...filters,
    paginationToken: PaginationToken.optional(),
    pageSize: PageSize.optional(),
  })
  .refine(isForward, backwards)
export type AuditSearch = z.output<typeof AuditSearch>

export const AuditExport = z
  .strictObject({ ...filters, format: z.enum(['csv', 'ndjson']).default('csv') })
  .refine(isForward, backwards)
export type AuditExport = z.output<typeof AuditExport>

export const AuditActors = z
  .object({
    actors: z
      .array(z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }))
      .describe('Everybody with an id who ever did something, 500 at most'),
  })
  .meta({ id: 'AuditActors' })
export type AuditActors = z.output<typeof AuditActors>

export const AuditActorsQuery = z.strictObject({ projectId: ProjectId })
