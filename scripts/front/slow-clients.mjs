import { textOf } from './front-door.mjs'
import { refuseBody } from './request-body.mjs'
import { cutOff, underwayOf } from './underway.mjs'

const headersMs = 20_000
const mostBodyMs = 30_000
// Rather a connection that is made anew than one held by a body that nobody reads.
const lingerMs = 1_000
// The one address that takes lines without end.
const streams = /^(\/api)?\/prod1\/entry\/?(\?|$)/
const silenceMs = 120_000
// Longer than the usual 60 s of a load balancer in front: it closes first, and never sends into a closed connection.
const keepAliveMs = 65_000

/**
 * A client may be slow, but not hold a connection for ever. What streams (NDJSON in, events out) may take as long as it
 * likes while something moves; any other body has half a minute.
 * @param {import('node:http').Server} server
 * @param {number} [bodyMs]
 */
export function boundSlowClients(server, bodyMs = mostBodyMs) {
  server.headersTimeout = headersMs
  server.requestTimeout = 0
  server.keepAliveTimeout = keepAliveMs
  const underway = underwayOf(server)
  server.setTimeout(silenceMs, (socket) => cutOff(underway, socket))
  server.on('request', (request, response) => {
    const { socket } = request
    response.once('finish', () => {
      if (!request.complete) setTimeout(() => request.complete || socket.destroySoon(), lingerMs).unref()
    })
    if (streams.test(request.url ?? '') && /^application\/x-ndjson\b/i.test(request.headers['content-type'] ?? ''))
      return
    const timer = setTimeout(() => {
      if (request.complete || socket.destroyed) return
      refuseBody(request)
      // It has a socket when its turn has come: before, this would be read as part of another answer.
      if (response.socket && !response.headersSent) socket.write(textOf('request_too_slow'))
      socket.destroySoon()
    }, bodyMs).unref()
    // The rest of its body may still be coming when its answer is out.
    for (const one of [request, response]) one.once('close', () => request.complete && clearTimeout(timer))
  })
}
