// One of the serving processes; the one that started it (workers.mjs) tells it when to end.
import { setFlagsFromString } from 'node:v8'
import { problemOf } from '../process/refusal.mjs'
import { hushErrors } from './hushed-errors.mjs'
import { shareMetrics } from './metrics-exchange.mjs'
import { serve } from './serving.mjs'
import { signEveryMs } from './signs-of-life.mjs'

const flushMs = 400

// The heap grows by half of what lives in it, not to a multiple: 100 MB less at the same speed.
setFlagsFromString('--heap-growing-percent=50')
// Ctrl-C, a closed terminal and many service managers signal every process: it is the parent's to decide.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
// Whoever read the output may be gone before us.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

hushErrors()
shareMetrics()
setInterval(() => process.connected && process.send?.({ isAlive: true }), signEveryMs).unref()
const serving = serve({ dev: false, host: process.env.HOST || '127.0.0.1', port: Number(process.env.PORT) })
process.on('message', async (/** @type {{ drain?: { idleMs: number, mostMs: number } }} */ { drain }) => {
  if (!drain) return
  await serving.then((s) => s.drain(drain)).catch(() => {})
  await flush()
  process.exit(0)
})
serving.then(
  () => process.send?.({ ready: true }),
  (error) => process.send?.({ problem: problemOf(error) }, undefined, {}, () => process.exit(1)),
)

// What leaves a moment later, wake-ups for other processes' boards (lib/feed/wake.ts) and traces (lib/watch/tracing.ts),
// leaves now, but nobody waits long for it.
async function flush() {
  const held = ['baycallWaking', 'baycallTracing'].map((name) => Reflect.get(globalThis, name)?.flush)
  const flushed = Promise.allSettled(held.map((flushOne) => flushOne?.()))
  await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, flushMs))])
}
