import { type ApiKeyCaller, covers, has, hasAnywhere, type Membership, type StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { countRows, findPage, findZones } from '@/lib/entries/data'
import { Ingest, type Sender } from '@/lib/entries/ingest'
import { type Line, linesOf, orPauses } from '@/lib/entries/lines'
import { contentTypes, type EntryFormat, mostBatchRecords } from '@/lib/entries/model'
import { csvHeader } from '@/lib/entries/record-text'
import { EntryBatchEnvelope, EntryPage, type EntrySearch, type IngestAnswer } from '@/lib/entries/schema'
import type { EntryFilter, EntryPosition } from '@/lib/entries/search-statement'
import { Refusal } from '@/lib/errors'
import { noteExport } from '@/lib/export/record'
import type { Hold } from '@/lib/http/json-body'
import { piecesOf } from '@/lib/http/json-pieces'
import { queryDigest, readPageToken, sealPageToken } from '@/lib/http/page-token'
import { parse } from '@/lib/http/parse'
import { limitExports } from '@/lib/limits/record'
import { countInSums } from '@/lib/rollups/data'
import { slices } from '@/lib/slices'
import { pageInTurn, sumInTurn } from '@/lib/turns/reading'

const batchBytes = 1024 * 1024
const batchWaitMs = 1000

// Whoever sends nothing to be written is looked at so often: a key that ends is refused within 5 s.
const idleLookMs = 3000

function refuseForeignProject(caller: ApiKeyCaller, projectId: string | undefined): void {
  if (projectId === undefined || projectId === caller.projectId) return
  throw new Refusal('project_not_found', 'There is no such project for this credential. Check projectId.')
}

/**
 * Records a batch, each record for itself, giving way to others. Throws field_invalid, project_not_found, body_malformed;
 * credential_invalid once the key is good no more.
 */
export async function ingestBatch(sender: Sender, text: string, now: Date): Promise<IngestAnswer> {
  const giveWay = slices()
  await giveWay()
  const { envelope, pieces } = piecesOf(text, mostBatchRecords)
  const { projectId, entries } = parse(EntryBatchEnvelope, envelope)
  refuseForeignProject(sender.caller, projectId)
  const ingest = new Ingest(sender, projectId)
  for (const [index, piece] of entries.entries()) {
    await giveWay()
    ingest.addPiece(index, pieces[Number(piece)] ?? '')
  }
  await ingest.flush(now)
  return ingest.answer
}

/**
 * Records a stream of lines of any length, each line one record. Holds two batches: one that is being written, and one
 * that is read meanwhile; reads on when the first is committed. If the sender goes away, what was committed stays.
 * The sender is looked at once a batch, and where there is none every few seconds. Throws project_not_found; body_malformed
 * when the body breaks off; credential_invalid once the key is good no more; unavailable where too many of the project wait to
 * be written, and what `hold` throws: what was committed stays then too.
 */
export async function ingestLines(
  sender: Sender,
  stream: { body: ReadableStream<Uint8Array> | null; projectId: string | undefined; hold?: Hold },
): Promise<IngestAnswer> {
  refuseForeignProject(sender.caller, stream.projectId)
  const ingest = new Ingest(sender, stream.projectId, stream.hold)
  let bytes = 0
  // Since when the oldest line waits that is not being written.
  let sinceMs: number | undefined
  let writing = Promise.resolve()
  let lookedMs = performance.now()
  const giveWay = slices()
  async function flush() {
    await writing
    if (ingest.waiting === 0) return
    const { now } = await sender.whoIsHere()
    lookedMs = performance.now()
    bytes = 0
    sinceMs = undefined
    writing = ingest.flush(now)
    // Awaited by the next one at the latest; until then its failure is nobody's unhandled one.
    writing.catch(() => undefined)
  }
  async function look() {
    if (performance.now() - lookedMs < idleLookMs) return
    lookedMs = performance.now()
    await sender.whoIsHere().catch((error) => {
      // Where the database is away for a moment nothing is lost, and the next look is soon.
      if (error instanceof Refusal && error.code === 'credential_invalid') throw error
    })
  }
  async function take(lines: Line[]) {
    // Empty ones take time too.
    await giveWay()
    for (const line of lines) {
      await giveWay()
      if (line.text === null) ingest.reject(line.index, [{ path: '', message: line.reason }])
      else ingest.addLine(line.index, line.text)
      bytes += line.bytes
      sinceMs ??= performance.now()
      if (ingest.waiting >= mostBatchRecords || bytes >= batchBytes) await flush()
    }
  }
  try {
    // A sender that sends a line now and then has each recorded soon, also one that never pauses for long.
    for await (const lines of orPauses(linesOf(stream.body ?? [], stream.hold), batchWaitMs)) {
      if (lines) await take(lines)
      if (!lines || (sinceMs !== undefined && performance.now() - sinceMs >= batchWaitMs)) await flush()
      await look()
    }
  } finally {
    // Also when the body breaks off: what came whole is kept.
    await flush()
    await writing
  }
  return ingest.answer
}

type Scope = Pick<EntryFilter, 'projectId' | 'destinationIds'>

function zoneNotFound(): Refusal {
  return new Refusal('zone_not_found', 'There is no such zone for your account. Check zoneId and projectId.')
}

// A zone without a store is seen by those who see all of its project.
function coversZone(membership: Membership, destinationId: string | null): boolean {
  return destinationId === null ? membership.destinationIds === null : covers(membership, destinationId)
}

async function membershipOfZone(memberships: Membership[], zoneId: string): Promise<Membership> {
  const zones = await findZones(
    zoneId,
    memberships.map((m) => m.projectId),
  )
  const seen = memberships.filter((m) =>
    zones.some((zone) => zone.project_id === m.projectId && coversZone(m, zone.destination_id)),
  )
  if (!seen[0]) throw zoneNotFound()
  if (seen.length > 1) {
    throw new Refusal('zone_ambiguous', 'Several of your projects have a zone of that id. Send projectId as well.')
  }
  return seen[0]
}

// Without a project named, one in which somebody has no history is passed over; of who has it nowhere, one refuses.
function searchable(caller: StaffCaller, projectId: string | undefined): Membership[] {
  if (projectId !== undefined) return [requireRight(caller, projectId, 'history')]
  const [first] = hasAnywhere(caller, 'history') ? [] : caller.memberships
  if (first) requireRight(caller, first.projectId, 'history')
  return caller.memberships.filter((membership) => has(membership, 'history'))
}

/**
 * Where a caller may search. What they can't see does not exist for them: throws project_not_found, right_missing,
 * zone_not_found, store_not_found, zone_ambiguous.
 */
export async function scopeOf(
  caller: StaffCaller,
  query: Pick<EntrySearch, 'projectId' | 'zoneId' | 'destinationId'>,
): Promise<Scope> {
  const { projectId, zoneId, destinationId } = query
  const possible = searchable(caller, projectId)
  const membership = zoneId === undefined ? possible[0] : await membershipOfZone(possible, zoneId)
  if (!membership) throw zoneNotFound()
  if (destinationId === undefined) return membership
  if (!covers(membership, destinationId)) {
    throw new Refusal('store_not_found', 'There is no such store for your account. Check destinationId.')
  }
  return { projectId: membership.projectId, destinationIds: [destinationId] }
}

type Sought = { filter: EntryFilter; digest: string; after: EntryPosition | null }

/** A query with its project and stores settled and its token read. */
async function soughtBy(caller: StaffCaller, query: EntrySearch): Promise<Sought> {
  const { projectId, destinationIds } = await scopeOf(caller, query)
  const { format, zoneId, destinationId, installRef, source, os, timeType, startTime, endTime, paginationToken } = query
  const asked = { projectId, zoneId, installRef, source, os, timeType, startTime, endTime }
  // Bound to the store asked for, not to those that the account is narrowed to: that may change while somebody pages. A file
  // is its format's and its taker's as well: only its beginning leaves a line.
  const file = format === 'json' ? undefined : [format, caller.userId]
  const digest = queryDigest({ of: 'entries', destinationId, file, ...asked })
  const after = paginationToken === undefined ? null : readPageToken(paginationToken, digest)
  return { filter: { ...asked, destinationIds }, digest, after }
}

/** What a query asks of the database, for other rooms. Throws project_not_found, zone_not_found, store_not_found. */
export async function filterOf(caller: StaffCaller, query: EntrySearch): Promise<EntryFilter> {
  return (await soughtBy(caller, query)).filter
}

/** A page in the format asked for, as text. */
export type FormattedPage = { text: string; contentType: string; paginationToken?: string }

/**
 * A page of entries, newest first (contract, "Entry events"), as JSON text, CSV or NDJSON. Throws as scopeOf does, and
 * pagination_token_invalid, too_many_requests. `taken`: by which request it is taken away: that a file began is noted.
 */
export async function formatEntries(
  caller: StaffCaller,
  query: EntrySearch,
  taken?: { request: Request; now: Date },
): Promise<FormattedPage> {
  const { filter, digest, after } = await soughtBy(caller, query)
  const begun = query.format !== 'json' && after === null ? taken : undefined
  if (begun) await limitExports('entries', caller.userId)
  const as = query.format === 'csv' ? 'csv' : 'json'
  const page = { after, size: query.pageSize, separator: query.format === 'json' ? ',' : '\n', as } as const
  const { records, next } = await pageInTurn(caller, filter.projectId, () => findPage(filter, page))
  if (begun) await noteExport(caller, { projectId: filter.projectId, query, request: begun.request }, begun.now)
  const paginationToken = next ? sealPageToken(digest, next) : undefined
  const json = () => `{"entries":[${records}]${paginationToken ? `,"paginationToken":"${paginationToken}"` : ''}}`
  const lines = () => (records === '' ? '' : `${records}\n`)
  const texts: Record<EntryFormat, () => string> = { json, csv: () => csvHeader + lines(), ndjson: lines }
  return { text: texts[query.format](), contentType: contentTypes[query.format], paginationToken }
}

/** The same page as objects, for our own pages. Throws as formatEntries does. */
export async function searchEntries(caller: StaffCaller, query: EntrySearch): Promise<EntryPage> {
  return EntryPage.parse(JSON.parse((await formatEntries(caller, { ...query, format: 'json' })).text))
}

/** How many entries a query finds, on all its pages. Throws as formatEntries does. */
export async function countEntries(caller: StaffCaller, query: EntrySearch): Promise<number> {
  const { filter } = await soughtBy(caller, query)
  return sumInTurn(caller, filter.projectId, async () => (await countInSums(filter)) ?? countRows(filter))
}
