import type { StaffCaller } from '@/lib/auth/model'
import { csvHeader } from '@/lib/entries/record-text'
import type { EntrySearch } from '@/lib/entries/schema'
import type { EntryFilter } from '@/lib/entries/search-statement'
import { countEntries, filterOf, scopeOf } from '@/lib/entries/service'
import { type Batch, type BatchPosition, findBatch, findNewestSequence } from '@/lib/export/data'
import { beginInTurn, readInTurn } from '@/lib/export/in-turn'
import { noteExport } from '@/lib/export/record'
import type { EntryExport } from '@/lib/export/schema'
import { whileAllowed } from '@/lib/export/while-allowed'
import { installAsked } from '@/lib/installs/sealed-install'
import { limitExports } from '@/lib/limits/record'
import { personIn } from '@/lib/turns/people-turns'

// A tenth of a second of the database's time, a megabyte or two of ours.
const batchRows = 5_000
// Rather no total than an export that doesn't begin.
const mostCountMs = 1_000

/** A file underway. `total`: how many records there were just before it began, if that could be told soon: a guess. */
export type ExportedFile = {
  name: string
  contentType: string
  total: number | null
  chunks: AsyncGenerator<string>
  ended?: AbortSignal
}

function nameOf(query: EntryExport, now: Date): string {
  const at = now.toISOString().slice(0, 19).replaceAll(':', '-')
  return `entries-${at}Z.${query.format}`
}

async function withinMs<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null)
  })
  return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer))
}

async function* nothing(): AsyncGenerator<string> {}

type Begun = Pick<ExportedFile, 'total' | 'chunks'>
type Wanted = { filter: EntryFilter; format: EntryExport['format']; count: Promise<number>; signal: AbortSignal }

// The first batch is awaited here: a database that is away is a refusal, not a file that breaks off.
async function begin({ filter, format, count, signal }: Wanted): Promise<Begun> {
  const total = await withinMs(mostCountMs, count)
  // After the count: what was counted is in the file, and what came in between as well.
  const upTo = await findNewestSequence()
  const batch = { size: batchRows, as: format === 'csv' ? 'csv' : 'json', upTo } as const
  const find = (at: BatchPosition | null) => readInTurn(filter.projectId, signal, () => findBatch(filter, at, batch))

  // Of the next batch too, while one is on its way to the reader; further on only as the reader reads. Between batches
  // no connection is held, so that one who reads nothing costs nothing.
  async function* chunks(first: Batch): AsyncGenerator<string> {
    if (format === 'csv') yield csvHeader
    for (let next: Promise<Batch> | null = Promise.resolve(first); next; ) {
      const batch: Batch = await next
      next = batch.next && find(batch.next)
      // Awaited when it is its turn; until then its failure is nobody's unhandled one.
      next?.catch(() => undefined)
      if (batch.records !== '') yield `${batch.records}\n`
    }
  }

  return { total, chunks: chunks(await find(null)) }
}

/** The search whose entries the file holds. Throws as scopeOf and installAsked do. */
async function searchOf(caller: StaffCaller, { sealedInstall, ...filters }: EntryExport): Promise<EntrySearch> {
  const search = { ...filters, count: false, pageSize: batchRows }
  if (sealedInstall === undefined) return search
  const { projectId } = await scopeOf(caller, search)
  return { ...search, installRef: installAsked(projectId, sealedInstall) }
}

/**
 * All entries that a query finds, newest first, as a file: what was committed before it began is in it once, what is
 * recorded later is not. That it began is a line of the record, by the names of its filters alone. Throws
 * project_not_found, zone_not_found, store_not_found, zone_ambiguous, too_many_requests, and as installAsked. A generator
 * that throws has lost the database, or its caller the right: the file must not look complete.
 */
export async function exportEntries(
  caller: StaffCaller,
  query: EntryExport,
  request: Request,
  now: Date,
): Promise<ExportedFile> {
  const { format } = query
  const search = await searchOf(caller, query)
  const filter = await filterOf(caller, search)
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson'
  const named = { name: nameOf(query, now), contentType }
  // Who asks for the headers alone gets no file, and nothing is read for them.
  if (request.method === 'HEAD') return { ...named, total: null, chunks: nothing() }
  await limitExports('entries', caller.userId)
  return beginInTurn(personIn(caller, filter.projectId), request.signal, async () => {
    const { signal } = request
    const { total, chunks } = await begin({ filter, format, count: countEntries(caller, search), signal })
    const { projectId, destinationIds } = filter
    await noteExport(caller, { projectId, query: search, request }, now)
    const allowed = whileAllowed(caller, { projectId, destinationIds, right: 'history' }, chunks)
    return { ...named, total, chunks: allowed }
  })
}
