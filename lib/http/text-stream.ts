import { Refusal } from '@/lib/errors'
import { log } from '@/lib/log'
import { keepScope } from '@/lib/wall'

/**
 * A body from an async generator of texts, read no faster than its reader reads. A reader that goes away ends the
 * generator; a generator that throws breaks the connection, so that what was sent never looks complete, and so does `ended`, also
 * while a reader takes nothing.
 */
export function textStream(texts: AsyncGenerator<string>, ended?: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  // Whoever reads the answer does so outside the request.
  const inside = keepScope()
  let isGone = false
  const leave = () => {
    isGone = true
    void inside(() => texts.return(undefined))
  }
  const source = {
    start(controller: ReadableStreamDefaultController<Uint8Array>) {
      const breakOff = () => {
        leave()
        controller.error(ended?.reason)
      }
      if (ended?.aborted) breakOff()
      ended?.addEventListener('abort', breakOff, { once: true })
    },
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const next = await inside(() => texts.next()).catch((error) => {
        // Who may not have the rest is refused it: that is as it should be.
        const refused = error instanceof Refusal && error.code
        if (refused) log.info({ code: refused }, 'an answer ended with the right to it')
        else if (!isGone) log.error({ err: error }, 'an answer broke off')
        throw error
      })
      if (next.done) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    cancel: leave,
  }
  // Nothing is made before it is asked for.
  return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 })
}
