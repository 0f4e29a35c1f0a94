import { Board, BoardQuery } from '@/lib/board/schema'
import { getBoardText } from '@/lib/board/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const get = defineRoute(
  {
    auth: 'staff',
    tablets: true,
    summary: "Get a store's board",
    query: BoardQuery,
    response: Board,
    refusals: ['store_not_found'],
  },
  async ({ caller, query, now }) =>
    new Response(await getBoardText(caller, query, now), { headers: { 'content-type': 'application/json' } }),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get })
