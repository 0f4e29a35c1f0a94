import { once } from 'node:events'
import { createServer } from 'node:http'
import { Server } from 'node:net'
import { pathToFileURL } from 'node:url'
import { mountApi } from '../front/api-mount.mjs'
import { boundConnections } from '../front/crowds.mjs'
import { refuseCrumbs } from '../front/crumbs.mjs'
import { answerUnreadable, mostHeaders, refusalOf, refuse } from '../front/front-door.mjs'
import { isWithinPipeline } from '../front/pipelines.mjs'
import { guardPage } from '../front/security-headers.mjs'
import { boundSlowClients } from '../front/slow-clients.mjs'
import { mountStatic } from '../front/static-files.mjs'
import { cutOff, underwayOf } from '../front/underway.mjs'
import { boundUnsent } from '../front/unsent.mjs'
import { root } from '../settings/places.mjs'
import { apiBundle } from '../setup/bundle-api.mjs'
import { answerPage } from './page-answer.mjs'
import { askForLess, askToWait, isOpenedBySomebody, makeInTurn } from './page-turns.mjs'

/**
 * A process that answers requests.
 * @typedef {object} Serving
 * @property {number} port
 * @property {(how: { idleMs: number, mostMs: number }) => Promise<void>} drain takes no new connection, ends event
 *   streams, finishes what is underway; connections without a request are closed after `idleMs`, all after `mostMs`
 */

/**
 * @typedef {import('../front/api-mount.mjs').Route} Route
 * @typedef {import('./page-turns.mjs').PageTurns & { secondsSpent: (url: string, cookie: string) => number }} PageTurns
 * @typedef {{ takesApi: ReturnType<typeof mountApi>, turns?: PageTurns }} Mounted what stands before Next, and whose turn
 *   it is there
 */

const sweepMs = 50

/**
 * The application behind an HTTP server of ours: the API at the front (api-mount.mjs), pages by Next behind it. In
 * development Next does both, for it knows what has changed.
 * @param {{ dev: boolean, host: string, port: number }} how
 * @returns {Promise<Serving>}
 */
