import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeEnd, isEnding } from '../process/ending.mjs'
import { identify, isAlive, signal, until } from '../process/processes.mjs'
import { messageOf, Refusal } from '../process/refusal.mjs'
import { inWords, say } from '../process/steps.mjs'
import { root } from '../settings/places.mjs'
import { portRefusal } from '../settings/port.mjs'

const script = fileURLToPath(new URL('../serve.mjs', import.meta.url))
const graceMs = 6_000
const leastPauseMs = 250
const mostPauseMs = 10_000
const settledMs = 60_000

/**
 * The environment that makes the server what it is.
 * @typedef {{ PORT: string, HOST: string, DATABASE_URL: string, BAYCALL_SECRET: string, BAYCALL_DATA: string, LOG_LEVEL: string }} ServerEnvironment
 */

/**
 * Serves in a child process, and starts another whenever one dies unasked.
 * @param {ServerEnvironment} env
 * @param {{ dev: boolean, lock: import('../process/lock.mjs').Lock }} how
 */
export async function startServing(env, { dev, lock }) {
  const start = () => startChild(env, dev, lock)
  let { child, port } = await start()
  let startedAt = performance.now()
  let pauseMs = leastPauseMs

  const watch = () => child.once('exit', (code, killedBy) => void recover(killedBy ?? `exit code ${code}`))
  const recover = async (/** @type {string} */ cause) => {
    if (performance.now() - startedAt > settledMs) pauseMs = leastPauseMs
    for (let why = cause; !isEnding(); ) {
      say(`The server ended unexpectedly (${why}): starting it again in ${inWords(pauseMs)}.`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (isEnding()) return
      pauseMs = Math.min(mostPauseMs, pauseMs * 2)
      startedAt = performance.now()
      try {
        child = (await start()).child
        say('The server is back.')
        return watch()
      } catch (error) {
        why = messageOf(error)
      }
    }
  }
  watch()
  return { port, pid: () => child.pid ?? 0 }
}

/**
 * @param {ServerEnvironment} env
 * @param {boolean} dev
 * @param {import('../process/lock.mjs').Lock} lock
 * @returns {Promise<{ child: import('node:child_process').ChildProcess, port: number }>}
 */
function startChild(env, dev, lock) {
  const child = fork(script, dev ? ['--dev'] : [], {
    cwd: root,
    env: { ...process.env, ...env, NODE_ENV: dev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' },
    execArgv: [],
    // Ctrl-C is for us to pass on, after what is underway has been answered.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  if (child.pid) lock.adopt(child.pid)
  const gone = beforeEnd(() => endChild(child))
  child.once('exit', gone)
  return new Promise((resolve, reject) => {
    child.on('message', (/** @type {{ ready?: true, port?: number, problem?: string }} */ message) => {
      if (message.ready && message.port) {
        // From here on its port is the port, also if any free one would have done.
        env.PORT = String(message.port)
        resolve({ child, port: message.port })
      }
      const { problem } = message
      if (!problem) return
      if (/^E[A-Z]+$/.test(problem)) reject(portRefusal(Number(env.PORT), env.HOST, problem))
      else reject(new Refusal(`The server does not start: ${problem}.`))
    })
    child.once('error', reject)
    child.once('exit', (code, killedBy) =>
      reject(new Refusal(`The server does not start: ${killedBy ?? `exit code ${code}`}.`)),
    )
  })
}

/** @param {import('node:child_process').ChildProcess} child */
async function endChild(child) {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return
  const id = identify(child.pid)
  child.kill('SIGTERM')
  await until(() => !isAlive(id), graceMs)
  // The rest of its group: what a development server has started.
  signal(-child.pid, 'SIGKILL')
}
