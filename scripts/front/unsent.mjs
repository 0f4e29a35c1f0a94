import { underwayOf } from './underway.mjs'

/**
 * What all answers together may wait for readers who are slow. Each of very many connections may have a few large ones
 * underway: beyond this the slowest connection of whoever has most waiting is reset.
 */
const mostUnsentBytes = 64 * 1024 * 1024
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
 * Notes who reads an answer: nobody who is known where it is not called. So much as all of them have waiting is reset for
 * nobody else's, and whoever is known by a name of their own has all of it counted, over however many connections.
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
 * @param {{ mostBytes?: number, everyMs?: number, measuredAfterMs?: number }} [bounds]
 * @returns {() => number} how many bytes wait now
 */
export function boundUnsent(
  server,
  { mostBytes = mostUnsentBytes, everyMs = lookMs, measuredAfterMs = slowAfterMs } = {},
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
      const taken = socket.bytesWritten - socket.writableLength
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
    const left = resetDownTo(
      mostBytes,
      measured.toSorted((a, b) => a.bytesPerMs - b.bytesPerMs),
    )
    resetDownTo(
      2 * mostBytes - left,
      byMost.filter(({ waitedMs }) => waitedMs < measuredAfterMs),
    )
  }, everyMs)
  looking.unref()
  server.once('close', () => clearInterval(looking))
  return () => sumOf(readers())
}

/**
 * Resets, of whoever has most waiting by then, the first of some readers until no more waits for all; how much then does.
 * @param {number} mostBytes
 * @param {Reader[]} readers
 */
function resetDownTo(mostBytes, readers) {
  let unsent = sumOf(readers)
  if (unsent <= mostBytes) return unsent
  /** @type {Map<string, { own: Reader[], unsent: number }>} */
  const left = new Map()
  for (const reader of readers) {
    const { own, unsent } = left.get(reader.name) ?? { own: [], unsent: 0 }
    own.push(reader)
    left.set(reader.name, { own, unsent: unsent + reader.unsent })
  }
  while (unsent > mostBytes) {
    const most = [...left.values()].reduce((one, other) => (other.unsent > one.unsent ? other : one))
    const reader = most.own.shift()
    if (!reader) break
    reader.socket.resetAndDestroy()
    most.unsent -= reader.unsent
    unsent -= reader.unsent
  }
  return unsent
}

/** @param {Reader[]} readers */
const sumOf = (readers) => readers.reduce((sum, { unsent }) => sum + unsent, 0)
