import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'

/**
 * What is refused before the application sees it, in the one form that the application refuses in (lib/http/problem.ts,
 * whose codes these are).
 */
const refusals = {
  request_malformed: {
    status: 400,
    title: 'The request is not valid',
    detail: 'The request is not HTTP, or its address is not percent-encoded UTF-8. Encode what stands in the path.',
  },
  request_too_slow: {
    status: 408,
    title: 'The request took too long',
    detail: 'Send the whole request without pause.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    detail: 'Address and headers together have at most 16 KiB. Send less of them.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong here',
    detail: 'The server could not answer: its log says why.',
  },
  unavailable: {
    status: 503,
    title: 'Not available right now',
    detail: 'The server is restarting: try again in a moment.',
  },
}

/** @typedef {keyof typeof refusals} Code */

/** @param {Code} code */
function problemOf(code) {
  const requestId = randomUUID()
  const { status } = refusals[code]
  const body = JSON.stringify({ type: `/docs#${code}`, ...refusals[code], code, requestId })
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      ...(status === 503 && { 'retry-after': '1' }),
    },
    body,
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {Code} code
 */
export function refuse(response, code) {
  const { status, headers, body } = problemOf(code)
  response.writeHead(status, headers)
  response.end(body)
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

/** @type {Record<string, Code>} */
const codesOfErrors = { HPE_HEADER_OVERFLOW: 'headers_too_large', ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow' }

/**
 * Answers what never became a request.
 * @param {import('node:http').Server} server
 */
export function answerUnreadable(server) {
  server.on('clientError', (/** @type {NodeJS.ErrnoException} */ error, socket) => {
    // Gone already, or in the middle of an answer: there is nobody to tell.
    if (!socket.writable || error.code === 'ECONNRESET' || Reflect.get(socket, '_httpMessage')?.headersSent) {
      socket.destroy()
      return
    }
    const { status, headers, body } = problemOf(codesOfErrors[error.code ?? ''] ?? 'request_malformed')
    const lines = Object.entries(headers)
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`)
  })
}
