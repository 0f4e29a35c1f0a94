import { bulkSql } from '@/lib/db'
import type { PageText } from '@/lib/entries/data'
import { type EntryFilter, type PageWanted, pageStatement } from '@/lib/entries/search-statement'

/** The sequence of the newest entry: what is recorded from now on has a greater one. */
export async function findNewestSequence(): Promise<string> {
  const [row] = await bulkSql<{ newest: string }>(
    'newest-sequence',
    'select last_value::text as newest from entry_sequence_seq',
    [],
  )
  return row?.newest ?? '0'
}

type BatchRow = { records: string | null; more: boolean; last_time: Date; last_sequence: string }

/** A page as findPage gives it, however large, among the statements that may take their time. */
export async function findBatch(filter: EntryFilter, page: PageWanted): Promise<PageText> {
  const { name, text, values } = pageStatement(filter, page)
  const [row] = await bulkSql<BatchRow>(name, text, values)
  const next = row?.more ? { time: row.last_time, tie: row.last_sequence } : null
  return { records: row?.records ?? '', next }
}
