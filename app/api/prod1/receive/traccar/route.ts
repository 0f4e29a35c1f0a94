import { defineRoute, routeTable } from '@/lib/http/define-route'
import { whileHeld } from '@/lib/http/held-bodies'
import { bodyLimitBytes, readJson } from '@/lib/http/json-body'
import { ReceiverAnswer, ReceiverQuery, TraccarEvent } from '@/lib/receivers/schema'
import { receiveTraccar } from '@/lib/receivers/service'

const receive = defineRoute(
  {
    auth: 'receiverKey',
    summary: 'Receive from Traccar',
    description:
      'For event.forward.url, with event.forward.header `x-service-api-key: sk_…`. A geofenceEnter becomes an entry, known again by its id and time; other events are ignored.',
    query: ReceiverQuery,
    streamedBody: { 'application/json': TraccarEvent },
    response: ReceiverAnswer,
  },
  async ({ caller: sender, query, request, whoIsHere }) => {
    const event = await whileHeld(sender, request, (hold) => readJson(request, bodyLimitBytes, { hold }))
    const { caller, now } = await whoIsHere()
    return receiveTraccar({ caller, whoIsHere }, event, query, now)
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: receive })
