import { defineRoute, routeTable } from '@/lib/http/define-route'
import { NewPasskey } from '@/lib/passkeys/schema'
import { addPasskey, removePasskeys } from '@/lib/passkeys/service'

const add = defineRoute(
  {
    auth: 'staff',
    summary: 'Add a passkey',
    description: 'One that the browser has made within five minutes, with a finger, a face or a PIN.',
    body: NewPasskey,
    refusals: ['origin_refused'],
  },
  async ({ caller, body, request, now }) => {
    await addPasskey(caller, body, request, now)
    return undefined
  },
)

const removeAll = defineRoute(
  {
    auth: 'staff',
    summary: 'Remove all passkeys',
    description: 'Also those that were added meanwhile. The other sessions that any of them has opened end.',
    refusals: ['origin_refused', 'too_many_requests'],
  },
  async ({ caller, request, now }) => {
    await removePasskeys(caller, request, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: add, DELETE: removeAll })
