import { AccessTokens, RefreshRequest } from '@/lib/auth/schema'
import { refreshSession } from '@/lib/auth/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const refresh = defineRoute(
  {
    auth: 'none',
    summary: 'Refresh a session',
    body: RefreshRequest,
    response: AccessTokens,
    status: 201,
    refusals: [401],
  },
  ({ body, now }) => refreshSession(body.refreshToken, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: refresh })
