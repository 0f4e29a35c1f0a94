import { Heartbeat } from '@/lib/board/schema'
import { defineRoute, routeTable } from '@/lib/http/define-route'
import { eventStream } from '@/lib/http/event-stream'
import { StoresMessage } from '@/lib/stores/schema'
import { streamStores } from '@/lib/stores/service'

const stream = defineRoute(
  {
    auth: 'staff',
    tablets: true,
    summary: 'Stream all stores',
    description:
      'Server-sent events: `stores`, all of them at first and then those that have changed, within seconds; `heartbeat` every 5 s. One that is read with an access token ends with that: come again with the next.',
    alsoAnswers: ['text/event-stream'],
    events: { stores: StoresMessage, heartbeat: Heartbeat },
  },
  ({ caller, request }) => eventStream(request, caller, streamStores(caller)),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: stream })
