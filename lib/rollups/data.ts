import { bulkSql, upkeepSql } from '@/lib/db'
import type { EntryFilter } from '@/lib/entries/search-statement'
import type { PlaceCounts } from '@/lib/rollups/places-statement'
import { countBySums, summaryBySums } from '@/lib/rollups/sums-statement'

const mostWaiting = 1_000_000

/** How many entries a filter finds, by the sums; null where they do not know. */
export async function countInSums(filter: EntryFilter): Promise<number | null> {
  const statement = countBySums(filter)
  if (!statement) return null
  const [row] = await bulkSql<{ count: number | null }>(statement.name, statement.text, statement.values)
  return row?.count ?? null
}

/** A range's hours, each with its four quarters, as an array of PostgreSQL's in text (null: nothing); its places. */
export type SummedRange = { hours: string | null; places: PlaceCounts | null }

/** The counts of a range, by the sums; null where they do not know. Without its places where they are not wanted. */
export async function summarizeInSums(filter: EntryFilter, wanted: { places: boolean }): Promise<SummedRange | null> {
  const statement = summaryBySums(filter, wanted)
  if (!statement) return null
  const [row] = await bulkSql<SummedRange>(statement.name, statement.text, statement.values)
  return row ?? null
}

/** Adds what is noted to the sums, so many deltas at most; how many there were. 0 also while somebody else folds. */
export async function foldDeltas(most: number): Promise<number> {
  const [row] = await upkeepSql<{ folded: number }>('fold-entry-deltas', 'select fold_entry_deltas($1) as folded', [
    most,
  ])
  return row?.folded ?? 0
}

/** How many deltas wait to be added; `mostWaiting` stands for more. */
export async function countWaiting(): Promise<number> {
  const [row] = await upkeepSql<{ waiting: number }>(
    'count-entry-deltas',
    `select count(*)::int as waiting from (select from entry_delta limit ${mostWaiting}) d`,
    [],
  )
  return row?.waiting ?? 0
}

/** True when some project has no sums yet. Relies on project's and entry_summed's primary keys. */
export async function isSomeUnsummed(): Promise<boolean> {
  const [row] = await upkeepSql<{ unsummed: boolean }>(
    'find-unsummed',
    `select exists (select from project p
                    where not exists (select from entry_summed y where y.project_id = p.project_id)) as unsummed`,
    [],
  )
  return row?.unsummed === true
}
