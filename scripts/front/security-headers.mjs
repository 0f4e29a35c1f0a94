import { randomBytes } from 'node:crypto'

/**
 * What every answer tells a browser to refuse, in one place (docs/decisions/0022). What does not change from answer to
 * answer is made once.
 */

/** @typedef {import('node:http').IncomingMessage} Asked */
/** @typedef {Record<string, string>} Headers */

const always = {
  'x-content-type-options': 'nosniff',
  // Addresses may hold a token: no other site learns them.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const ofDocuments = {
  'cross-origin-opener-policy': 'same-origin',
  // Beside frame-ancestors, for browsers that do not know it.
  'x-frame-options': 'DENY',
  'permissions-policy': permissions(
    'autoplay clipboard-write fullscreen publickey-credentials-create publickey-credentials-get screen-wake-lock',
    'accelerometer camera display-capture encrypted-media geolocation gyroscope magnetometer microphone midi payment' +
      ' picture-in-picture sync-xhr usb xr-spatial-tracking',
  ),
}

/**
 * @param {string} used by our pages
 * @param {string} unused
 */
function permissions(used, unused) {
  const all = [...used.split(' ').map((name) => `${name}=(self)`), ...unused.split(' ').map((name) => `${name}=()`)]
  return all.join(', ')
}

const hsts = { 'strict-transport-security': 'max-age=31536000' }

const nothing = "default-src 'none'; frame-ancestors 'none'"

// Frames, plug-ins, other bases and other sites' forms have no place in any of them.
const closed = "object-src 'none'; base-uri 'none'; frame-src 'none'; frame-ancestors 'none'; form-action 'self'"

/** The files of public/ whose headers a browser keeps with them: no nonce could be right there. */
const ownPolicies = new Map([
  ['/offline.html', `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; ${closed}`],
  // A worker's own policy: what it may fetch.
  ['/sw.js', "default-src 'none'; script-src 'self'; connect-src 'self'"],
])

// Their address is a secret, that neither their own files nor the next page are to learn; they are sent by script alone.
const secretPaths = /^\/(join|reset)\//

/**
 * A page's policy. Scripts: those that carry this answer's nonce, and what these load. Styles: our files and what carries
 * the nonce; attributes are let be, since rows and bars of a page that a server has drawn have their sizes there, and an
 * attribute can neither load anything nor reach another element.
 * @param {string} nonce
 * @param {boolean} dev where React's stack traces need eval, and Next's own overlay writes styles
 */
export function pagePolicy(nonce, dev) {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src-elem 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    closed,
  ].join('; ')
}

const isPublicTls = URL.canParse(process.env.BAYCALL_URL ?? '') && /^https:/i.test(process.env.BAYCALL_URL ?? '')
const hasProxies = Number(process.env.TRUSTED_PROXIES || 0) > 0

/**
 * True when the client came by TLS: we are told so by BAYCALL_URL, or by the proxy nearest to us, if one is trusted.
 * @param {Asked} [request]
 */
function isTls(request) {
  if (isPublicTls || !request || !hasProxies) return isPublicTls
  const claimed = request.headers['x-forwarded-proto']
  return typeof claimed === 'string' && claimed.split(',').at(-1)?.trim() === 'https'
}

/** @type {Headers} */
const plainApi = { ...always, 'content-security-policy': nothing }
const apiPairs = Object.entries(plainApi).flat()
const tlsApi = { ...plainApi, ...hsts }
const tlsApiPairs = Object.entries(tlsApi).flat()

/**
 * Of an answer that is data: names and values in turn, as ServerResponse.writeHead takes them.
 * @param {Asked} request
 * @returns {string[]}
 */
export function dataHeaderPairs(request) {
  return isTls(request) ? tlsApiPairs : apiPairs
}

/**
 * Of an answer that is data.
 * @param {Asked} [request]
 * @returns {Headers}
 */
export function dataHeaders(request) {
  return isTls(request) ? tlsApi : plainApi
}

const dataPaths = /^\/(api|_next|orders|prod1)(\/|$)/

/**
 * Puts the headers onto an answer that Next gives. It reads a page's nonce from the request, where no client may have its
 * own say.
 * @param {Asked} request
 * @param {import('node:http').ServerResponse} response
 * @param {boolean} dev
 */
export function guardPage(request, response, dev) {
  for (const name of ['content-security-policy', 'content-security-policy-report-only', 'next-action']) {
    delete request.headers[name]
  }
  // Files of public/ come whole: what Next cannot give in part, or under a condition, it makes an error of.
  for (const name of ['range', 'if-range', 'if-match', 'if-unmodified-since']) delete request.headers[name]
  // No page has server actions: whatever looks like a call of one is none, and no line in the log.
  if (/^multipart\//i.test(request.headers['content-type'] ?? '')) delete request.headers['content-type']
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const headers = dataPaths.test(path) ? dataHeaders(request) : pageHeaders(request, path, dev)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/**
 * @param {Asked} request
 * @param {string} path
 * @param {boolean} dev
 * @returns {Headers}
 */
function pageHeaders(request, path, dev) {
  let policy = ownPolicies.get(path)
  if (!policy) {
    policy = pagePolicy(randomBytes(16).toString('base64'), dev)
    request.headers['content-security-policy'] = policy
  }
  return {
    ...always,
    ...ofDocuments,
    ...(isTls(request) && hsts),
    ...(secretPaths.test(path) && { 'referrer-policy': 'no-referrer' }),
    'content-security-policy': policy,
  }
}
