import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { databaseAccount } from '@/scripts/postgres/account.mjs'
import { until } from '@/scripts/process/processes.mjs'
import { tryPort } from '@/scripts/settings/port.mjs'

const mostMs = 10_000

/** A program of the system between servers, with a configuration of its own, on a free port of this machine. */
export type Running = { port: number; stop: () => void }

type Program = { program: string; args: (file: string) => string[]; configuration: (port: number) => string }

async function run({ program, args, configuration }: Program): Promise<Running> {
  const { port } = await tryPort(0, '127.0.0.1')
  const folder = mkdtempSync(path.join(tmpdir(), 'baycall-network-'))
  const file = path.join(folder, 'configuration')
  writeFileSync(file, configuration(port))
  // Root lends it the account that it lends PostgreSQL.
  const account = databaseAccount()
  chmodSync(folder, 0o755)
  chmodSync(file, 0o644)
  const child: ChildProcess = spawn(program, args(file), {
    stdio: ['ignore', 'ignore', 'ignore'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  if (!(await until(() => takesConnections(port), mostMs))) throw new Error(`${program} does not start`)
  return {
    port,
    stop() {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (taken: boolean) => () => {
      socket.destroy()
      resolve(taken)
    }
    socket.once('connect', answer(true)).once('error', answer(false))
  })
}

const poolerSize = 4

/** PgBouncer in transaction mode before a database: few connections of its own (`size`), each lent for a transaction. */
export async function startPooler(databaseUrl: string): Promise<{ url: string; size: number; stop: () => void }> {
  const { hostname, port: behind, username, password, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const { port, stop } = await run({
    program: inject('programs').pgbouncer,
    args: (file) => [file],
    configuration: (listen) =>
      [
        '[databases]',
        `${name} = host=${hostname} port=${behind} dbname=${name} user=${username} password=${password}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${listen}`,
        'unix_socket_dir =',
        'auth_type = any',
        'pool_mode = transaction',
        `default_pool_size = ${poolerSize}`,
        'max_client_conn = 200',
        '',
      ].join('\n'),
  })
  const url = new URL(databaseUrl)
  url.port = String(port)
  return { url: url.href, size: poolerSize, stop }
}

/** HAProxy in front of several servers, each asked for in turn while it says that it is ready. */
export async function startBalancer(ports: number[]): Promise<{ baseUrl: string; stop: () => void }> {
  const { port, stop } = await run({
    program: inject('programs').haproxy,
    args: (file) => ['-db', '-f', file],
    configuration: (listen) =>
      [
        'defaults',
        '  mode http',
        '  timeout connect 1s',
        '  timeout client 60s',
        '  timeout server 60s',
        // One that is slow to say that it is ready is busy, not away.
        '  timeout check 5s',
        '  retries 3',
        '  option redispatch 1',
        'frontend customers',
        `  bind 127.0.0.1:${listen}`,
        '  default_backend servers',
        'backend servers',
        '  balance roundrobin',
        '  option httpchk GET /api/health/ready',
        '  default-server check inter 200ms fall 1 rise 1',
        ...ports.map((server, at) => `  server s${at} 127.0.0.1:${server}`),
        '',
      ].join('\n'),
  })
  return { baseUrl: `http://127.0.0.1:${port}`, stop }
}
