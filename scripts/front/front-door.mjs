import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import routerState from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
import { meansApi } from './api-mount.mjs'
import { dataHeaders } from './security-headers.mjs'
import { underwayOf } from './underway.mjs'

/**
 * What is refused before the application sees it, in the one form that the application refuses in (lib/http/problem.ts,
 * whose codes these are).
 */
const refusals = {
  request_malformed: {
    status: 400,
    title: 'The request is not valid',
    detail:
      'The request is not HTTP/1, it has no header Host or more than one, its address is not percent-encoded UTF-8 (encode what stands in the path), it has a header of pages that no page sends or is of a page and has more than a hundred parameters, it is of HTTP/1.0 and has a Transfer-Encoding, or its body comes in very many very small pieces.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not answer this method.',
  },
  request_too_slow: {
    status: 408,
    title: 'The request took too long',
    detail: 'Send the whole request without pause.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    detail: 'Address and headers together have at most 16 KiB, in at most a hundred lines. Send less of them.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong here',
    detail: 'The server could not answer: its log says why.',
  },
  unavailable: {
    status: 503,
    title: 'Not available right now',
    detail: 'The server is restarting, or too many pages are asked for at once: try again in a moment.',
  },
}

/** @typedef {keyof typeof refusals} Code */

// Those that some address answers; of others Next makes an error.
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * @param {Code} code
 * @param {string[]} [allowed] methods
 */
function problemOf(code, allowed = methods) {
  const requestId = randomUUID()
  const { status } = refusals[code]
  const body = JSON.stringify({ type: `/docs#${code}`, ...refusals[code], code, requestId })
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...dataHeaders(),
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      ...(status === 405 && { allow: allowed.join(', ') }),
      ...(status === 503 && { 'retry-after': '1' }),
    },
    body,
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {Code} code
 * @param {string[]} [allowed] methods
 */
export function refuse(response, code, allowed) {
  const { status, headers, body } = problemOf(code, allowed)
  response.writeHead(status, { ...headers, ...dataHeaders(response.req) })
  response.end(body)
}

/**
 * A refusal as it goes over the wire, for where there is no response to write.
 * @param {Code} code
 */
