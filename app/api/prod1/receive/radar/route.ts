import { defineRoute, routeTable } from '@/lib/http/define-route'
import { whileHeld } from '@/lib/http/held-bodies'
import { bodyLimitBytes, readJson } from '@/lib/http/json-body'
import { RadarWebhook, ReceiverAnswer, ReceiverQuery } from '@/lib/receivers/schema'
import { receiveRadar } from '@/lib/receivers/service'

const receive = defineRoute(
  {
    auth: 'receiverKey',
    summary: 'Receive from Radar',
    description:
      'For a webhook of Radar. A user.entered_geofence becomes an entry, known again by its _id; other events are ignored. Radar sets no header of yours: write the key into the webhook’s address, https://radar:sk_…@host/…, from where it goes as Basic authorization.',
    query: ReceiverQuery,
    streamedBody: { 'application/json': RadarWebhook },
    response: ReceiverAnswer,
  },
  async ({ caller: sender, query, request, whoIsHere }) => {
    const event = await whileHeld(sender, request, (hold) => readJson(request, bodyLimitBytes, { hold }))
    const { caller, now } = await whoIsHere()
    return receiveRadar({ caller, whoIsHere }, event, query, now)
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: receive })
