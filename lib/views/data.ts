import { sql } from '@/lib/db'
import { type By, stillGivingRow } from '@/lib/people/still-statement'
import { viewNameKey } from '@/lib/views/model'
import { type SavedView, ViewFilters } from '@/lib/views/schema'

/** Whose view, and where. */
export type ViewOwner = { projectId: string; userId: string }

type ViewRow = { view_id: string; name: string; filters: unknown; created_at: Date }

const columns = 'view_id, name, filters, created_at'

function viewOf({ view_id: viewId, name, filters, created_at: createdAt }: ViewRow): SavedView {
  return { viewId, name, filters: ViewFilters.parse(filters), createdAt }
}

/** A person's views by name. Relies on saved_view's primary key. */
export async function listViews({ projectId, userId }: ViewOwner): Promise<SavedView[]> {
  const rows = await sql<ViewRow>(
    'list-views',
    `select ${columns} from saved_view where project_id = $1 and user_id = $2 order by name_key, view_id`,
    [projectId, userId],
  )
  return rows.map(viewOf)
}

/** Whose view it is, as they were when it was decided that they may have it. */
export type ViewChange = ViewOwner & { by: By; now: Date }

type NewRow = { viewId: string; name: string; filters: ViewFilters; most: number }

/**
 * A new view; null where its name is taken or there are `most` already, also when several come at once (see the migration), and
 * where who asks is not what they were any more.
 */
export async function insertView({ by, now, ...owner }: ViewChange, view: NewRow): Promise<SavedView | null> {
  const { viewId, name, filters, most } = view
  const [row] = await sql<ViewRow>(
    'insert-view',
    `with living as (${stillGivingRow({ project: '$1', now: '$8', by: '$9' })}),
       place as (select $1::uuid as project_id where exists (select from living))
     select ${columns} from place, lateral save_view(place.project_id, $2, $3, $4, $5, $6, $7, $8)`,
    [
      owner.projectId,
      owner.userId,
      viewId,
      name,
      viewNameKey(name),
      JSON.stringify(filters),
      most,
      now,
      JSON.stringify(by),
    ],
  )
  return row ? viewOf(row) : null
}

// Another that took the name at the same moment is seen by saved_view_by_name alone.
function noneWhereTaken(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === '23505') return []
  throw error
}

type Change = { viewId: string; name?: string; filters?: ViewFilters }

/**
 * Changes what is given; null where there is no such view, or another has the name, or who asks is not what they were. Relies on
 * the primary key.
 */
export async function updateView(owner: ViewChange, { viewId, name, filters }: Change): Promise<SavedView | null> {
  const changing = sql<ViewRow>(
    'update-view',
    `with living as (${stillGivingRow({ project: '$1', now: '$7', by: '$8' })})
     update saved_view v
     set name = coalesce($4, v.name), name_key = coalesce($5, v.name_key), filters = coalesce($6::jsonb, v.filters)
     where exists (select from living) and v.project_id = $1 and v.user_id = $2 and v.view_id = $3
       and not exists (
         select from saved_view o
         where o.project_id = $1 and o.user_id = $2 and o.name_key = $5 and o.view_id <> $3)
     returning ${columns}`,
    [
      owner.projectId,
      owner.userId,
      viewId,
      name ?? null,
      name === undefined ? null : viewNameKey(name),
      filters === undefined ? null : JSON.stringify(filters),
      owner.now,
      JSON.stringify(owner.by),
    ],
  )
  const [row] = await changing.catch(noneWhereTaken)
  return row ? viewOf(row) : null
}

/** False where there was no such view, or who asks is not what they were. */
export async function deleteView({ projectId, userId, by, now }: ViewChange, viewId: string): Promise<boolean> {
  const rows = await sql(
    'delete-view',
    `with living as (${stillGivingRow({ project: '$1', now: '$4', by: '$5' })})
     delete from saved_view
     where exists (select from living) and project_id = $1 and user_id = $2 and view_id = $3 returning view_id`,
    [projectId, userId, viewId, now, JSON.stringify(by)],
  )
  return rows.length > 0
}
