import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cannotWrite } from '../settings/places.mjs'
import { writePrivately } from '../settings/private-file.mjs'
import { identify, isAlive, signal, until } from './processes.mjs'
import { codeOf } from './refusal.mjs'

/**
 * Who holds a lock. `children` are the leaders of the process groups that the holder started: if it is killed, whoever
 * takes the lock over ends them first.
 * @typedef {import('./processes.mjs').ProcessId} ProcessId
 * @typedef {ProcessId & { purpose: string, url?: string, children: ProcessId[] }} Holder
 */

/**
 * Takes the lock that the file stands for, also from a holder that died without giving it back.
 * @param {string} file
 * @param {string} purpose said to whoever comes second
 * @returns {Promise<{ lock: Lock, holder: null } | { lock: null, holder: Holder }>}
 */
export async function takeLock(file, purpose) {
  const me = { ...identify(process.pid), purpose, children: [] }
  let recovered = false
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
      return { lock: new Lock(file, me, recovered), holder: null }
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw cannotWrite(file, error)
    }
    const holder = await readHolder(file)
    if (holder && isAlive(holder)) return { lock: null, holder }
    const dead = bury(file, holder)
    if (!dead) continue
    recovered = true
    await endChildren(dead)
  }
}

/** A lock that this process holds. */
export class Lock {
  /** @type {string} */ #file
  /** @type {Holder} */ #holder

  /**
   * @param {string} file
   * @param {Holder} holder
   * @param {boolean} recovered whether its last holder died without giving it back
   */
  constructor(file, holder, recovered) {
    this.#file = file
    this.#holder = holder
    this.recovered = recovered
  }

  /**
   * Says more about the holder.
   * @param {Partial<Holder>} more
   */
  note(more) {
    Object.assign(this.#holder, more)
    writePrivately(this.#file, JSON.stringify(this.#holder))
  }

  /** @param {number} pid leader of a process group of its own */
  adopt(pid) {
    this.note({ children: [...this.#holder.children.filter(isAlive), identify(pid)] })
  }

  release() {
    rmSync(this.#file, { force: true })
  }
}

/**
 * The holder, or null if the file says nothing sensible: a holder writes it in one go, right after making it.
 * @param {string} file
 */
async function readHolder(file) {
  /** @type {Holder | null} */
  let holder = null
  await until(() => {
    try {
      holder = JSON.parse(readFileSync(file, 'utf8'))
      return true
    } catch (error) {
      if (codeOf(error) === 'EACCES') throw cannotWrite(file, error)
      return codeOf(error) === 'ENOENT'
    }
  }, 500)
  return /** @type {Holder | null} */ (holder)
}

/**
 * Takes a dead holder's file away. Of several that try, the renaming decides; one that renamed a file which a living
 * process has made meanwhile puts it back.
 * @param {string} file
 * @param {Holder | null} holder as it was read
 * @returns {Holder | { children: ProcessId[] } | null} null: somebody else was faster
 */
function bury(file, holder) {
  const grave = `${file}.${process.pid}`
  try {
    renameSync(file, grave)
  } catch {
    return null
  }
  const text = readFileSync(grave, 'utf8')
  const same = holder ? text === JSON.stringify(holder) : true
  if (!same) {
    try {
      linkSync(grave, file)
    } catch {
      // A third process holds it by now.
    }
  }
  rmSync(grave, { force: true })
  return same ? (holder ?? { children: [] }) : null
}

/** @param {{ children: ProcessId[] }} holder */
async function endChildren({ children }) {
  const left = children.filter(isAlive)
  // A serving child that lost its parent is about to end by itself; give it the moment that it needs.
  await until(() => !left.some(isAlive), 1_500)
  for (const child of left.filter(isAlive)) signal(-child.pid, 'SIGKILL')
  await until(() => !left.some(isAlive), 2_000)
}
