import { cutOff } from './underway.mjs'

/**
 * HTTP lets a client send requests before the answers to earlier ones, and Node begins all of them at once: a few
 * kilobytes could ask for gigabytes of answers. Proxies and browsers do nothing of the kind.
 */
const mostUnderway = 8

/**
 * Whether a request is to be answered: not where its connection is gone, or has too many underway, which closes it.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('./underway.mjs').Underway} underway with the request's own
 */
export function isWithinPipeline({ socket }, underway) {
  if (socket.destroyed) return false
  if ((underway.get(socket)?.size ?? 0) <= mostUnderway) return true
  cutOff(underway, socket)
  return false
}
