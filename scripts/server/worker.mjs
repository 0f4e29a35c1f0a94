// One of the serving processes; the one that started it (workers.mjs) tells it when to end.
import { setFlagsFromString } from 'node:v8'
import { problemOf } from '../process/refusal.mjs'
import { shareMetrics } from './metrics-exchange.mjs'
import { serve } from './serving.mjs'

const flushMs = 2_000

// The heap grows by half of what lives in it, not to a multiple: 100 MB less at the same speed.
setFlagsFromString('--heap-growing-percent=50')
// Ctrl-C goes to every process of the terminal: it is the parent's to decide.
process.on('SIGINT', () => {})
// Whoever read the output may be gone before us.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

shareMetrics()
const serving = serve({ dev: false, host: process.env.HOST || '127.0.0.1', port: Number(process.env.PORT) })
process.on('message', async (/** @type {{ drain?: { idleMs: number, mostMs: number } }} */ { drain }) => {
  if (!drain) return
  await serving.then((s) => s.drain(drain)).catch(() => {})
  await flushTraces()
  process.exit(0)
})
serving.then(
  () => process.send?.({ ready: true }),
  (error) => process.send?.({ problem: problemOf(error) }, undefined, {}, () => process.exit(1)),
)

// What is traced leaves in batches (lib/watch/tracing.ts): the last one now, but nobody waits long for its receiver.
async function flushTraces() {
  const tracing = Reflect.get(globalThis, 'baycallTracing')
  if (!tracing) return
  await Promise.race([tracing.flush().catch(() => {}), new Promise((resolve) => setTimeout(resolve, flushMs))])
}
