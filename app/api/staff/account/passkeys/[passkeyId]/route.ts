import { defineRoute, routeTable } from '@/lib/http/define-route'
import { PasskeyPath } from '@/lib/passkeys/schema'
import { removePasskey } from '@/lib/passkeys/service'

const remove = defineRoute(
  {
    auth: 'staff',
    summary: 'Remove a passkey',
    description: 'The other sessions that it has opened end.',
    params: PasskeyPath,
    refusals: ['origin_refused', 'passkey_not_found'],
  },
  async ({ caller, params, request, now }) => {
    await removePasskey(caller, params.passkeyId, request, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ DELETE: remove })
