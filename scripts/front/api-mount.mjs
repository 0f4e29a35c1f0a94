import { ServerResponse, STATUS_CODES } from 'node:http'
import { addRoute, createRouter, findRoute } from 'rou3'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { bytesOf, streamOf } from './request-body.mjs'
import { dataHeaderPairs, dataHeaders } from './security-headers.mjs'
import { noteReader } from './unsent.mjs'

// As the application has noted it (lib/http/reader.ts).
const reader = Symbol.for('baycall.reader')

/**
 * The handlers of one address, as its `route.ts` exports them.
 * @typedef {Record<string, (request: Request, context: { params: Record<string, string> }) => Promise<Response>>} Handlers
 * @typedef {{ pattern: string, handlers: Handlers }} Route
 */

/**
 * The API in front of Next: the same handlers at the same addresses, without the page framework's share of each call.
 * @param {Route[]} routes
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => boolean}
 *   whether it took the request; what it leaves is Next's
 */
export function mountApi(routes) {
  /** @type {import('rou3').RouterContext<Handlers>} */
  const router = createRouter()
  for (const { pattern, handlers } of routes) addRoute(router, '', pattern, handlers)
  return (request, response) => {
    const url = request.url ?? ''
    const path = apiPathOf(url)
    if (path === null) return meansApi(url) && sendOn(request, response)
    const found = findRoute(router, '', isOfNone(request.method, path) ? nowhere : path)
    const handle = found?.data[request.method ?? '']
    if (!found || !handle) return false
    const params = Object.entries(found.params ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])
    void answer(handle, request, response, Object.fromEntries(params))
    return true
  }
}

const nowhere = '/api/-'

/**
 * Who means to remove one thing, and names none at the address' end, must not remove them all.
 * @param {string | undefined} method
 * @param {string} path
 */
function isOfNone(method, path) {
  return method === 'DELETE' && path.endsWith('/')
}

/**
 * Sends who asks for `//api/orders`, as a base address with a stroke at its end has it, on to the one that they mean, with method
 * and body. As Next does, of which each costs as much as a page and has no turn.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function sendOn(request, response) {
  const [told = '', ...query] = (request.url ?? '').split('?')
  const location = [told.replace(/[\\/]+/g, '/'), ...query].join('?')
  response.writeHead(308, { location, 'cache-control': 'no-store', 'content-length': '0', ...dataHeaders(request) })
  response.end()
  return true
}

/**
 * Whether an address is one of the API's once it is put in order.
 * @param {string} url
 */
export function meansApi(url) {
  const { pathname } = new URL(`http://here${url}`)
  return /^\/+(api|orders|prod1)(\/|$)/.test(pathname)
}

/**
 * Where under `/api` a request goes, the bare paths of the specification included (next.config.js); null for pages, and
 * for addresses whose strokes have to be put in order first.
 * @param {string} url
 */
function apiPathOf(url) {
  const told = url.split('?', 1)[0] ?? ''
  if (/\/\/|\\/.test(told)) return null
  const path = /\/(\.|%2e){1,2}(\/|$)/i.test(told) ? new URL(`http://here${told}`).pathname : told
  if (/^\/api(\/|$)/.test(path)) return path
  return /^\/(orders|prod1)(\/|$)/.test(path) ? `/api${path}` : null
}

/**
 * @param {Handlers[string]} handle
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {Record<string, string>} params
 */
async function answer(handle, request, response, params) {
  const asked = new NodeRequest({ req: request, res: response })
  // Fetch's answers have no words for their status; people in a terminal read HTTP's own.
  const writeHead = /** @type {(...head: unknown[]) => any} */ (ServerResponse.prototype.writeHead)
  response.writeHead = (/** @type {any[]} */ ...[status, reason, headers]) =>
    writeHead.call(response, status, reason || STATUS_CODES[status], headers.concat(dataHeaderPairs(request)))
  if (request.httpVersion === '1.0') response.destroy = (error) => breakOff(response, error)
  // The body in one piece without a stream in between.
  asked.arrayBuffer = () => /** @type {Promise<any>} */ (bytesOf(request))
  /** @type {ReturnType<typeof streamOf> | undefined} */
  let body
  Object.defineProperty(asked, 'body', {
    get() {
      body ??= streamOf(request)
      return body
    },
  })
  try {
    const answered = await handle(asked, { params })
    noteReader(response, Reflect.get(asked, reader))
    await sendNodeResponse(response, answered)
  } catch (error) {
    // A handler of defineRoute's never throws: this is the way to the client, which is gone.
    response.destroy(error instanceof Error ? error : undefined)
  }
}

/**
 * Ends an answer of HTTP/1.0 that is not whole. It has no chunks, and where it has no length either its end is that of the
 * connection: one that is reset is none, and a proxy in front makes nothing whole of it.
 * @param {import('node:http').ServerResponse} response
 * @param {Error} [error]
 */
function breakOff(response, error) {
  if (response.headersSent && !response.writableEnded) response.socket?.resetAndDestroy()
  return ServerResponse.prototype.destroy.call(response, error)
}