export function textOf(code) {
  const { status, headers, body } = problemOf(code)
  const lines = Object.entries(headers)
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`
}

/**
 * Whether the application can read an address: Next answers 500 to percent signs that are no UTF-8.
 * @param {string} [url]
 */
export function isReadable(url = '') {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

// A page stands some ten layouts deep, each a list and an object, and Next takes a third of a second to read a state of a thousand.
const deepestState = 100
const longestState = 8_192

/** @param {string} state */
const isOfPages = (state) => state.length <= longestState && state.split(/[[{]|%[57]b/i).length <= deepestState

/**
 * Whether the headers by which pages ask for parts of pages are such as Next can read: of others it makes an error, and a
 * stack in the log. ("2" and "3" are for pages with cached components, and there are none.)
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
function asksAsPagesDo({ 'next-router-prefetch': prefetch = '1', 'next-router-state-tree': state }) {
  if (prefetch !== '1' || (state !== undefined && !isOfPages(String(state)))) return false
  try {
    routerState.parseAndValidateFlightRouterState(state)
    return true
  } catch {
    return false
  }
}

/**
 * Whether it is told once whom a request is for, as RFC 9112 (3.2) has it: of two, a proxy in front may have gone by the
 * other. HTTP/1.0 knows no such header.
 * @param {import('node:http').IncomingMessage} request
 */
function isForOneHost({ rawHeaders, httpVersion }) {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/**
 * Whether a body ends where everybody takes it to end, and is what it seems: a proxy in front that knows HTTP/1.0 alone knows
 * no chunks, and nobody here undoes another coding beneath them (RFC 9112, 6.1).
 * @param {import('node:http').IncomingMessage} request
 */
function endsForAll({ httpVersion, headers: { 'transfer-encoding': coding } }) {
  return coding === undefined || (httpVersion !== '1.0' && coding.trim().toLowerCase() === 'chunked')
}

/**
 * Whether a request expects nothing but to be told to go on, which Node does.
 * @param {import('node:http').IncomingMessage} request
 */
const expectsNothingElse = ({ headers: { expect } }) => expect === undefined || /\b100-continue\b/i.test(expect)

// Next's own page for when even the layout fails: to whoever asks for it, it is an error of ours that caches keep for a year.
const errorPage = /^\/+_global-error(?![^./])/
const noPage = '/_not-found'

/** @param {string} url that can be read */
const isErrorPage = (url) =>
  /global-error|%/.test(url) && errorPage.test(decodeURIComponent(new URL(`http://here${url}`).pathname))

// No page has more than some ten. Next takes a tenth of a second to read those that 16 KiB hold, many times over.
const mostParameters = 100

/**
 * Header lines that are read of a request; one with more is refused. Proxies and browsers send some twenty, and 16 KiB hold
 * thousands, which keep a process busy many times as long as anything else that is as short.
 */
export const mostHeaders = 100

/** @param {string} url that can be read */
const asksTooMuch = (url) => url.length > mostParameters && url.split('&').length > mostParameters && !meansApi(url)

/**
 * Why the application must not see a request; null where it may. Of an address in its absolute form only the path counts:
 * Next would send the client on to whatever server it names. The address of what is no page becomes that of none.
 * @param {import('node:http').IncomingMessage} request
 * @returns {Code | null}
 */
export function refusalOf(request) {
  if (request.rawHeaders.length > 2 * mostHeaders) return 'headers_too_large'
  if (!expectsNothingElse(request)) return 'request_malformed'
  if (!methods.includes(request.method ?? '')) return 'method_not_allowed'
  request.url = request.url?.replace(/^https?:\/\/[^/?#]*/i, '') ?? ''
  const isPath = request.url.startsWith('/') && isReadable(request.url)
  const isWell =
    isPath &&
    request.httpVersionMajor === 1 &&
    isForOneHost(request) &&
    endsForAll(request) &&
    asksAsPagesDo(request.headers)
  if (!isWell) return 'request_malformed'
  if (asksTooMuch(request.url)) return 'request_malformed'
  if (isErrorPage(request.url)) request.url = noPage
  return null
}

/** @type {Record<string, Code>} */
const codesOfErrors = { HPE_HEADER_OVERFLOW: 'headers_too_large', ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow' }

// As long as answers take, but for files and streams.
const longestAnswerMs = 5_000
// For whoever does not close their half.
const lingerMs = 1_000

/** @param {import('node:net').Socket} socket @returns {import('node:http').ServerResponse | undefined} */
const nextAnswer = (socket) => Reflect.get(socket, '_httpMessage')

/**
 * Says a refusal, and closes the connection: once what came whole before is answered. Behind such answers it is said to a
 * request of its own alone; else whoever sends the next one would read it as the answer to that.
 * @param {import('node:net').Socket} socket
 * @param {string} refusal
 */
function endBehind(socket, refusal, isFirst = true) {
  const next = nextAnswer(socket)
  if (next && (next.headersSent || next.req.complete)) next.once('close', () => endBehind(socket, refusal, false))
  else if (next || isFirst) socket.end(refusal)
  else socket.end()
}

/**
 * The same, and soon, whatever is still to be answered.
 * @param {import('node:stream').Duplex} duplex a socket
 * @param {string} refusal
 */
function endInTime(duplex, refusal) {
  const socket = /** @type {import('node:net').Socket} */ (duplex)
  const patience = setTimeout(() => socket.destroy(), longestAnswerMs).unref()
  socket.once('close', () => clearTimeout(patience))
  // Of one that asked for a proxy nobody else listens.
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => setTimeout(() => socket.destroy(), lingerMs).unref())
  endBehind(socket, refusal)
}

/**
 * Answers what never became a request: to be called before the server takes connections.
 * @param {import('node:http').Server} server
 */
export function answerUnreadable(server) {
  // What Node would refuse in a form of its own: a header Expect that asks for something else than 100-continue, which is a
  // request like any other (refusalOf), and a proxy.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_, duplex) => endInTime(duplex, textOf('method_not_allowed')))
  const underway = underwayOf(server)
  /** @type {WeakSet<import('node:stream').Duplex>} */
  const refused = new WeakSet()
  server.on('clientError', (/** @type {NodeJS.ErrnoException} */ error, duplex) => {
    // Whatever else comes of it was not understood either.
    if (refused.has(duplex)) return
    refused.add(duplex)
    if (!duplex.writable || error.code === 'ECONNRESET') {
      duplex.destroy()
      return
    }
    const socket = /** @type {import('node:net').Socket} */ (duplex)
    // Whoever gets the last answer is told that no further one comes.
    const last = [...(underway.get(socket) ?? [])].at(-1)
    if (last?.req.complete) last.shouldKeepAlive = false
    endInTime(socket, textOf(codesOfErrors[error.code ?? ''] ?? 'request_malformed'))
  })
}
