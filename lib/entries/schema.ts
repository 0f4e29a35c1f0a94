import * as z from 'zod'
import {
  defaultPageSize,
  entryFormats,
  entrySources,
  mostBatchRecords,
  mostEntryDetails,
  mostPageSize,
  timeTypes,
} from '@/lib/entries/model'
import { ClientId, clientId, EndTime, PaginationToken, ProjectId, Time, text } from '@/lib/http/fields'
import { DetailsAnswer, detailsInput } from '@/lib/orders/details'

const Label = text(1, 200)

const Location = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  horizontalAccuracy: z.number().min(0).max(1e9).optional().describe('Metres'),
})
const DeviceInfo = z.strictObject({ deviceType: Label.optional(), os: Label.optional(), osVersion: Label.optional() })
const AppInfo = z.strictObject({ appBuildVersion: Label.optional(), sdkVersion: Label.optional() })

const zoneOrStore = {
  check: (r: { zoneId?: string; destinationId?: string | null }) => r.zoneId !== undefined || r.destinationId != null,
  params: { path: ['destinationId'], error: 'Send destinationId, zoneId or both' },
  described: {
    anyOf: [
      { required: ['zoneId'] },
      { properties: { destinationId: { type: 'string' } }, required: ['destinationId'] },
    ],
  },
}

const project = '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10'
const recordExample = {
  entryId: 'b3c1e6f0-1',
  destinationId: 'ringwood-north',
  installRef: 'phone-7',
  entryTime: '2026-11-20T16:03:58.120Z',
  location: { latitude: -36.8485, longitude: 174.7633, horizontalAccuracy: 8 },
  deviceInfo: { deviceType: 'Pixel', os: 'Android', osVersion: '17' },
}

/** One entry as it is sent. What it leaves out of store and zone is found, and made when it was never seen. */
export const EntryRecord = z
  .strictObject({
    entryId: clientId(64).optional().describe('Made here when absent; the same one again is a duplicate'),
    projectId: ProjectId.optional(),
    zoneId: ClientId.optional(),
    zoneName: Label.optional().describe('Names a zone that was never seen before'),
    destinationId: ClientId.nullish(),
    installRef: ClientId.nullish(),
    orderId: ClientId.optional(),
    source: z
      .enum(['sdk', 'import'], 'Expected "sdk" or "import"; "order" entries are recorded by arrivals of orders')
      .default('sdk'),
    entryTime: Time.describe("The device's clock"),
    creationTime: z.never('creationTime is set here: leave it out').optional().describe('Set here: leave it out'),
    fenceId: ClientId.optional(),
    fenceName: Label.optional(),
    location: Location.optional(),
    deviceInfo: DeviceInfo.optional(),
    appInfo: AppInfo.optional(),
    customEventMetaData: detailsInput(mostEntryDetails).optional(),
  })
  .refine(zoneOrStore.check, zoneOrStore.params)
  .meta({
    id: 'EntryRecord',
    ...zoneOrStore.described,
    examples: [{ projectId: project, ...recordExample }],
  })
export type EntryRecord = z.output<typeof EntryRecord>

/** 4 MiB: the limit of a JSON batch. */
export const batchLimitBytes = 4 * 1024 * 1024

const batch = { projectId: ProjectId.describe('Of all records that name none') }

/** A JSON batch, for the document: its records are parsed one by one, so that a bad one never costs its neighbours. */
export const EntryBatch = z
  .strictObject({ ...batch, entries: z.array(EntryRecord).min(1).max(mostBatchRecords) })
  .meta({ id: 'EntryBatch', examples: [{ projectId: project, entries: [recordExample] }] })

export const EntryBatchEnvelope = z.strictObject({
  ...batch,
  entries: z.array(z.unknown()).min(1, 'Send at least one record').max(mostBatchRecords),
})

export const IngestQuery = z.strictObject({
  projectId: ProjectId.optional().describe('Of NDJSON lines that name none'),
})

