import { defineRoute, routeTable } from '@/lib/http/define-route'
import { PasskeyOptions } from '@/lib/passkeys/schema'
import { askForPasskey } from '@/lib/passkeys/service'

const ask = defineRoute(
  {
    auth: 'none',
    summary: 'Begin to sign in by a passkey',
    description: 'What a browser looks for one with (navigator.credentials.get).',
    response: PasskeyOptions,
    status: 201,
    refusals: ['origin_refused', 'too_many_requests'],
  },
  ({ request }) => askForPasskey(request),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: ask })
