import { metrics } from '@/lib/watch/metrics'

/** One message of a server-sent event stream. `data` is one line of JSON text, so that many readers share it. */
export type StreamMessage = { event: string; data: string; id?: string }

// Whoever stops the server ends open streams first: it would wait for them for ever (scripts/serve.mjs).
const closers = Symbol.for('baycall.closers')
const held = globalThis as typeof globalThis & { [closers]?: Set<() => void> }

function encode({ event, data, id }: StreamMessage): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
}

/**
 * Server-sent events from an async generator, which learns by its signal that the reader has gone or the server stops.
 * A reader that is slow holds the generator back (back-pressure). Errors end the stream: the reader comes again.
 */
export function eventStream(
  request: Request,
  messages: (signal: AbortSignal) => AsyncGenerator<StreamMessage>,
): Response {
  held[closers] ??= new Set()
  const ending = new AbortController()
  const end = () => ending.abort()
  const encoder = new TextEncoder()
  const source = messages(ending.signal)
  const finish = () => {
    end()
    if (held[closers]?.delete(end)) metrics().boards.dec()
    void source.return(undefined)
  }
  held[closers]?.add(end)
  metrics().boards.inc()
  request.signal.addEventListener('abort', end, { once: true })
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await source.next()
        if (next.done) {
          finish()
          controller.close()
        } else controller.enqueue(encoder.encode(encode(next.value)))
      } catch (error) {
        finish()
        controller.error(error)
      }
    },
    cancel: finish,
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}
