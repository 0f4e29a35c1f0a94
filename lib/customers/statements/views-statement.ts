import { isMore, type Page, type PageRead, paged, pages } from '@/lib/customers/statements/pages-statement'
import { bulkSql } from '@/lib/db'

/** A saved view as it is kept. */
export type ViewRow = {
  userId: string
  viewId: string
  name: string
  filters: Record<string, unknown>
  createdAt: string
}

type ViewKey = [userId: string, viewId: string]

/** All saved views of a project, by their primary key. */
export function scanViews(projectId: string): AsyncGenerator<PageRead<ViewRow, ViewKey>> {
  return pages(async (after: ViewKey | null, { rows, suffix }) => {
    const [row] = await bulkSql<Page<ViewRow, ViewKey>>(
      `scan-views${suffix}`,
      `${paged(
        `select v.user_id, v.view_id, v.name, v.filters, v.created_at from saved_view v
         where v.project_id = $1 and (v.user_id, v.view_id) > ($2, $3::uuid)`,
        'user_id, view_id',
        rows,
        'filters',
      )}
       select case when ${isMore(rows)} then (
           select jsonb_build_array(user_id, view_id) from page order by user_id desc, view_id desc limit 1) end as at,
         coalesce((select jsonb_agg(jsonb_build_object('userId', p.user_id, 'viewId', p.view_id, 'name', p.name,
             'filters', p.filters, 'createdAt', p.created_at) order by p.user_id, p.view_id) from page p), '[]') as found`,
      [projectId, after?.[0] ?? '', after?.[1] ?? '00000000-0000-0000-0000-000000000000'],
    )
    return row ?? { found: [], at: null }
  })
}

const given = `jsonb_to_recordset($2::jsonb) as g ("userId" text, "viewId" uuid, name text, filters jsonb)`
const isGiven = `v.project_id = $1 and v.user_id = g."userId" and v.view_id = g."viewId"`

/** Some views go; one that has been given other filters meanwhile stays. How many went. */
export async function removeViews(projectId: string, views: ViewRow[]): Promise<number> {
  const rows = await bulkSql(
    'remove-views',
    `delete from saved_view v using ${given} where ${isGiven} and v.filters = g.filters returning v.view_id`,
    [projectId, JSON.stringify(views)],
  )
  return rows.length
}

/** Some views lose their names, but for what has been renamed meanwhile: how many. None is like another one's. */
export async function emptyViewNames(projectId: string, views: ViewRow[]): Promise<number> {
  const rows = await bulkSql(
    'empty-view-names',
    `update saved_view v set name = '', name_key = v.view_id::text from ${given}
     where ${isGiven} and v.name = g.name returning v.view_id`,
    [projectId, JSON.stringify(views)],
  )
  return rows.length
}
