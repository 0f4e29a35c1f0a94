import { PasswordProof } from '@/lib/account/schema'
import { defineRoute, routeTable } from '@/lib/http/define-route'
import { PasskeyOptions } from '@/lib/passkeys/schema'
import { offerPasskey } from '@/lib/passkeys/service'

const offer = defineRoute(
  {
    auth: 'staff',
    summary: 'Begin to add a passkey',
    description: 'What a browser makes it with (navigator.credentials.create).',
    body: PasswordProof,
    response: PasskeyOptions,
    status: 201,
    refusals: ['origin_refused', 'too_many_requests', 'passkeys_full'],
  },
  ({ caller, body, request, now }) => offerPasskey(caller, body.password, request, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: offer })
