import { PasswordProof, RecoveryCodes } from '@/lib/account/schema'
import { renewRecoveryCodes } from '@/lib/account/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const renew = defineRoute(
  {
    auth: 'staff',
    summary: 'Make new recovery codes',
    description: 'Answers them, this once. Those before are worth nothing any more.',
    body: PasswordProof,
    response: RecoveryCodes,
    status: 201,
    refusals: ['origin_refused', 'second_step_off', 'too_many_requests'],
  },
  ({ caller, body, request, now }) => renewRecoveryCodes(caller, body.password, request, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: renew })
