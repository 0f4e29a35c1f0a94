import { randomBytes, randomUUID } from 'node:crypto'
import { log } from '@/lib/log'
import { observeRequest } from '@/lib/watch/metrics'
import { logSeldom } from '@/lib/watch/seldom'
import { readTraceparent, type TracePlace, traceresponseOf } from '@/lib/watch/traceparent'
import { startRequestSpan } from '@/lib/watch/tracing'

// A request that takes longer is told of, unless it streams.
const slowMs = 1_000

/** What a route's declaration says that is of use here. */
export type WatchedRoute = { summary: string; streamedBody?: unknown; events?: unknown }

/** How a request is called in the log: by the caller's own id when it is fit for that, and by its trace. */
export type RequestIds = { requestId: string; traceId: string }

const held = globalThis as typeof globalThis & { baycallAddresses?: WeakMap<WatchedRoute, string> }

/** Tells under which address pattern a route is mounted, which it doesn't know itself: `/api/orders/{orderId}`. */
export function nameRoute(route: WatchedRoute, address: string): void {
  held.baycallAddresses ??= new WeakMap()
  held.baycallAddresses.set(route, address)
}

function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
}

function placeWithin(caller: TracePlace | null): TracePlace {
  const traceId = caller?.traceId ?? randomUUID().replaceAll('-', '')
  return { traceId, spanId: caller ? randomBytes(8).toString('hex') : '', isSampled: false }
}

function logAnswer(route: WatchedRoute, method: string, status: number, ids: RequestIds, milliseconds: number): void {
  const { summary } = route
  const ms = Math.round(milliseconds * 10) / 10
  const told = () => ({ ...ids, route: summary, method, status, ms })
  const isSlow = milliseconds > slowMs && !route.streamedBody && !route.events
  // Whoever asks for too much, or sends slowly, gets many of these: nothing is broken, or it is told beside.
  if (status === 503 || (isSlow && status < 500)) {
    logSeldom('warn', 'answered', `${summary} ${status === 503 ? status : 'slow'}`, told)
    return
  }
  const level = status >= 500 ? 'error' : 'debug'
  if (log.isLevelEnabled(level)) log[level](told(), 'answered')
}

/**
 * Sees a request from its beginning to its answer: counts and times it, traces it, and writes its line in the log.
 * A valid `traceparent` is answered by `traceresponse`. `answer` never throws.
 */
export async function watchRequest(
  route: WatchedRoute,
  request: Request,
  answer: (ids: RequestIds) => Promise<Response>,
): Promise<Response> {
  const started = performance.now()
  const traceparent = request.headers.get('traceparent')
  const caller = traceparent === null ? null : readTraceparent(traceparent)
  const { method } = request
  const span = startRequestSpan(method, held.baycallAddresses?.get(route) ?? route.summary, caller)
  const place = span?.place ?? placeWithin(caller)
  const ids = { requestId: requestIdOf(request), traceId: place.traceId }
  const response = await (span ? span.run(() => answer(ids)) : answer(ids))
  if (caller) response.headers.set('traceresponse', traceresponseOf(place))
  const milliseconds = performance.now() - started
  span?.end(response.status, ids.requestId)
  observeRequest(route.summary, method, response.status, milliseconds)
  logAnswer(route, method, response.status, ids, milliseconds)
  return response
}
