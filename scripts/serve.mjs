// The server: as many serving processes as there are cores (WORKERS), which this one starts, watches and ends. Started
// by scripts/start.mjs, which it tells over IPC that it is ready, and without which it doesn't go on; it runs alone as
// well. SIGHUP replaces the processes one by one, SIGTERM ends them after what is underway.
import { availableParallelism } from 'node:os'
import { problemOf } from './process/refusal.mjs'
import { serve } from './server/serving.mjs'
import { Workers } from './server/workers.mjs'
import { tryPort } from './settings/port.mjs'

const dev = process.argv.includes('--dev')
const host = process.env.HOST || '127.0.0.1'
const graceMs = 4_000
const idleMs = 100
const orphansGraceMs = 1_000
Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production' })

/** @type {(mostMs: number) => Promise<void>} before there is anything to end */
let close = async () => {}
let isClosing = false

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    // Ctrl-C goes to every process of the terminal; with a parent it is the parent's to decide.
    if (signal === 'SIGTERM' || !process.connected) end(graceMs)
  })
}
process.on('disconnect', () => end(orphansGraceMs))
// Whoever read the output may be gone before us.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

await (dev ? serveHere() : serveByWorkers()).catch((error) => fail(problemOf(error)))

async function serveHere() {
  const { port, drain } = await serve({ dev, host, port: Number(process.env.PORT || 3000) })
  close = (mostMs) => drain({ idleMs, mostMs })
  tell({ ready: true, port, workers: [process.pid] })
}

async function serveByWorkers() {
  const { port, problem } = await tryPort(Number(process.env.PORT || 3000), host)
  if (problem) return fail(problem)
  const { default: pino } = await import('pino')
  const log = pino({
    level: process.env.LOG_LEVEL || 'info',
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
  })
  const count = Number(process.env.WORKERS || availableParallelism())
  const env = { PORT: String(port), DATABASE_POOL: String(poolShare(count)) }
  const workers = new Workers({ count, env, log, onChange: (pids) => tell({ workers: pids }) })
  close = (mostMs) => workers.end(mostMs)
  process.on('SIGHUP', () => void workers.replaceAll())
  await workers.start()
  tell({ ready: true, port, workers: workers.pids() })
}

/**
 * How many database connections one of so many processes may hold, of those that the server may (DATABASE_POOL).
 * @param {number} count
 */
function poolShare(count) {
  const total = Number(process.env.DATABASE_POOL || Math.min(40, Math.max(10, 4 * count)))
  return Math.max(2, Math.ceil(total / count))
}

/** @param {number} mostMs */
async function end(mostMs) {
  if (isClosing) return
  isClosing = true
  await close(mostMs)
  process.exit(0)
}

/** @param {string} problem */
function fail(problem) {
  if (isClosing) return
  if (process.connected) tell({ problem }, () => process.exit(1))
  else {
    console.error(`Can't serve: ${problem}`)
    process.exit(1)
  }
}

/**
 * @param {{ ready?: true, port?: number, workers: number[] } | { problem: string }} message
 * @param {() => void} [then]
 */
function tell(message, then) {
  process.send?.(message, undefined, undefined, then)
}
