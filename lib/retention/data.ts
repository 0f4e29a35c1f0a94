import { upkeepSql } from '@/lib/db'

type Kept = { project_id: string; months: number | null }

/** Every project, and how many months it keeps its entries; null: as the product does. */
export function listKeptMonths(): Promise<Kept[]> {
  return upkeepSql<Kept>(
    'list-kept-months',
    `select project_id, (settings ->> 'entryMonths')::int as months from project order by project_id`,
    [],
  )
}

/**
 * Deletes some of a project's entries from before a moment, the oldest first: how many. What another server is deleting
 * is left to it. Relies on entry_by_creation; the roll-ups follow by themselves.
 */
export async function deleteEntriesBefore(projectId: string, before: Date, most: number): Promise<number> {
  const [row] = await upkeepSql<{ deleted: number }>(
    'delete-old-entries',
    `with old as materialized (
       select e.project_id, e.entry_id from entry e
       where e.project_id = $1 and e.creation_time < $2
       order by e.creation_time, e.sequence limit $3 for update skip locked
     ), gone as (
       delete from entry e using old o where e.project_id = o.project_id and e.entry_id = o.entry_id returning 1
     )
     select count(*)::int as deleted from gone`,
    [projectId, before, most],
  )
  return row?.deleted ?? 0
}
