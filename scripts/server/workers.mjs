import cluster from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { messageOf, Refusal } from '../process/refusal.mjs'
import { root } from '../settings/places.mjs'
import { gatherMetrics } from './metrics-exchange.mjs'
import { SignsOfLife } from './signs-of-life.mjs'

const leastPauseMs = 250
const mostPauseMs = 10_000
const settledMs = 60_000

// What is on its way on a connection that was kept is still taken.
const endingIdleMs = 100

// A replaced worker may take its time over what is underway: nobody waits for it. Idle connections are left to whoever
// keeps them, for longer than they are kept (front/slow-clients.mjs).
const leisurely = { idleMs: 70_000, mostMs: 5 * 60_000 }

/**
 * Serving processes that share one port, one for each slot; one that dies is replaced.
 */
export class Workers {
  /** @type {(import('node:cluster').Worker | undefined)[]} */
  #slots
  #env
  #log
  #onChange
  #isEnding = false
  /** @type {SignsOfLife<import('node:cluster').Worker>} */
  #signs = new SignsOfLife((worker) => {
    this.#still.add(worker)
    worker.process.kill('SIGKILL')
  })
  /** @type {WeakSet<import('node:cluster').Worker>} those that were ended because they stood still */
  #still = new WeakSet()
  /** @type {Promise<void> | undefined} */
  #restart

  /**
   * @param {{ count: number, env: Record<string, string>, log: import('pino').Logger, onChange: (pids: number[]) => void }} how
   */
  constructor({ count, env, log, onChange }) {
    this.#slots = Array(count).fill(undefined)
    this.#env = env
    this.#log = log
    this.#onChange = onChange
    gatherMetrics(() => this.#slots.flatMap((worker) => worker ?? []), count)
    // Each takes connections from the one queue of the port itself: what nobody has taken yet dies with nobody.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('./worker.mjs', import.meta.url)),
      args: [],
      cwd: root,
      execArgv: process.execArgv,
    })
  }

  /** Starts them all; answers when every one takes requests. Throws what the first says that can't. */
  async start() {
    await Promise.all(this.#slots.map((_, slot) => this.#fill(slot)))
  }

  /** The processes that serve now. */
  pids() {
    return this.#slots.flatMap((worker) => worker?.process.pid ?? [])
  }

  /**
   * Puts a new process in each slot, one after the other, each before its forerunner lets go of the port.
   * @returns {Promise<void>}
   */
  async replaceAll() {
    if (this.#restart) return this.#restart.then(() => this.replaceAll())
    this.#restart = this.#replaceEach().finally(() => {
      this.#restart = undefined
    })
    return this.#restart
  }

  /**
   * Ends them all: what is underway is finished, but within `mostMs`.
   * @param {number} mostMs
   */
  async end(mostMs) {
    this.#isEnding = true
    // Who does not end in time is ended below.
    this.#signs.end()
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ended = workers.map((worker) => once(worker, 'exit'))
    for (const worker of workers) if (worker.isConnected()) worker.send({ drain: { idleMs: endingIdleMs, mostMs } })
    const late = setTimeout(() => workers.forEach((worker) => void worker.process.kill('SIGKILL')), mostMs + 900)
    await Promise.all(ended)
    clearTimeout(late)
  }

  async #replaceEach() {
    for (const slot of this.#slots.keys()) {
      if (this.#isEnding) return
      try {
        await this.#fill(slot)
      } catch (error) {
        this.#log.error({ worker: slot + 1, err: messageOf(error) }, 'worker not replaced: the old one goes on')
        return
      }
    }
    this.#log.info({ workers: this.#slots.length }, 'workers replaced')
  }

  /**
   * @param {number} slot
   * @param {number} [pauseMs] before the next try, should this one die soon
   */
  async #fill(slot, pauseMs = leastPauseMs) {
    const worker = cluster.fork({ ...this.#env, BAYCALL_WORKER: String(slot + 1) })
    const startedAt = performance.now()
    await new Promise((resolve, reject) => {
      worker.on('message', (/** @type {{ ready?: true, problem?: string, isAlive?: true }} */ told) => {
        const { ready, problem, isAlive } = told
        if (isAlive) this.#signs.hear(worker)
        if (ready) resolve(undefined)
        if (problem) reject(new Refusal(problem))
      })
      worker.once('exit', (code, killedBy) => reject(new Refusal(killedBy ?? `exit code ${code}`)))
      worker.once('error', reject)
    })
    if (!this.#isEnding) this.#signs.watch(worker)
    // Whoever had the slot, also one that was started at the same time, lets go of it.
    const displaced = this.#slots[slot]
    this.#slots[slot] = worker
    if (displaced?.isConnected()) displaced.send({ drain: leisurely })
    this.#onChange(this.pids())
    worker.once('exit', (code, killedBy) => {
      this.#signs.forget(worker)
      const isStill = this.#still.has(worker)
      const isDisplaced = this.#slots[slot] !== worker
      if (this.#isEnding || (isDisplaced && !isStill)) return
      const livedMs = performance.now() - startedAt
      const cause = isStill ? 'stood still, without a sign of life for 20 seconds' : (killedBy ?? `exit code ${code}`)
      this.#log.error({ worker: slot + 1, cause }, 'worker ended unexpectedly')
      if (isDisplaced) return
      this.#slots[slot] = undefined
      void this.#refill(slot, livedMs > settledMs ? leastPauseMs : pauseMs)
    })
  }

  /**
   * @param {number} slot
   * @param {number} firstPauseMs
   */
  async #refill(slot, firstPauseMs) {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(mostPauseMs, pauseMs * 2)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      // Meanwhile another may have taken the slot: a restart of all.
      if (this.#isEnding || this.#slots[slot]) return
      try {
        await this.#fill(slot, Math.min(mostPauseMs, pauseMs * 2))
        this.#log.warn({ worker: slot + 1 }, 'worker is back')
        return
      } catch (error) {
        this.#log.error({ worker: slot + 1, err: messageOf(error) }, 'worker does not start')
      }
    }
  }
}
