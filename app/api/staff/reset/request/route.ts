import { defineRoute, routeTable } from '@/lib/http/define-route'
import { ResetRequest } from '@/lib/reset/schema'
import { requestReset } from '@/lib/reset/service'

const ask = defineRoute(
  {
    auth: 'none',
    summary: 'Have a link for a new password mailed',
    description: 'Answers the same for every address, and mails to those that have an account.',
    body: ResetRequest,
    refusals: ['origin_refused', 'too_many_requests'],
  },
  async ({ body, request, now }) => {
    await requestReset(body.email, request, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: ask })
