import { fork } from 'node:child_process'
import { once } from 'node:events'
import { signal } from '../process/processes.mjs'
import { inRoot, root } from '../settings/places.mjs'
import { keepOutput } from './server-log.mjs'

/**
 * A server of the production build, in a process of its own.
 * @typedef {object} TestServer
 * @property {string} baseUrl
 * @property {number} port
 * @property {number} pid
 * @property {() => number[]} workers the processes that serve now
 * @property {() => string} logs what it has printed so far
 * @property {() => Promise<void>} kill9 answers when it is gone
 * @property {() => Promise<void>} stop in order, as a deployment would
 */

/**
 * Starts one on a free port (or on `env.PORT`) and answers when it takes requests. It ends with its parent at the latest.
 * @param {{ databaseUrl: string, secret: string, env?: Record<string, string> }} what
 * @returns {Promise<TestServer>}
 */
export async function startTestServer({ databaseUrl, secret, env = {} }) {
  const child = fork(inRoot('scripts', 'serve.mjs'), [], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      BAYCALL_SECRET: secret,
      HOST: '127.0.0.1',
      PORT: '0',
      WORKERS: '2',
      // A busy machine is no database that is away; those of that set it.
      DATABASE_PATIENCE_MS: '4000',
      // Tests ask for more than people do, all from one address; those of the limits set them.
      RATE_LIMIT_SECRET_KEY: 'off',
      RATE_LIMIT_PUBLISHABLE_KEY: 'off',
      RATE_LIMIT_PUBLISHABLE_KB: 'off',
      RATE_LIMIT_NEW_ORDERS: 'off',
      RATE_LIMIT_PROJECT_ORDERS: 'off',
      RATE_LIMIT_STAFF: 'off',
      RATE_LIMIT_SIGN_IN: 'off',
      RATE_LIMIT_USER_TOKEN: 'off',
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let logs = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      logs += text
      keepOutput(text)
    })
  }
  const gone = once(child, 'exit').then(() => {})
  /** @type {number[]} */
  let workers = []
  const port = await new Promise((resolve, reject) => {
    child.on('message', (/** @type {{ port?: number, workers?: number[], problem?: string }} */ message) => {
      workers = message.workers ?? workers
      if (message.port) resolve(message.port)
      if (message.problem) reject(new Error(`The server does not start: ${message.problem}\n${logs}`))
    })
    void gone.then(() => reject(new Error(`The server ended at once:\n${logs}`)))
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const live = await fetch(`${baseUrl}/api/health/live`)
  if (!live.ok) throw new Error(`The server does not live: ${live.status}\n${logs}`)
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal)
    await gone
  }
  return {
    baseUrl,
    port,
    pid: child.pid ?? 0,
    workers: () => workers,
    logs: () => logs,
    async kill9() {
      for (const pid of workers) signal(pid, 'SIGKILL')
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}
