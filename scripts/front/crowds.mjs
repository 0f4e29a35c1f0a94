import { isIPv6 } from 'node:net'
import { cutOff, underwayOf } from './underway.mjs'

// A waiting connection takes some 30 KB: beyond this a process has no memory for what it is there for.
const mostConnections = 10_000
// The rest is the database's, and that of files.
const ofDescriptors = 0.75

/** How many connections a process may have: fewer where the system lets it open fewer files. */
function mostHere() {
  Reflect.set(process.report, 'excludeNetwork', true)
  const { soft } = Reflect.get(process.report.getReport(), 'userLimits')?.open_files ?? {}
  return Math.min(mostConnections, Math.floor(Number.parseInt(soft, 10) * ofDescriptors) || mostConnections)
}

/**
 * Whose a connection is: of an IPv6 address its /64, which one subscriber has all of.
 * @param {string} [address]
 */
function networkOf(address = '') {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('%', 1).join().split('::')
  const [before, after] = [head, tail ?? ''].map((text) => text.split(':').filter(Boolean))
  const zeros = Array(Math.max(0, 8 - (before?.length ?? 0) - (after?.length ?? 0))).fill('0')
  return [...(before ?? []), ...zeros, ...(after ?? [])].slice(0, 4).join(':')
}

/**
 * @typedef {import('node:net').Socket} Socket
 */

/** Connections that wait, by whose they are: who has most is found at once, however many there are. */
class Waiting {
  /** @type {Map<string, Set<Socket>>} in the order in which they have begun to wait */
  #of = new Map()
  /** @type {Map<number, Set<string>>} networks by how many of theirs wait */
  #byCount = new Map()
  #most = 0

  /**
   * @param {string} network
   * @param {Socket} socket
   */
  add(network, socket) {
    const theirs = this.#of.get(network) ?? new Set()
    if (theirs.has(socket)) return
    this.#of.set(network, theirs.add(socket))
    this.#move(network, theirs.size - 1, theirs.size)
  }

  /**
   * @param {string} network
   * @param {Socket} socket
   */
  delete(network, socket) {
    const theirs = this.#of.get(network)
    if (!theirs?.delete(socket)) return
    if (theirs.size === 0) this.#of.delete(network)
    this.#move(network, theirs.size + 1, theirs.size)
  }

  /** The one that has waited longest, of whoever has most that wait. */
  longestOfMost() {
    const [network = ''] = this.#byCount.get(this.#most) ?? []
    const [socket] = this.#of.get(network) ?? []
    return socket
  }

  /**
   * @param {string} network
   * @param {number} from
   * @param {number} to
   */
  #move(network, from, to) {
    const left = this.#byCount.get(from)
    left?.delete(network)
    if (left?.size === 0) this.#byCount.delete(from)
    if (to > 0) this.#byCount.set(to, (this.#byCount.get(to) ?? new Set()).add(network))
    this.#most = Math.max(to, this.#byCount.has(this.#most) ? this.#most : to)
  }
}

/** @param {import('node:http').IncomingMessage} request */
const hasBody = ({ headers }) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** @param {import('node:http').ServerResponse} response */
const isBeingMade = ({ writableEnded, req }) => !writableEnded && (req.complete || !hasBody(req))

/**
 * Anybody may open connections and send nothing, or half a request, and open them anew as they are closed: where a process
 * can open no more, nobody is answered. Beyond `most` the one is closed that has waited longest for its client, of the network
 * that has most such. What is asked for whole is made and told, as long as that takes; what is made then waits to be taken.
 * @param {import('node:http').Server} server
 * @param {number} [most]
 */
export function boundConnections(server, most = mostHere()) {
  const underway = underwayOf(server)
  const waiting = new Waiting()
  /** @type {Map<Socket, string>} */
  const open = new Map()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress)
    open.set(socket, network)
    waiting.add(network, socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(network, socket)
    })
    // What is closed is told of later.
    const longest = open.size > most ? (waiting.longestOfMost() ?? socket) : undefined
    if (!longest) return
    waiting.delete(open.get(longest) ?? '', longest)
    open.delete(longest)
    cutOff(underway, longest)
  })
  server.on('request', (request, response) => {
    const { socket } = request
    const network = open.get(socket)
    if (network === undefined) return
    const look = () => {
      if (!open.has(socket)) return
      if ([...(underway.get(socket) ?? [])].some(isBeingMade)) waiting.delete(network, socket)
      else waiting.add(network, socket)
    }
    request.once('end', look)
    look()
    // Whoever does not take what is made for them waits as well, or is waited for.
    for (const told of ['prefinish', 'close']) response.once(told, look)
  })
}
