import { defineRoute, routeTable } from '@/lib/http/define-route'
import { Tablet, TabletPatch, TabletPath, TabletsQuery } from '@/lib/tablets/schema'
import { renameTablet, revokeTablet } from '@/lib/tablets/service'

const rename = defineRoute(
  {
    auth: 'staff',
    summary: 'Rename a tablet',
    params: TabletPath,
    query: TabletsQuery,
    body: TabletPatch,
    response: Tablet,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'tablet_not_found'],
  },
  ({ caller, params, query, body, request, now }) =>
    renameTablet(caller, { ...params, ...query }, body.name, { request, now }),
)

const revoke = defineRoute(
  {
    auth: 'staff',
    summary: 'Revoke a tablet',
    description: 'In effect everywhere within 5 s: its open board ends.',
    params: TabletPath,
    query: TabletsQuery,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'tablet_not_found'],
  },
  async ({ caller, params, query, request, now }) => {
    await revokeTablet(caller, { ...params, ...query }, { request, now })
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ PATCH: rename, DELETE: revoke })