/** What became of a batch or stream. Index: of the record in `entries`, or of the line, from 0. */
export const IngestAnswer = z
  .object({
    accepted: z.int(),
    duplicates: z.int().describe('Records whose entryId was there already'),
    rejected: z
      .array(z.object({ index: z.int(), errors: z.array(z.object({ path: z.string(), message: z.string() })) }))
      .describe('The first 1,000 of them'),
    rejectedTotal: z.int(),
  })
  .meta({ id: 'IngestAnswer' })
export type IngestAnswer = z.output<typeof IngestAnswer>

/** The body of a search (specification, "Entry search"). */
export const EntrySearch = z
  .strictObject({
    projectId: ProjectId.optional(),
    zoneId: ClientId.optional().describe('Without projectId: finds its project'),
    paginationToken: PaginationToken.optional().describe("Of the answer before; absent for the first page's request"),
    timeType: z.enum(timeTypes).default('creationTime'),
    startTime: Time.optional().describe('Inclusive'),
    endTime: EndTime.optional().describe('Exclusive'),
    destinationId: ClientId.optional(),
    installRef: ClientId.optional(),
    source: z.enum(entrySources).optional(),
    os: Label.optional(),
    format: z.enum(entryFormats).default('json'),
    count: z.boolean().default(false).describe('true: answers {count} and nothing else'),
    pageSize: z
      .int()
      .min(1)
      .max(mostPageSize)
      .default(defaultPageSize)
      .describe('At most so many: a page ends earlier where it holds 2 MB of customEventMetaData'),
  })
  .refine((q) => q.projectId !== undefined || q.zoneId !== undefined, {
    path: ['projectId'],
    error: 'Send projectId, zoneId or both',
  })
  .refine((q) => !q.startTime || !q.endTime || q.startTime <= q.endTime, {
    path: ['endTime'],
    error: 'Expected a time after startTime',
  })
  .meta({
    id: 'EntrySearch',
    anyOf: [{ required: ['projectId'] }, { required: ['zoneId'] }],
    // The specification's search.
    examples: [{ projectId: project, timeType: 'creationTime', format: 'json', count: false }],
  })
export type EntrySearch = z.output<typeof EntrySearch>
/** A search as a caller writes it: what has a default may be left out. */
export type EntrySearchBody = z.input<typeof EntrySearch>

/** One entry as it is answered. Optional fields are absent when they were not told. */
export const Entry = z
  .object({
    entryId: z.string(),
    projectId: z.guid(),
    zoneId: z.string(),
    zoneName: z.string(),
    destinationId: z.string().nullable().describe('null: the zone belongs to no store'),
    installRef: z.string().nullable(),
    orderId: z.string().optional(),
    source: z.enum(entrySources),
    entryTime: Time,
    creationTime: Time,
    fenceId: z.string().optional(),
    fenceName: z.string().optional(),
    location: z
      .object({ latitude: z.number(), longitude: z.number(), horizontalAccuracy: z.number().optional() })
      .optional(),
    deviceInfo: z
      .object({ deviceType: z.string().optional(), os: z.string().optional(), osVersion: z.string().optional() })
      .optional(),
    appInfo: z.object({ appBuildVersion: z.string().optional(), sdkVersion: z.string().optional() }).optional(),
    customEventMetaData: DetailsAnswer.optional(),
  })
  .meta({ id: 'Entry' })
export type Entry = z.output<typeof Entry>

/** Entries, newest first. */
export const EntryPage = z
  .object({ entries: z.array(Entry), paginationToken: z.string().optional().describe('Absent on the final batch') })
  .meta({ id: 'EntryPage' })
export type EntryPage = z.output<typeof EntryPage>

export const EntryCount = z.object({ count: z.int() }).meta({ id: 'EntryCount' })

export const EntrySearchAnswer = z.union([EntryPage, EntryCount])
