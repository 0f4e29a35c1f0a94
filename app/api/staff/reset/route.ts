import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { Reset } from '@/lib/reset/schema'
import { resetPassword } from '@/lib/reset/service'

const reset = defineRoute(
  {
    auth: 'none',
    summary: 'Choose a new password by a link',
    description: 'Ends all sessions of the account. Its second step stays.',
    body: Reset,
    answerHeaders: ['Set-Cookie'],
    refusals: ['link_invalid', 'origin_refused', 'too_many_requests'],
  },
  async ({ body, request, now }) => new Answer(undefined, { cookies: await resetPassword(body, request, now) }),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: reset })
