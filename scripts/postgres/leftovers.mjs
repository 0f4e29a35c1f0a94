import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { processesNaming, signal, startOf, until } from '../process/processes.mjs'
import { Refusal } from '../process/refusal.mjs'

/**
 * A name that PostgreSQL shows in the command line of each of its processes: theirs are told from everybody else's by
 * it, which works for another account's processes and in a container too.
 * @param {string} cluster
 */
export function clusterName(cluster) {
  return `baycall_${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
}

/**
 * Ends what a killed start has left running, and takes away a postmaster.pid that would keep PostgreSQL from starting:
 * one whose process is dead but never reaped, or whose number belongs to another program by now.
 * @param {string} cluster
 */
export async function clearLeftovers(cluster) {
  const file = path.join(cluster, 'postmaster.pid')
  const pid = readPid(file)
  if (pid === null) return
  const name = clusterName(cluster)
  const left = () => processesNaming(name)
  if (left().includes(pid)) {
    await stopPostmaster(pid)
  }
  // What outlives its postmaster still has the shared memory; its own postmaster would end it like this.
  for (const orphan of left()) signal(orphan, 'SIGQUIT')
  if (!(await until(() => left().length === 0, 5_000))) {
    for (const orphan of left()) signal(orphan, 'SIGKILL')
    await until(() => left().length === 0, 5_000)
  }
  if (left().length > 0)
    throw new Refusal(
      `A database process of ${cluster} can't be ended: end it (process ${left().join(', ')}), then start again.`,
    )
  rmSync(file, { force: true })
}

/**
 * Ends a PostgreSQL: in order, and if that takes too long as a crash, which it recovers from.
 * @param {number} pid
 */
export async function stopPostmaster(pid) {
  const gone = () => startOf(pid) === null
  signal(pid, 'SIGINT')
  if (await until(gone, 8_000)) return
  signal(pid, 'SIGQUIT')
  if (await until(gone, 5_000)) return
  signal(pid, 'SIGKILL')
  await until(gone, 2_000)
}

/** @param {string} file */
function readPid(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10)
  } catch {
    return null
  }
}
