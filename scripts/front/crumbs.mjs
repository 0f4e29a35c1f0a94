import { textOf } from './front-door.mjs'
import { refuseBody } from './request-body.mjs'

// A chunked body may come in so many pieces of any size; what is more has so many bytes in a piece on average, or is taken
// from what all requests of the process have together, and from what each has by the second.
const freePieces = 100
const leastBytes = 64
const freePerSecond = 10
const lingerMs = 1_000
const forAll = { most: 20_000, perSecond: 10_000 }

/**
 * Refuses bodies in crumbs: each piece costs a microsecond, be it one byte, and a connection brings ten thousand at a time.
 * The connection is closed. What came together goes on together: whoever reads a body pays for each piece ten times that.
 * @param {import('node:http').Server} server
 * @param {{ most: number, perSecond: number }} [shared] pieces
 */
export function refuseCrumbs(server, shared = forAll) {
  const spend = sharing(shared)
  server.on('request', (request, response) => {
    if (request.headers['transfer-encoding'] === undefined) return
    const { socket } = request
    const push = together(request)
    const begunAt = performance.now()
    let [crumbs, paidFor] = [0, freePieces]
    const areTooMany = () => {
      if (crumbs <= paidFor) return false
      paidFor = Math.max(paidFor, freePieces + ((performance.now() - begunAt) / 1000) * freePerSecond)
      if (crumbs <= paidFor) return false
      paidFor += 1
      return !spend()
    }
    request.push = (/** @type {Buffer | null} */ piece) => {
      crumbs = Math.max(0, crumbs + 1 - (piece?.length ?? 0) / leastBytes)
      if (!areTooMany()) return push(piece)
      request.push = () => true
      refuseBody(request)
      passOver(socket)
      // It has a socket when its turn has come: before, this would be read as part of another answer.
      if (response.socket && !response.headersSent) socket.write(textOf('request_malformed'))
      socket.destroySoon()
      // Behind answers that nobody reads it would go on coming.
      setTimeout(() => socket.destroy(), lingerMs).unref()
      return true
    }
    // What nobody has read by the end of the answer Node would take off the wire uncounted.
    response.prependOnceListener('finish', () => {
      if (request.complete) return
      request.read(0)
      request.resume()
    })
  })
}

/**
 * Whether one more piece may be spent of what a process has for all.
 * @param {{ most: number, perSecond: number }} shared
 */
function sharing({ most, perSecond }) {
  let left = most
  let at = performance.now()
  return () => {
    const now = performance.now()
    left = Math.min(most, left + ((now - at) / 1000) * perSecond)
    at = now
    if (left < 1) return false
    left -= 1
    return true
  }
}

/**
 * Pushes what came in one reading of the socket as one piece.
 * @param {import('node:http').IncomingMessage} request
 * @returns {(piece: Buffer | null) => boolean} as `request.push`
 */
function together(request) {
  const push = request.push.bind(request)
  /** @type {Buffer[]} */
  let held = []
  let wantsMore = true
  const flush = () => {
    if (held.length === 0) return
    const pieces = held
    held = []
    wantsMore = push(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
  }
  return (piece) => {
    if (piece === null) {
      flush()
      return push(null)
    }
    if (held.push(piece) === 1) setImmediate(flush)
    return wantsMore
  }
}

// Where Node's parser has its listener for a body.
const onBody = 3

/**
 * Has Node's parser go over the rest of a body without telling anybody of it: a quarter of the cost. It cannot be told to
 * stop, and where this is no longer the way to say so, nothing is said.
 * @param {import('node:net').Socket} socket
 */
function passOver(socket) {
  const parser = Reflect.get(socket, 'parser')
  const listener = parser?.[onBody]
  if (typeof listener !== 'function' || listener.name !== 'parserOnBody') return
  parser[onBody] = null
  // Another connection gets it then.
  socket.once('close', () => {
    parser[onBody] = listener
  })
}
