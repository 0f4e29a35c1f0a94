import { underwayOf } from './underway.mjs'

/**
 * What all answers together may wait for readers who are slow. Each of very many connections may have a few large ones
 * underway: beyond this the slowest connection is reset, of whoever has more than their own waiting where somebody has.
 */
const mostUnsentBytes = 64 * 1024 * 1024
// A large board has half of it.
const ownUnsentBytes = 2 * 1024 * 1024
// So many times as much for those of one circle together (the people and tablets of a store, who have a key), and for all of a
// project: of either there may be as many as somebody likes, each with less than their own.
const shares = [1, 4, 8]
const lookMs = 250
// Nobody is slow before. What is for newcomers counts against nobody else: together with the others they may have twice as
// much waiting.
const slowAfterMs = 1_000

/**
 * @typedef {import('node:net').Socket} Socket
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {string[]} Whose the name by which a reader is known, and those of their circle and their project: fewer for
 *   somebody who is of none
 * @typedef {{ whose: Whose, socket: Socket, unsent: number, waitedMs: number, bytesPerMs: number }} Reader a connection, and
 *   who reads it
 */

/** @type {WeakMap<Response, Whose | null>} */
const readersOf = new WeakMap()

/**
 * Notes who reads an answer: nobody who is known where it is not called. What waits for one of a name, a circle or a project
 * counts together, over however many connections, and so does all that waits for nobody who is known.
 * @param {Response} response
 * @param {Whose | null} [whose] null: what is kept anyway, once for all of its readers, waits for nobody
 */
export function noteReader(response, whose) {
  if (whose !== undefined) readersOf.set(response, whose)
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
    unsent += readersOf.get(response) === null ? -onItsWay : response.writableLength - onItsWay
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
function whoseAre(responses) {
  for (const response of responses) {
    const whose = readersOf.get(response)
    if (whose) return whose
  }
  return ['']
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
        whose: whoseAre(responses),
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
 * Who has to go so that no more waits for all together: of whoever has most waiting, by the share of theirs, as long as that is
 * more than their share, be they one, a circle or a project, the first; and then the first of all.
 * @template {Pick<Reader, 'whose' | 'unsent'>} One
 * @param {One[]} readers
 * @param {{ mostBytes: number, ownBytes: number }} bounds
 * @returns {One[]}
 */
export function beyond(readers, { mostBytes, ownBytes }) {
  let unsent = sumOf(readers)
  if (unsent <= mostBytes) return []
  const groups = groupsOf(readers, ownBytes)
  /** @type {Set<One>} */
  const found = new Set()
  const firstOf = (/** @type {One[]} */ own) => own.find((reader) => !found.has(reader))
  while (unsent > mostBytes) {
    let most
    for (const group of groups.values()) if (group.shares > (most?.shares ?? 1)) most = group
    // Of a project the circle that has most: its others may have little, and read slowly.
    const project = most?.level === 2 ? most.own[0]?.whose[2] : undefined
    if (project !== undefined) {
      let circle
      for (const group of groups.values()) {
        const isOfProject = group.level === 1 && group.own[0]?.whose[2] === project
        if (isOfProject && group.shares > (circle?.shares ?? 0)) circle = group
      }
      most = circle ?? most
    }
    const reader = firstOf(most?.own ?? readers)
    if (!reader) break
    found.add(reader)
    unsent -= reader.unsent
    for (const group of namesOf(reader).map((name) => groups.get(name))) {
      if (group) group.shares -= reader.unsent / group.share
    }
  }
  return [...found]
}

/** @param {Pick<Reader, 'whose'>} reader */
const namesOf = ({ whose }) => whose.map((name, level) => `${level} ${name}`)

/**
 * @template {Pick<Reader, 'whose' | 'unsent'>} One
 * @param {One[]} readers
 * @param {number} ownBytes
 */
function groupsOf(readers, ownBytes) {
  /** @type {Map<string, { level: number, own: One[], share: number, shares: number }>} */
  const found = new Map()
  for (const reader of readers) {
    for (const [level, name] of namesOf(reader).entries()) {
      const share = ownBytes * (shares[level] ?? 1)
      const group = found.get(name) ?? { level, own: [], share, shares: 0 }
      group.own.push(reader)
      group.shares += reader.unsent / share
      found.set(name, group)
    }
  }
  return found
}

/** @param {Pick<Reader, 'unsent'>[]} readers */
const sumOf = (readers) => readers.reduce((sum, { unsent }) => sum + unsent, 0)
