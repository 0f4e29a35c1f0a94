const brokeOff = () => new Error('The body broke off')

/** @type {WeakSet<import('node:http').IncomingMessage>} */
const refused = new WeakSet()

/**
 * Notes that a request is refused in the middle of its body: nothing is done by what has come of it, nor by what comes still.
 * @param {import('node:http').IncomingMessage} request
 */
export const refuseBody = (request) => void refused.add(request)

/**
 * What is there of a body and was not read yet, once its connection has gone: all of the rest, or null where that never came.
 * Whoever sends an arrival and loses the network in the next moment has arrived.
 * @param {import('node:http').IncomingMessage} request
 * @returns {Buffer | null}
 */
const restOf = (request) => (request.complete && !refused.has(request) ? (request.read() ?? Buffer.alloc(0)) : null)

/**
 * A request's body in one piece; fails where it breaks off.
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Buffer>}
 */
export function bytesOf(request) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = []
    const whole = () => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    const gone = () => {
      const rest = restOf(request)
      if (rest === null) return reject(brokeOff())
      chunks.push(rest)
      resolve(whole())
    }
    if (request.destroyed) return gone()
    request.on('data', (chunk) => chunks.push(chunk))
    request.once('end', () => {
      request.off('close', gone)
      if (refused.has(request)) reject(brokeOff())
      else resolve(whole())
    })
    // Behind which it closes: whichever comes first counts, its end or that.
    request.on('error', () => {})
    request.once('close', gone)
  })
}

/**
 * What comes of a request's body, a piece at a time: nothing is read before it is asked for. Once nobody reads it any more the
 * rest is thrown away, for as long as its connection is left open (slow-clients.mjs): whoever is refused while they send hears of
 * it. Node's own conversion cuts them off then, and throws where a piece has come meanwhile.
 * @param {import('node:http').IncomingMessage} request
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>} fails where the body breaks off
 */
export function streamOf(request) {
  let isOver = false
  return new ReadableStream(
    {
      start(controller) {
        const gone = () => {
          if (isOver) return
          isOver = true
          const rest = restOf(request)
          if (rest === null) return controller.error(brokeOff())
          if (rest.length > 0) controller.enqueue(new Uint8Array(rest))
          controller.close()
        }
        if (request.destroyed) return gone()
        request.pause()
        request.on('data', (chunk) => {
          if (isOver) return
          request.pause()
          // A copy: what it comes in is the pool's.
          controller.enqueue(new Uint8Array(chunk))
        })
        request.once('end', () => {
          if (isOver) return
          isOver = true
          if (refused.has(request)) controller.error(brokeOff())
          else controller.close()
        })
        request.on('error', () => {})
        request.once('close', gone)
      },
      pull() {
        request.resume()
      },
      cancel() {
        isOver = true
        request.resume()
      },
    },
    { highWaterMark: 0 },
  )
}
