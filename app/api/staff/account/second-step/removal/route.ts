import { PasswordProof } from '@/lib/account/schema'
import { turnOffSecondStep } from '@/lib/account/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const turnOff = defineRoute(
  {
    auth: 'staff',
    summary: 'Remove the second step',
    body: PasswordProof,
    refusals: ['origin_refused', 'too_many_requests'],
  },
  async ({ caller, body, request, now }) => {
    await turnOffSecondStep(caller, body.password, request, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: turnOff })
