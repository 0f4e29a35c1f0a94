import { actorOf } from '@/lib/audit/actor'
import { auditCsvHeader, auditCsvLine, auditNdjsonLine } from '@/lib/audit/csv'
import { type KeptEntry, listAuditActors, listAuditEntries, noteAudit } from '@/lib/audit/data'
import type { AuditActors, AuditEntry, AuditExport, AuditPage, AuditSearch } from '@/lib/audit/schema'
import { shownEntry } from '@/lib/audit/shown'
import type { StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { beginInTurn, readInTurn } from '@/lib/export/in-turn'
import { whileAllowed } from '@/lib/export/while-allowed'
import { type Position, queryDigest, readPageToken, sealPageToken } from '@/lib/http/page-token'
import { limitExports } from '@/lib/limits/record'
import { slices } from '@/lib/slices'
import { personIn } from '@/lib/turns/people-turns'
import { sumInTurn } from '@/lib/turns/reading'

const usualPage = 100
const batchRows = 2_000
const mostActors = 500

const positionOf = ({ at, sequence }: KeptEntry): Position => ({ time: at, tie: sequence })

/**
 * The record, newest first: `pageSize` lines, or fewer where their details are long. Throws project_not_found, right_missing,
 * pagination_token_invalid.
 */
export async function listAudit(caller: StaffCaller, query: AuditSearch): Promise<AuditPage> {
  const { paginationToken, pageSize = usualPage, ...filter } = query
  requireRight(caller, filter.projectId, 'audit')
  const digest = queryDigest({ audit: true, ...filter, pageSize })
  const after = paginationToken === undefined ? null : readPageToken(paginationToken, digest)
  const page = { after, size: pageSize, before: null }
  const { entries, areMore } = await sumInTurn(caller, filter.projectId, () => listAuditEntries(filter, page))
  const last = entries.at(-1)
  const hasMore = areMore && last
  return {
    entries: entries.map(shownEntry),
    ...(hasMore && { paginationToken: sealPageToken(digest, positionOf(last)) }),
  }
}

/** Who ever did something in a project. Throws project_not_found, right_missing. */
export async function listActors(caller: StaffCaller, projectId: string): Promise<AuditActors> {
  requireRight(caller, projectId, 'audit')
  return { actors: await sumInTurn(caller, projectId, () => listAuditActors(projectId, mostActors)) }
}

/** A file underway. */
type ExportedFile = { name: string; contentType: string; chunks: AsyncGenerator<string>; ended?: AbortSignal }

async function* nothing(): AsyncGenerator<string> {}

// What is sent at a time.
const partCharacters = 250_000

/** Lines as text, in parts. */
async function* textOf(entries: KeptEntry[], lineOf: (entry: AuditEntry) => string): AsyncGenerator<string> {
  const giveWay = slices()
  let part = ''
  for (const entry of entries) {
    await giveWay()
    part += lineOf(shownEntry(entry))
    if (part.length < partCharacters) continue
    yield part
    part = ''
  }
  if (part !== '') yield part
}

type Wanted = { filter: Omit<AuditExport, 'format'>; format: AuditExport['format']; signal: AbortSignal }

async function* linesBefore(before: string, { filter, format, signal }: Wanted): AsyncGenerator<string> {
  if (format === 'csv') yield auditCsvHeader
  for (let after: Position | null = null; ; ) {
    const page = { after, size: batchRows, before }
    const { entries, areMore } = await readInTurn(filter.projectId, signal, () => listAuditEntries(filter, page))
    yield* textOf(entries, format === 'csv' ? auditCsvLine : auditNdjsonLine)
    const last = entries.at(-1)
    if (!last || !areMore) return
    after = positionOf(last)
  }
}

/**
 * All lines that a query finds, newest first, as a file: those from before it was asked for, which is a line itself.
 * Throws project_not_found, right_missing, too_many_requests. A generator that throws has lost the database, or its caller
 * the right: the file must not look complete.
 */
export async function exportAudit(
  caller: StaffCaller,
  { format, ...filter }: AuditExport,
  request: Request,
  now: Date,
): Promise<ExportedFile> {
  const { projectId, ...narrowed } = filter
  requireRight(caller, projectId, 'audit')
  const subject = { kind: 'audit', id: null, name: null } as const
  const actor = actorOf(caller, request)
  const note = { projectId, actor, action: 'audit.exported', subject, details: { format, ...narrowed } } as const
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson'
  const at = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const named = { name: `audit-${at}Z.${format}`, contentType }
  // Who asks for the headers alone gets no file, and nothing is read for them.
  if (request.method === 'HEAD') return { ...named, chunks: nothing() }
  await limitExports('record', caller.userId)
  return beginInTurn(personIn(caller, projectId), request.signal, async () => {
    const before = String((await noteAudit(note, now)).sequence)
    const needed = { projectId, destinationIds: null, right: 'audit' } as const
    const lines = linesBefore(before, { filter, format, signal: request.signal })
    return { ...named, chunks: whileAllowed(caller, needed, lines) }
  })
}
