// The serving process: the application behind an HTTP server of ours. Started by scripts/start.mjs, which it tells over
// IPC that it is ready, and without which it doesn't go on; it runs alone as well.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { codeOf, messageOf } from './process/refusal.mjs'
import { answerUnreadable, isReadable, refuse } from './server/front-door.mjs'
import { boundSlowClients } from './server/slow-clients.mjs'
import { root } from './settings/places.mjs'

const dev = process.argv.includes('--dev')
const host = process.env.HOST || '127.0.0.1'
const graceMs = 5_000
const orphansGraceMs = 1_000
Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production' })

let isClosing = false

const server = createServer(async (request, response) => {
  if (isClosing) return refuse(response, 'unavailable')
  if (!isReadable(request.url)) return refuse(response, 'request_malformed')
  const handle = await application
  await handle(request, response).catch((error) => {
    console.error(error)
    if (!response.headersSent) refuse(response, 'internal')
  })
})
boundSlowClients(server)
answerUnreadable(server)
// The port first: whoever finds it taken need not wait for the rest.
server.listen(Number(process.env.PORT || 3000), host)
const application = once(server, 'listening').then(prepare)
application.then(
  () => tell({ ready: true, port: portOf(server) }),
  (error) => fail(codeOf(error) ?? messageOf(error)),
)

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    // Ctrl-C goes to every process of the terminal; with a parent it is the parent's to decide.
    if (signal === 'SIGTERM' || !process.connected) close(graceMs)
  })
}
process.on('disconnect', () => close(orphansGraceMs))
// Whoever read the output may be gone before us.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

async function prepare() {
  const { default: next } = await import('next')
  const app = next({ dev, dir: root, hostname: host, port: portOf(server), httpServer: server, quiet: !dev })
  await app.prepare()
  return app.getRequestHandler()
}

/** @param {import('node:http').Server} listening */
function portOf(listening) {
  const address = listening.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** @param {number} mostMs */
function close(mostMs) {
  if (isClosing) return
  isClosing = true
  // Event streams never end by themselves (lib/http/event-stream.ts).
  /** @type {Set<() => void> | undefined} */
  const closers = Reflect.get(globalThis, Symbol.for('baycall.closers'))
  for (const end of [...(closers ?? [])]) end()
  server.close(() => process.exit(0))
  server.closeIdleConnections()
  setTimeout(() => process.exit(0), mostMs).unref()
}

/** @param {string} problem */
function fail(problem) {
  if (process.connected) tell({ problem }, () => process.exit(1))
  else {
    console.error(`Can't serve: ${problem}`)
    process.exit(1)
  }
}

/**
 * @param {{ ready: true, port: number } | { problem: string }} message
 * @param {() => void} [then]
 */
function tell(message, then) {
  process.send?.(message, undefined, undefined, then)
}
