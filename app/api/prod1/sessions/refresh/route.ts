import { AccessTokens, RefreshRequest } from '@/lib/auth/schema'
import { refreshSession } from '@/lib/auth/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const refresh = defineRoute(
  {
    auth: 'none',
    summary: 'Refresh a session',
    description: 'A new accessToken. A session that is not refreshed for 30 days ends.',
    body: RefreshRequest,
    response: AccessTokens,
    status: 201,
    refusals: ['credential_invalid'],
  },
  ({ body, now }) => refreshSession(body.refreshToken, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: refresh })
