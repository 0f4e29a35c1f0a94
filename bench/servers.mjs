import { fork } from 'node:child_process'
import { once } from 'node:events'
import { beforeEnd } from '../scripts/process/ending.mjs'
import { messageOf, Refusal } from '../scripts/process/refusal.mjs'
import { root } from '../scripts/settings/places.mjs'

const graceMs = 7_000
const keptCharacters = 10_000

/**
 * A server under test, in processes of its own.
 * @typedef {object} Server
 * @property {string} name
 * @property {string} baseUrl
 * @property {number[]} workers the processes that serve
 * @property {number[]} pids all of its processes
 * @property {() => string} lastWords the end of what it has printed
 */

/**
 * Starts a server and answers when all its processes serve. The script tells so over IPC, by its port and the ids of its
 * processes, and ends when its parent is gone; we end it before we end.
 * @param {{ name: string, script: string, args?: string[], env: Record<string, string> }} what
 * @returns {Promise<Server>}
 */
export async function startServer({ name, script, args = [], env }) {
  const child = fork(script, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      PORT: '0',
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const gone = once(child, 'exit').catch(() => {})
  beforeEnd(async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await gone
    clearTimeout(late)
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-keptCharacters)
    })
  }
  const { port, workers } = await new Promise((resolve, reject) => {
    const refuse = (/** @type {string} */ why) =>
      reject(new Refusal(`The server "${name}" does not start (${why}). ${output.trim()}`.trim()))
    // It may have more to tell than this.
    child.on('message', (/** @type {{ port?: number, workers?: number[], problem?: string }} */ message) => {
      if (message.port && message.workers) resolve(message)
      if (message.problem) refuse(message.problem)
    })
    child.once('error', (error) => refuse(messageOf(error)))
    child.once('exit', (code, killedBy) => refuse(killedBy ?? `exit code ${code}`))
  })
  return {
    name,
    baseUrl: `http://127.0.0.1:${port}`,
    workers,
    pids: [child.pid ?? 0, ...workers],
    lastWords: () => output.trim(),
  }
}
