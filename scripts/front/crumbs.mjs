import { textOf } from './front-door.mjs'

// A body may come letter by letter as far as this, and so many a second for as long as it lasts; what is more has so many
// bytes in a piece on average.
const freePieces = 1_000
const freePerSecond = 10
const leastBytes = 64

/**
 * Refuses bodies in crumbs. Each piece of a body, if it is one byte, costs the process as much as a kilobyte, in time and in
 * memory: a megabyte of them would be ten seconds. The connection is closed.
 * @param {import('node:http').Server} server
 */
export function refuseCrumbs(server) {
  server.on('request', (request, response) => {
    const push = request.push.bind(request)
    const begunAt = performance.now()
    let [pieces, bytes] = [0, 0]
    const areCrumbs = () =>
      pieces > freePieces &&
      bytes < pieces * leastBytes &&
      pieces > freePieces + ((performance.now() - begunAt) / 1000) * freePerSecond
    request.push = (/** @type {Buffer | null} */ piece) => {
      pieces += 1
      bytes += piece?.length ?? 0
      if (!areCrumbs()) return push(piece)
      request.push = () => false
      // It has a socket when its turn has come: before, this would be read as part of another answer.
      if (response.socket && !response.headersSent) request.socket.write(textOf('request_malformed'))
      request.socket.destroySoon()
      return false
    }
  })
}
