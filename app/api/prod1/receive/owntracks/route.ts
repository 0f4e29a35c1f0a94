import { defineRoute, routeTable } from '@/lib/http/define-route'
import { whileHeld } from '@/lib/http/held-bodies'
import { bodyLimitBytes, type Hold, readJson } from '@/lib/http/json-body'
import { OwnTracksAnswer, OwnTracksHeaders, OwnTracksMessage, OwnTracksQuery } from '@/lib/receivers/schema'
import { receiveOwnTracks } from '@/lib/receivers/service'

const receive = defineRoute(
  {
    auth: 'receiverKey',
    summary: 'Receive from OwnTracks',
    description:
      'For the apps’ HTTP mode, whose password is the key. A transition with event enter becomes an entry, known again by who, where and when; other messages and empty ones are ignored. Answers an empty list, as the apps expect: they keep nothing that was answered.',
    query: OwnTracksQuery,
    headers: OwnTracksHeaders,
    streamedBody: { 'application/json': OwnTracksMessage },
    response: OwnTracksAnswer,
  },
  async ({ caller: sender, query, headers, request, requestId, whoIsHere }) => {
    const read = (hold?: Hold) => readJson(request, bodyLimitBytes, { hold, mayBeEmpty: true })
    const message = await whileHeld(sender, request, read)
    const { caller, now } = await whoIsHere()
    // Of a friend that was deleted the apps send nothing at all.
    if (message === undefined) return []
    const phone = { user: headers['x-limit-u'] ?? query.u, device: headers['x-limit-d'] ?? query.d }
    await receiveOwnTracks(
      { caller, whoIsHere },
      message,
      { ...phone, destinationId: query.destinationId, requestId },
      now,
    )
    return []
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: receive })
