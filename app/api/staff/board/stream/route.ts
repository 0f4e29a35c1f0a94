import { BoardMessage, BoardStreamHeaders, BoardStreamQuery, Heartbeat, SettingsMessage } from '@/lib/board/schema'
import { streamBoard } from '@/lib/board/service'
import { ElsewhereMessage } from '@/lib/escalations/schema'
import { defineRoute, routeTable } from '@/lib/http/define-route'
import { eventStream } from '@/lib/http/event-stream'
import { renewedTabletCookie } from '@/lib/tablets/service'

const stream = defineRoute(
  {
    auth: 'staff',
    tablets: true,
    summary: "Stream a store's board",
    description:
      'Server-sent events: `orders` (a BoardMessage), `settings` at the beginning and when they change, `elsewhere` when another store rings, `heartbeat` every 5 s, `reset` when the gap is too wide to stream. ' +
      'Resumes behind `last-event-id`, else behind `after`. Of more than 20 streams of one session or tablet, or 500 of one account, the eldest ends. One that is read with an access token ends with that: come again with the next.',
    query: BoardStreamQuery,
    headers: BoardStreamHeaders,
    alsoAnswers: ['text/event-stream'],
    events: { orders: BoardMessage, settings: SettingsMessage, elsewhere: ElsewhereMessage, heartbeat: Heartbeat },
    refusals: ['store_not_found'],
  },
  async ({ caller, query, headers, request }) => {
    const after = headers['last-event-id'] ?? query.after
    const stream = eventStream(request, caller, await streamBoard(caller, query, after, query.maskedBy))
    for (const cookie of renewedTabletCookie(caller, request)) stream.headers.append('set-cookie', cookie)
    return stream
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: stream })