export async function serve({ dev, host, port }) {
  // Who sends none is refused as everybody is (front-door.mjs).
  const server = createServer({ requireHostHeader: false })
  // Those beyond are not read, and among them may be what a proxy says of whom it asks for: such a request is refused.
  server.maxHeadersCount = mostHeaders
  boundConnections(server)
  boundSlowClients(server)
  refuseCrumbs(server)
  boundUnsent(server)
  answerUnreadable(server)
  if (!dev) takeNoUpgrades(server)
  const { default: next } = await import('next')
  const app = next({ dev, dir: root, hostname: host, port, httpServer: server, quiet: !dev })
  // Next says at each start how long it has read its settings, whatever it is told: once for every process.
  const log = console.log
  if (!dev) console.log = () => {}
  const [, { takesApi, turns }] = await Promise.all([app.prepare(), dev ? nothing : mountBundle()])
  console.log = log
  const pages = app.getRequestHandler()
  const takesStatic = dev ? () => false : mountStatic()
  const drain = answerAndDrain(server, (request, response) => {
    const refusal = refusalOf(request)
    if (refusal) refuse(response, refusal)
    else if (takesApi(request, response)) return
    // Next would make a page whatever the method. In development the API is behind it as well.
    else if (!dev && !isRead(request)) refuse(response, 'method_not_allowed', ['GET', 'HEAD'])
    else if (!takesStatic(request, response)) {
      // As a proxy does: what a client claims of its address stands before what we saw (lib/http/client-address.ts).
      const claimed = request.headers['x-forwarded-for']
      const peer = request.socket.remoteAddress ?? ''
      request.headers['x-forwarded-for'] = claimed ? `${claimed}, ${peer}` : peer
      guardPage(request, response, dev)
      /** @param {import('../../lib/turns/page-place').PagePlace} [place] */
      const make = (place) => answerPage(response, () => pages(request, response), place)
      const seconds = turns?.secondsSpent(request.url ?? '', request.headers.cookie ?? '') ?? 0
      if (seconds > 0) return askForLess(response, seconds)
      const made = turns ? makeInTurn(turns, request, response, make) : make()
      made.catch((error) => {
        const isBusy = error?.code === 'unavailable'
        if (!isBusy) console.error(error)
        if (response.headersSent) return
        if (isBusy && isOpenedBySomebody(request)) askToWait(response)
        else refuse(response, isBusy ? 'unavailable' : 'internal')
      })
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : port, drain }
}

/** @param {import('node:http').IncomingMessage} request */
const isRead = ({ method }) => method === 'GET' || method === 'HEAD'

// Next listens for upgrades, leaves those it doesn't know open, and nothing would ever close them. With nobody listening
// they are requests like any other.
/** @param {import('node:http').Server} server */
function takeNoUpgrades(server) {
  server.on('newListener', (event, listener) => {
    if (event === 'upgrade') process.nextTick(() => server.removeListener('upgrade', listener))
  })
}

/** @type {Mounted} */
const nothing = { takesApi: () => false }

/** @returns {Promise<Mounted>} */
async function mountBundle() {
  /** @type {{ routes: Route[], startWatching: (routes: Route[]) => Promise<void>, pageTurns: PageTurns }} */
  const { routes, startWatching, pageTurns } = await import(pathToFileURL(apiBundle).href)
  await startWatching(routes)
  return { takesApi: mountApi(routes), turns: pageTurns }
}

/**
 * @param {import('node:http').Server} server
 * @param {import('node:http').RequestListener} answer
 * @returns {Serving['drain']}
 */
function answerAndDrain(server, answer) {
  let isDraining = false
  const underway = underwayOf(server)
  /** @type {WeakSet<import('node:net').Socket>} */
  const wanted = new WeakSet()
  server.on('request', (request, response) => {
    const { socket } = request
    if (!isWithinPipeline(request, underway)) return
    // Behind a request to become something else Node loses what came in the same packet: what follows is no beginning.
    if (wanted.has(socket)) return cutOff(underway, socket)
    // Nor is what follows an answer that says that it is the last (RFC 9112, 9.6): nobody would hear of it.
    if (socket.writableEnded || isBehindLast(response, underway.get(socket))) return
    if (request.headers.upgrade !== undefined) wanted.add(socket)
    if (isDraining || wanted.has(socket)) response.shouldKeepAlive = false
    answer(request, response)
  })
  return async ({ idleMs, mostMs }) => {
    isDraining = true
    // Told with the next answer that it is the last, a client opens its next connection elsewhere: none fails.
    for (const responses of underway.values()) {
      for (const response of responses) response.shouldKeepAlive = false
    }
    // The HTTP server's own close() would cut connections on which a request may just be arriving.
    const closed = new Promise((resolve) => Server.prototype.close.call(server, resolve))
    const idleFrom = performance.now() + idleMs
    const sweep = () => {
      endStreams()
      if (performance.now() >= idleFrom) server.closeIdleConnections()
    }
    sweep()
    const sweeping = setInterval(sweep, sweepMs)
    const late = setTimeout(() => {
      for (const socket of [...underway.keys()]) cutOff(underway, socket)
      server.closeAllConnections()
    }, mostMs)
    await closed
    clearInterval(sweeping)
    clearTimeout(late)
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {ReadonlySet<import('node:http').ServerResponse>} [underway] of its connection, in the order of asking
 */
const isBehindLast = (response, underway = new Set()) =>
  [...underway].some((one) => one !== response && one.headersSent && Reflect.get(one, '_last') === true)

// Event streams never end by themselves (lib/http/event-stream.ts).
function endStreams() {
  /** @type {Set<() => void> | undefined} */
  const closers = Reflect.get(globalThis, Symbol.for('baycall.closers'))
  for (const end of [...(closers ?? [])]) end()
}
