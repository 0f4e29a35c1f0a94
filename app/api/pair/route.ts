import { defineRoute, routeTable } from '@/lib/http/define-route'
import { PairingStart } from '@/lib/tablets/schema'
import { beginPairing } from '@/lib/tablets/service'

const begin = defineRoute(
  {
    auth: 'none',
    summary: 'Ask for a code to pair a tablet',
    description: 'Device authorization, RFC 8628 (3.1).',
    response: PairingStart,
    refusals: ['origin_refused', 'too_many_requests'],
  },
  ({ request, now }) => beginPairing(request, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: begin })
