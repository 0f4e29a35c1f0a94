import { bulkSql } from '@/lib/db'
import type { EntryFilter } from '@/lib/entries/search-statement'
import { countBySums, summaryBySums } from '@/lib/rollups/sums-statement'

/** How many entries a filter finds, by the sums; null where they are no help. */
export async function countInSums(filter: EntryFilter): Promise<number | null> {
  const statement = countBySums(filter)
  if (!statement) return null
  const [row] = await bulkSql<{ count: number }>(statement.name, statement.text, statement.values)
  return row?.count ?? 0
}

type Place = { zoneId: string; zoneName: string; destinationId: string | null; count: number }

/** A range's hours and places as five lists of equal length (null: nothing) and rows. */
export type SummedRange = { lists: (string | null)[]; places: Place[] }

/** The counts of a range, by the sums; null where they are no help. */
export async function summarizeInSums(filter: EntryFilter): Promise<SummedRange | null> {
  const statement = summaryBySums(filter)
  if (!statement) return null
  const [row] = await bulkSql<SummedRange>(statement.name, statement.text, statement.values)
  if (!row) throw new Error('entry-summary answered no row')
  return row
}

/** Adds what is noted to the sums, so many deltas at most; how many there were. 0 also while somebody else folds. */
export async function foldDeltas(most: number): Promise<number> {
  const [row] = await bulkSql<{ folded: number }>('fold-entry-deltas', 'select fold_entry_deltas($1) as folded', [most])
  return row?.folded ?? 0
}
