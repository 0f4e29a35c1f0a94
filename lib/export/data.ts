import { bulkSql } from '@/lib/db'
import { type EntryFilter, type EntryPosition, pageStatement } from '@/lib/entries/search-statement'
import { type BatchWanted, batchStatement, isOfSeveralStores, type Shares } from '@/lib/export/batch-statement'

/** The sequence of the newest entry: what is recorded from now on has a greater one. */
export async function findNewestSequence(): Promise<string> {
  const [row] = await bulkSql<{ newest: string }>(
    'newest-sequence',
    'select last_value::text as newest from entry_sequence_seq',
    [],
  )
  return row?.newest ?? '0'
}

/** Where an export goes on; `shares`: of several stores, what each had of the last batch. */
export type BatchPosition = { after: EntryPosition; shares: Shares | null }

export type Batch = { records: string; next: BatchPosition | null }

type BatchRow = {
  records: string | null
  more: boolean
  last_time: Date
  last_sequence: string
  shares?: Shares | null
}

/** The next records, each on a line, among the statements that may take their time. */
export async function findBatch(
  filter: EntryFilter,
  at: BatchPosition | null,
  batch: Pick<BatchWanted, 'size' | 'as' | 'upTo'>,
): Promise<Batch> {
  const after = at?.after ?? null
  const { name, text, values } = isOfSeveralStores(filter)
    ? batchStatement(filter, { ...batch, after, shares: at?.shares ?? null })
    : pageStatement(filter, { ...batch, after, separator: '\n' })
  const [row] = await bulkSql<BatchRow>(name, text, values)
  const last = row?.more && { time: row.last_time, tie: row.last_sequence }
  return { records: row?.records ?? '', next: last ? { after: last, shares: row.shares ?? null } : null }
}
