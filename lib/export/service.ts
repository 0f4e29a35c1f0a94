import type { StaffCaller } from '@/lib/auth/model'
import { csvHeader } from '@/lib/entries/record-text'
import { countEntries, filterOf } from '@/lib/entries/service'
import { type Batch, type BatchPosition, findBatch, findNewestSequence } from '@/lib/export/data'
import type { EntryExport } from '@/lib/export/schema'

// A tenth of a second of the database's time, a megabyte or two of ours.
const batchRows = 5_000
// Rather no total than an export that doesn't begin.
const mostCountMs = 1_000

/** A file underway. `total`: how many records there were just before it began, if that could be told soon: a guess. */
export type ExportedFile = { name: string; contentType: string; total: number | null; chunks: AsyncGenerator<string> }

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

/**
 * All entries that a query finds, newest first, as a file: what was committed before it began is in it once, what is
 * recorded later is not. Throws project_not_found, zone_not_found, store_not_found, zone_ambiguous. A generator that
 * throws has lost the database: the file must not look complete.
 */
export async function exportEntries(caller: StaffCaller, query: EntryExport, now: Date): Promise<ExportedFile> {
  const { format, ...filters } = query
  const search = { ...filters, format, count: false, pageSize: batchRows }
  const filter = await filterOf(caller, search)
  const total = await withinMs(mostCountMs, countEntries(caller, search))
  // After the count: what was counted is in the file, and what came in between as well.
  const upTo = await findNewestSequence()
  const find = (at: BatchPosition | null) =>
    findBatch(filter, at, { size: batchRows, as: format === 'csv' ? 'csv' : 'json', upTo })

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

  // The first is awaited here: a database that is away is a refusal, not a file that breaks off.
  const first = await find(null)
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson'
  return { name: nameOf(query, now), contentType, total, chunks: chunks(first) }
}
