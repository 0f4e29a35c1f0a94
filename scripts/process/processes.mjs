import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * A process for certain: ids are used again, an id with its start time is not.
 * @typedef {{ pid: number, started: string }} ProcessId
 */

const hasProc = process.platform === 'linux'

/**
 * The fields of /proc/<pid>/stat from the third on: state, parent, ...
 * @param {number} pid
 */
function statFields(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** @param {string[]} args */
function ps(...args) {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/**
 * When a process started, in whatever unit the system has; null when it doesn't live. One that was killed and never
 * reaped (a container without an init) counts as dead.
 * @param {number} pid
 * @returns {string | null}
 */
export function startOf(pid) {
  if (hasProc) {
    const fields = statFields(pid)
    return !fields || fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
  }
  const [state, ...started] = ps('-o', 'stat=,lstart=', '-p', String(pid)).split(/\s+/)
  return !state || state.startsWith('Z') ? null : started.join(' ')
}

/**
 * @param {number} pid
 * @returns {ProcessId}
 */
export function identify(pid) {
  return { pid, started: startOf(pid) ?? '' }
}

/** @param {ProcessId} id */
export function isAlive(id) {
  return id.started !== '' && startOf(id.pid) === id.started
}

/** @param {number} pid */
export function parentOf(pid) {
  return Number(hasProc ? statFields(pid)?.[1] : ps('-o', 'ppid=', '-p', String(pid))) || 0
}

/** @param {number} pid */
export function commandOf(pid) {
  if (!hasProc) return ps('-o', 'command=', '-p', String(pid))
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/**
 * Every living process whose command line contains `text`.
 * @param {string} text
 */
export function processesNaming(text) {
  const commands = hasProc
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => ({ pid: Number(name), command: commandOf(Number(name)) }))
    : ps('-axo', 'pid=,command=')
        .split('\n')
        .map((line) => ({ pid: Number.parseInt(line, 10), command: line }))
  return commands.filter(({ pid, command }) => command.includes(text) && startOf(pid) !== null).map(({ pid }) => pid)
}

/**
 * Sends a signal to a process (a negative id: to its group) that may be gone already.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
export function signal(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone is what was wanted.
  }
}

/**
 * Waits until `isSo`, at most `mostMs`; answers whether it came so.
 * @param {() => boolean | Promise<boolean>} isSo
 * @param {number} mostMs
 * @param {number} [everyMs]
 */
export async function until(isSo, mostMs, everyMs = 20) {
  const deadline = performance.now() + mostMs
  while (!(await isSo())) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  return true
}
