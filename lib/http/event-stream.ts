import { keepScope } from '@/lib/wall'
import { metrics } from '@/lib/watch/metrics'

/** One message of a server-sent event stream. `data` is one line of JSON text, so that many readers share it. */
export type StreamMessage = { event: string; data: string; id?: string }

// Whoever stops the server ends open streams first: it would wait for them for ever (scripts/serve.mjs).
const closers = Symbol.for('baycall.closers')
const held = globalThis as typeof globalThis & {
  [closers]?: Set<() => void>
  baycallReaders?: Map<string, Set<() => void>>
}

const encoder = new TextEncoder()
const encoded = new WeakMap<StreamMessage, Uint8Array>()

// Once for all of its readers, who may be hundreds: each keeps what their connection has not taken yet.
function encode(message: StreamMessage): Uint8Array {
  const known = encoded.get(message)
  if (known) return known
  const { event, data, id } = message
  const bytes = encoder.encode(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`)
  encoded.set(message, bytes)
  return bytes
}

// Nobody has so many tabs open, nor so many boards by one account (a paired tablet has none), and a server that is full of one
// reader's streams is slow for everybody else.
const most = { session: 20, account: 500 }

/** Keeps an open stream among those of its reader; of more than there may be the eldest ends. Answers how to leave. */
function joinReader(kind: keyof typeof most, id: string, end: () => void): () => void {
  const reader = `${kind} ${id}`
  held.baycallReaders ??= new Map()
  const readers = held.baycallReaders
  const open = readers.get(reader) ?? new Set()
  readers.set(reader, open.add(end))
  const [eldest] = open.size > most[kind] ? open : []
  eldest?.()
  return () => {
    open.delete(end)
    if (open.size === 0 && readers.get(reader) === open) readers.delete(reader)
  }
}

/**
 * Server-sent events from an async generator, which learns by its signal that the reader has gone or the server stops.
 * A reader that is slow holds the generator back (back-pressure). Errors end the stream: the reader comes again.
 * `reader`: who reads, by session and account, or as a tablet: of each this process keeps so many streams open and no more.
 */
export function eventStream(
  request: Request,
  reader: { sessionId: string; userId: string },
  messages: (signal: AbortSignal) => AsyncGenerator<StreamMessage>,
): Response {
  held[closers] ??= new Set()
  const ending = new AbortController()
  const end = () => ending.abort()
  // Whoever reads the answer does so outside the request.
  const inside = keepScope()
  const source = messages(ending.signal)
  const finish = () => {
    end()
    leave()
    if (held[closers]?.delete(end)) metrics().boards.dec()
    void inside(() => source.return(undefined))
  }
  const joined = [joinReader('session', reader.sessionId || reader.userId, finish)]
  if (reader.sessionId) joined.push(joinReader('account', reader.userId, finish))
  const leave = () => joined.forEach((end) => void end())
  held[closers]?.add(end)
  metrics().boards.inc()
  request.signal.addEventListener('abort', finish, { once: true })
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const next = await inside(() => source.next())
      if (next.done) {
        finish()
        controller.close()
      } else controller.enqueue(encode(next.value))
    } catch (error) {
      finish()
      controller.error(error)
    }
  }
  // None is made before it is asked for: what is on its way waits in the socket, and is counted there.
  const body = new ReadableStream<Uint8Array>({ pull, cancel: finish }, { highWaterMark: 0 })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}
