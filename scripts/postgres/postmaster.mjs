import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { beforeEnd } from '../process/ending.mjs'
import { until } from '../process/processes.mjs'
import { ids } from './account.mjs'
import { databaseEnvironment } from './cluster.mjs'
import { clusterName, stopPostmaster } from './leftovers.mjs'

const mostLogBytes = 10_000_000

// For a small machine that the product shares with the database; nothing here trades safety.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 300,
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: 1.1,
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // What fails, the row that breaks a rule, a statement and its parameters may quote whom customers are: the log of what
  // asked has the code and the place.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
}

/** For tests: their data need not outlive the machine's power. It still survives any process that is killed. */
export const expendable = { fsync: 'off', full_page_writes: 'off', shared_buffers: '128MB' }

/**
 * Starts PostgreSQL as a child of ours in a session of its own, so that a terminal's Ctrl-C doesn't reach it before we
 * end it in order. Answers when it takes connections; null if it ended instead (its log says why).
 * @param {{ bin: string, cluster: string, port: number, log: string, account: import('./account.mjs').Account, extra?: Record<string, string> }} what
 */
export async function startPostmaster({ bin, cluster, port, log, account, extra = {} }) {
  const given = Object.entries({ ...settings, ...extra, cluster_name: clusterName(cluster) })
  const output = openLog(log)
  const child = spawn(
    path.join(bin, 'postgres'),
    ['-D', cluster, '-p', String(port), ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { cwd: cluster, env: databaseEnvironment(), detached: true, stdio: ['ignore', output, output], ...ids(account) },
  )
  closeSync(output)
  const { pid } = child
  const gone = beforeEnd(() => pid && stopPostmaster(pid))
  let ended = false
  for (const event of ['exit', 'error']) {
    child.on(event, () => {
      ended = true
      gone()
    })
  }
  // After a crash it first replays its log, however long that takes.
  await until(() => ended || isReady(cluster, pid), Number.POSITIVE_INFINITY, 10)
  return ended ? null : child
}

/**
 * @param {string} cluster
 * @param {number | undefined} pid
 */
function isReady(cluster, pid) {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

/** @param {string} file */
function openLog(file) {
  const opened = openSync(file, 'a', 0o600)
  if (statSync(file).size > mostLogBytes) truncateSync(file)
  return opened
}

/**
 * The last thing that PostgreSQL said.
 * @param {string} file
 */
export function lastWords(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC|ERROR|could not/.test(line)) ?? lines.at(-1) ?? ''
}
