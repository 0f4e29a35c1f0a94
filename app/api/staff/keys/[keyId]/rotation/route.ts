import { defineRoute, routeTable } from '@/lib/http/define-route'
import { KeyPath, KeyRotation, MadeKey } from '@/lib/keys/schema'
import { rotateKey } from '@/lib/keys/service'

const rotate = defineRoute(
  {
    auth: 'staff',
    summary: 'Rotate an API key',
    description:
      'For owners. Makes a new key with the same name, stores and kind and as long a life, told this once; the old one works until the overlap is over, so that whoever uses it can change over without a gap. A key is rotated once: the next time, its successor. While both work both count among the 200 that may; without an overlap a key can always be rotated.',
    params: KeyPath,
    body: KeyRotation,
    response: MadeKey,
    status: 201,
    refusals: [
      'origin_refused',
      'project_not_found',
      'right_missing',
      'key_not_found',
      'key_not_in_force',
      'keys_full',
    ],
  },
  ({ caller, params, body, request, now }) => rotateKey(caller, { ...body, ...params }, request, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: rotate })
