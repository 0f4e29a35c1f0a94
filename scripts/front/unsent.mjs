import { underwayOf } from './underway.mjs'

/**
 * What all answers together may wait for readers who are slow. Each of very many connections may have a few large ones
 * underway: beyond this the slowest connection is reset, of whoever has more than their own waiting where somebody has.
 */
const mostUnsentBytes = 64 * 1024 * 1024
// A large board has half of it. Who has many names has so much by each, and is told by the pace.
const ownUnsentBytes = 2 * 1024 * 1024
const lookMs = 250
// Nobody is slow before. What is for newcomers counts against nobody else: together with the others they may have twice as
// much waiting.
const slowAfterMs = 1_000

/**
 * @typedef {import('node:net').Socket} Socket
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {{ name: string, socket: Socket, unsent: number, waitedMs: number, bytesPerMs: number }} Reader a connection, and
 *   by what name its reader is known
 */

/** @type {WeakMap<Response, string | null>} */
const names = new WeakMap()

/**
 * Notes who reads an answer: nobody who is known where it is not called. What waits for one of a name counts together, over
 * however many connections, and so does all that waits for nobody who is known.
 * @param {Response} response
 * @param {string | null} [name] null: what is kept anyway, once for all of its readers, waits for nobody
 */
export function noteReader(response, name) {
  if (name !== undefined) names.set(response, name)
}

/**
 * What a connection holds that its reader has not taken: on its way, and of answers that wait for the one before them.
 * @param {Socket} socket
 * @param {Iterable<Response>} responses
 */
function unsentOf(socket, responses) {
  let unsent = socket.writableLength
  for (const response of responses) {
    const onItsWay = response.socket?.writableLength ?? 0
    unsent += names.get(response) === null ? -onItsWay : response.writableLength - onItsWay
  }
  return unsent
}

/**
 * How much a connection's reader has taken. Node tells of a piece once all of it is gone, and a board is one: whoever reads it
 * slowly would be taken for one that reads nothing.
 * @param {Socket} socket
 */
function takenOf(socket) {
  const dispatched = Reflect.get(socket, '_bytesDispatched')
  const queued = Reflect.get(socket, '_handle')?.writeQueueSize
  const isTold = typeof dispatched === 'number' && typeof queued === 'number'
  return isTold ? dispatched - queued : socket.bytesWritten - socket.writableLength
}

/** @param {Iterable<Response>} responses */
function nameOf(responses) {
  for (const response of responses) {
    const name = names.get(response)
    if (name) return name
  }
  return ''
}

/**
 * Bounds what waits in this process for slow readers. Looked at now and then: a look costs next to nothing, and no answer
 * waits for it.
 * @param {import('node:http').Server} server
 * @param {{ mostBytes?: number, ownBytes?: number, everyMs?: number, measuredAfterMs?: number }} [bounds]
 * @returns {() => number} how many bytes wait now
 */
export function boundUnsent(
  server,
  { mostBytes = mostUnsentBytes, ownBytes = ownUnsentBytes, everyMs = lookMs, measuredAfterMs = slowAfterMs } = {},
) {
  const underway = underwayOf(server)
  // Since when something waits, and how much had been taken by then.
  /** @type {WeakMap<Socket, { atMs: number, taken: number }>} */
  const waiting = new WeakMap()

  /** @returns {Reader[]} */
  function readers() {
    const now = performance.now()
    return [...underway].flatMap(([socket, responses]) => {
      const unsent = unsentOf(socket, responses)
      if (unsent === 0) {
        waiting.delete(socket)
        return []
      }
      const taken = takenOf(socket)
      const since = waiting.get(socket) ?? { atMs: now, taken }
      waiting.set(socket, since)
      const waitedMs = now - since.atMs
      return {
        name: nameOf(responses),
        socket,
        unsent,
        waitedMs,
        bytesPerMs: (taken - since.taken) / Math.max(1, waitedMs),
      }
    })
  }

  const looking = setInterval(() => {
    const byMost = readers().toSorted((a, b) => b.unsent - a.unsent)
    const measured = byMost.filter(({ waitedMs }) => waitedMs >= measuredAfterMs)
    const slowest = measured.toSorted((a, b) => a.bytesPerMs - b.bytesPerMs)
    const left = resetDownTo(slowest, { mostBytes, ownBytes })
    const newcomers = byMost.filter(({ waitedMs }) => waitedMs < measuredAfterMs)
    resetDownTo(newcomers, { mostBytes: 2 * mostBytes - left, ownBytes })
  }, everyMs)
  looking.unref()
  server.once('close', () => clearInterval(looking))
  return () => sumOf(readers())
}

/**
 * @param {Reader[]} readers
 * @param {{ mostBytes: number, ownBytes: number }} bounds
 */
function resetDownTo(readers, bounds) {
  const tooMuch = beyond(readers, bounds)
  for (const { socket } of tooMuch) socket.resetAndDestroy()
  return sumOf(readers) - sumOf(tooMuch)
}

/**
 * Who has to go so that no more waits for all together: of whoever has most waiting, as long as that is more than their own, the
 * first, and then the first of all.
 * @template {Pick<Reader, 'name' | 'unsent'>} One
 * @param {One[]} readers
 * @param {{ mostBytes: number, ownBytes: number }} bounds
 * @returns {One[]}
 */
export function beyond(readers, { mostBytes, ownBytes }) {
  let unsent = sumOf(readers)
  if (unsent <= mostBytes) return []
  /** @type {Set<One>} */
  const found = new Set()
  const add = (/** @type {One} */ reader) => {
    found.add(reader)
    unsent -= reader.unsent
  }
  const greedy = [...byName(readers).values()].filter((one) => one.unsent > ownBytes)
  while (unsent > mostBytes) {
    const most = greedy.toSorted((one, other) => other.unsent - one.unsent)[0]
    const reader = most && most.unsent > ownBytes ? most.own.shift() : undefined
    if (!most || !reader) break
    add(reader)
    most.unsent -= reader.unsent
  }
  for (const reader of readers) {
    if (unsent <= mostBytes) break
    if (!found.has(reader)) add(reader)
  }
  return [...found]
}

/**
 * @template {Pick<Reader, 'name' | 'unsent'>} One
 * @param {One[]} readers
 */
function byName(readers) {
  /** @type {Map<string, { own: One[], unsent: number }>} */
  const found = new Map()
  for (const reader of readers) {
    const one = found.get(reader.name) ?? { own: [], unsent: 0 }
    one.own.push(reader)
    one.unsent += reader.unsent
    found.set(reader.name, one)
  }
  return found
}

/** @param {Pick<Reader, 'unsent'>[]} readers */
const sumOf = (readers) => readers.reduce((sum, { unsent }) => sum + unsent, 0)
