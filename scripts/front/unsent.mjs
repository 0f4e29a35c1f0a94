import { underwayOf } from './underway.mjs'

/**
 * What all answers together may wait for readers who are slow. Each of very many connections may have a few large ones
 * underway: beyond this the slowest reader's connection is reset.
 */
const mostUnsentBytes = 64 * 1024 * 1024
const lookMs = 250
// Nobody is slow before: until then a reader goes only where twice as much waits.
const measuredAfterMs = 1_000

/**
 * @typedef {import('node:net').Socket} Socket
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {{ socket: Socket, unsent: number, waitedMs: number, bytesPerMs: number }} Reader
 */

/**
 * What a connection holds that its reader has not taken: on its way, and of answers that wait for the one before them.
 * @param {Socket} socket
 * @param {Iterable<Response>} responses
 */
function unsentOf(socket, responses) {
  let unsent = socket.writableLength
  for (const response of responses) unsent += response.writableLength - (response.socket?.writableLength ?? 0)
  return unsent
}

/**
 * Bounds what waits in this process for slow readers. Looked at now and then: a look costs next to nothing, and no answer
 * waits for it.
 * @param {import('node:http').Server} server
 * @param {{ mostBytes?: number, everyMs?: number }} [bounds]
 * @returns {() => number} how many bytes wait now
 */
export function boundUnsent(server, { mostBytes = mostUnsentBytes, everyMs = lookMs } = {}) {
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
      return { socket, unsent, waitedMs, bytesPerMs: (taken - since.taken) / Math.max(1, waitedMs) }
    })
  }

  const looking = setInterval(() => {
    const all = readers()
    let unsent = sumOf(all)
    if (unsent <= mostBytes) return
    const byMost = all.toSorted((a, b) => b.unsent - a.unsent)
    const measured = byMost.filter(({ waitedMs }) => waitedMs >= measuredAfterMs)
    const newcomers = byMost.filter(({ waitedMs }) => waitedMs < measuredAfterMs)
    const inTurn = [
      ...measured.toSorted((a, b) => a.bytesPerMs - b.bytesPerMs).map((reader) => ({ reader, bound: mostBytes })),
      ...newcomers.map((reader) => ({ reader, bound: 2 * mostBytes })),
    ]
    for (const { reader, bound } of inTurn) {
      if (unsent <= bound) continue
      reader.socket.resetAndDestroy()
      unsent -= reader.unsent
    }
  }, everyMs)
  looking.unref()
  server.once('close', () => clearInterval(looking))
  return () => sumOf(readers())
}

/** @param {Reader[]} readers */
const sumOf = (readers) => readers.reduce((sum, { unsent }) => sum + unsent, 0)
