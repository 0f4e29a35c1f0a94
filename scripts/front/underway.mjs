/**
 * @typedef {import('node:net').Socket} Socket
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {ReadonlyMap<Socket, ReadonlySet<Response>>} Underway
 */

/** @type {WeakMap<import('node:http').Server, Map<Socket, Set<Response>>>} */
const known = new WeakMap()

/**
 * Closes a connection. Of one whose answer is under way it must not look like that answer's end, which in HTTP/1.0 it may be:
 * it is reset.
 * @param {Underway} underway
 * @param {Socket} socket
 */
export function cutOff(underway, socket) {
  const isBegun = [...(underway.get(socket) ?? [])].some(({ headersSent }) => headersSent)
  if (isBegun) socket.resetAndDestroy()
  else socket.destroy()
}

/**
 * What each connection of a server was asked for and has not been answered, in the order of asking: to be called
 * before it takes connections. All of it ends with its connection.
 * @param {import('node:http').Server} server
 * @returns {Underway}
 */
export function underwayOf(server) {
  const found = known.get(server)
  if (found) return found
  /** @type {Map<Socket, Set<Response>>} */
  const underway = new Map()
  known.set(server, underway)
  server.on('connection', (socket) => {
    socket.once('close', () => {
      underway.get(socket)?.forEach(endUnheard)
      underway.delete(socket)
    })
  })
  server.on('request', ({ socket }, response) => {
    if (socket.destroyed) return
    const responses = underway.get(socket) ?? new Set()
    underway.set(socket, responses.add(response))
    response.once('close', () => {
      responses.delete(response)
      if (responses.size === 0) underway.delete(socket)
    })
  })
  return underway
}

/**
 * Ends an answer whose connection is gone as Node ends the one whose turn it was: of those that wait behind another it
 * says nothing, and whoever makes them would go on for ever.
 * @param {Response} response
 */
function endUnheard(response) {
  if (response.socket || response.writableFinished) return
  response.destroy()
  // Node's own mark, for whoever asks later whether it has closed.
  Reflect.set(response, '_closed', true)
  response.emit('close')
}
