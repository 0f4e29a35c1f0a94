// A server to compare with: `bare` or `next`, as processes that share one port. Tells its parent over IPC where it
// listens, and ends with it.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { messageOf } from '../../scripts/process/refusal.mjs'
import { inRoot } from '../../scripts/settings/places.mjs'
import { tryPort } from '../../scripts/settings/port.mjs'

const host = process.env.HOST || '127.0.0.1'

// Ctrl-C goes to every process of the terminal: it is the parent's to decide.
process.on('SIGINT', () => {})
for (const event of ['SIGTERM', 'disconnect']) {
  process.on(event, () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
    process.exit(0)
  })
}

try {
  const { port } = await tryPort(0, host)
  cluster.setupPrimary({
    exec: inRoot('bench', 'api', 'reference-worker.mjs'),
    args: process.argv.slice(2),
    // As the product's own (scripts/server/workers.mjs): what is compared is the work, not a setting.
  })
  const count = Number(process.env.WORKERS)
  const workers = Array.from({ length: count }, () => cluster.fork({ PORT: String(port) }))
  await Promise.all(workers.map(untilReady))
  process.send?.({ port, workers: workers.map((worker) => worker.process.pid) })
} catch (error) {
  process.send?.({ problem: messageOf(error) }, undefined, undefined, () => process.exit(1))
}

/** @param {import('node:cluster').Worker} worker */
async function untilReady(worker) {
  const failed = once(worker, 'exit').then(([code, killedBy]) => {
    throw new Error(`a process ended: ${killedBy ?? `exit code ${code}`}`)
  })
  const [message] = await Promise.race([once(worker, 'message'), failed])
  // What ends later is seen by the load.
  failed.catch(() => {})
  if (message.problem) throw new Error(message.problem)
}
