import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { staticFolder } from '../setup/compress-static.mjs'
import { dataHeaders } from './security-headers.mjs'
import { noteReader } from './unsent.mjs'

const address = '/_next/static/'

// Others are Next's to answer.
const types = new Map([
  ['.js', 'application/javascript; charset=UTF-8'],
  ['.css', 'text/css; charset=UTF-8'],
  ['.json', 'application/json; charset=UTF-8'],
  ['.woff2', 'font/woff2'],
])

/** In the order in which they are preferred. */
const codings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
]

/** @typedef {{ plain: Buffer, type: string, coded: { name: string, body: Buffer }[] }} StaticFile */

/** @returns {Map<string, StaticFile>} by their addresses */
function readStatic() {
  const names = new Set(readdirSync(staticFolder, { recursive: true, encoding: 'utf8' }))
  /** @type {Map<string, StaticFile>} */
  const files = new Map()
  for (const name of names) {
    const type = types.get(path.extname(name))
    if (!type) continue
    const bodyOf = (/** @type {string} */ suffix) => readFileSync(path.join(staticFolder, `${name}${suffix}`))
    const coded = codings
      .filter(({ suffix }) => names.has(`${name}${suffix}`))
      .map((coding) => ({ name: coding.name, body: bodyOf(coding.suffix) }))
    files.set(address + name.split(path.sep).join('/'), { plain: bodyOf(''), type, coded })
  }
  return files
}

/**
 * Whether a client takes a coding, by its accept-encoding.
 * @param {string} accepted
 * @param {string} name
 */
export function takes(accepted, name) {
  return accepted.split(',').some((one) => {
    const [coding, ...params] = one.split(';').map((part) => part.trim().toLowerCase())
    return coding === name && !params.some((param) => /^q=0(\.0*)?$/.test(param))
  })
}

/**
 * Answers requests, which read, for what Next has built for browsers, from memory (3 MB) and compressed at the build; Next would read
 * and compress it anew for each who asks. Of what is not there the answer is false: Next says so.
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => boolean}
 */
export function mountStatic() {
  const files = readStatic()
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const file = files.get(path)
    if (!file) return false
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const coded = file.coded.find(({ name }) => takes(accepted, name))
    const body = coded?.body ?? file.plain
    noteReader(response, null)
    response.writeHead(200, {
      ...dataHeaders(request),
      'content-type': file.type,
      'content-length': body.length,
      ...(coded && { 'content-encoding': coded.name }),
      vary: 'Accept-Encoding',
      // Another content has another address.
      'cache-control': 'public, max-age=31536000, immutable',
    })
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}
