/**
 * HTTP lets a client send requests before the answers to earlier ones, and Node begins all of them at once: a few
 * kilobytes could ask for gigabytes of answers. Proxies and browsers do nothing of the kind.
 */
const mostUnderway = 8

/** @type {WeakMap<import('node:net').Socket, number>} */
const underway = new WeakMap()

/**
 * Whether a request is to be answered: not where its connection is gone, or has too many underway, which closes it.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
export function isWithinPipeline({ socket }, response) {
  if (socket.destroyed) return false
  const count = (underway.get(socket) ?? 0) + 1
  if (count > mostUnderway) {
    socket.destroy()
    return false
  }
  underway.set(socket, count)
  response.once('close', () => underway.set(socket, (underway.get(socket) ?? 1) - 1))
  return true
}
