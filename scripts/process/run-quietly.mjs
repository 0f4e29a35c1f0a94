import { spawn } from 'node:child_process'
import { root } from '../settings/places.mjs'
import { beforeEnd } from './ending.mjs'
import { signal } from './processes.mjs'
import { Refusal } from './refusal.mjs'

const keptCharacters = 100_000

/**
 * Runs a program whose output nobody needs unless it fails. It leads a process group of its own, so that all of it
 * ends with this process; with a lock, also if this process is killed.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, lock?: import('./lock.mjs').Lock, advice: string }} how advice: what to do if it fails
 * @returns {Promise<void>}
 */
export async function runQuietly(program, args, { env = process.env, lock, advice }) {
  const child = spawn(program, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const { pid } = child
  if (pid) lock?.adopt(pid)
  const keep = beforeEnd(() => pid && signal(-pid, 'SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-keptCharacters)
    })
  }
  const ended = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, killedBy) => resolve(code === 0 ? null : (killedBy ?? `exit code ${code}`)))
  })
  keep()
  if (ended === null) return
  if (output.trim()) console.error(output.trimEnd())
  throw new Refusal(`${advice} (${[program, ...args].map((part) => part.split(/[\\/]/).at(-1)).join(' ')}: ${ended})`)
}
