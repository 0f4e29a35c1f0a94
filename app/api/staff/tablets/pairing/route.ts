import { defineRoute, routeTable } from '@/lib/http/define-route'
import { PairingDenial, PairingQuestion, WaitingTablet } from '@/lib/tablets/schema'
import { denyTablet, lookAtWaiting } from '@/lib/tablets/service'

const look = defineRoute(
  {
    auth: 'staff',
    summary: 'Look at the tablet that shows a code',
    description: 'What somebody is about to admit. Codes that are tried are counted.',
    body: PairingQuestion,
    response: WaitingTablet,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'pairing_not_found', 'too_many_requests'],
  },
  ({ caller, body, request, now }) => lookAtWaiting(caller, body, request, now),
)

const deny = defineRoute(
  {
    auth: 'staff',
    summary: 'Refuse the tablet that shows a code',
    query: PairingDenial,
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'pairing_not_found', 'too_many_requests'],
  },
  async ({ caller, query, request, now }) => {
    await denyTablet(caller, query, request, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: look, DELETE: deny })
