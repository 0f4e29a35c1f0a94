import { AccessTokens, Credentials } from '@/lib/auth/schema'
import { openSession } from '@/lib/auth/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const open = defineRoute(
  {
    auth: 'none',
    summary: 'Open a session',
    description:
      'Signs a program in with a staff account. The accessToken is good for an hour. An account with a second step answers 401 second_step_required: send the same again with `code`.',
    body: Credentials,
    response: AccessTokens,
    status: 201,
    refusals: ['sign_in_failed', 'second_step_required', 'second_step_failed', 'too_many_requests'],
  },
  ({ body, request, now }) => openSession(body, request, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: open })
