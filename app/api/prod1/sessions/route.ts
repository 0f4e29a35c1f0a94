import { AccessTokens, Credentials } from '@/lib/auth/schema'
import { openSession } from '@/lib/auth/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const open = defineRoute(
  { auth: 'none', summary: 'Open a session', body: Credentials, response: AccessTokens, status: 201, refusals: [401] },
  ({ body, request, now }) => openSession(body, request.headers, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: open })
