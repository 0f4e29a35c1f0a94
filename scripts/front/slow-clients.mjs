const headersMs = 20_000
const mostBodyMs = 30_000
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
  server.setTimeout(silenceMs)
  server.on('request', (request, response) => {
    if (/^application\/x-ndjson\b/i.test(request.headers['content-type'] ?? '')) return
    const timer = setTimeout(() => {
      if (request.complete) return
      if (!response.headersSent) request.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
      request.socket.destroySoon()
    }, bodyMs)
    response.once('close', () => clearTimeout(timer))
  })
}
