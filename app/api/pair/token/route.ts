import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { PairedTablet, PairingTokenRequest } from '@/lib/tablets/schema'
import { fetchCredential } from '@/lib/tablets/service'

const fetchOnce = defineRoute(
  {
    auth: 'none',
    summary: 'Ask whether a tablet was admitted',
    description: 'RFC 8628 (3.4): asked once in an `interval` until the answer is one. The credential is the cookie.',
    body: PairingTokenRequest,
    response: PairedTablet,
    answerHeaders: ['Set-Cookie'],
    refusals: [
      'authorization_pending',
      'slow_down',
      'expired_token',
      'access_denied',
      'invalid_grant',
      'origin_refused',
      'too_many_requests',
    ],
  },
  async ({ body, request, now }) => {
    const { tablet, cookies } = await fetchCredential(body, request, now)
    return new Answer(tablet, { cookies })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: fetchOnce })
