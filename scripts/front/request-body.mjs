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
        const fail = () => {
          if (!isOver) controller.error(new Error('The body broke off'))
          isOver = true
        }
        if (request.destroyed) return fail()
        request.pause()
        request.on('data', (chunk) => {
          if (isOver) return
          request.pause()
          // A copy: what it comes in is the pool's.
          controller.enqueue(new Uint8Array(chunk))
        })
        request.once('end', () => {
          if (!isOver) controller.close()
          isOver = true
        })
        request.on('error', fail)
        request.once('close', fail)
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
