import { isUtf8 } from 'node:buffer'
import { lineLimitBytes } from '@/lib/entries/model'
import { Refusal } from '@/lib/errors'

/** A line of a stream, counted from 0, empty ones included. `text` null: not UTF-8, or longer than a line may be. */
export type Line = { index: number; bytes: number } & ({ text: string } | { text: null; reason: string })

const newline = 0x0a
// Of lines that end, empty ones included, between two givings way: well within a millisecond where they are short.
const mostEndsAtOnce = 256
const utf8 = new TextDecoder()

/**
 * Cuts chunks of bytes into lines at \n, wherever the chunks were cut. It never holds more than one line; of a line
 * that is too long it holds nothing.
 */
export class LineSplitter {
  #index = 0
  #held: Uint8Array[] = []
  #heldBytes = 0;

  /** The lines that end in this chunk, but for empty ones: some at a time, which may be none. To be read to its end. */
  *push(chunk: Uint8Array): Generator<Line[]> {
    let lines: Line[] = []
    let from = 0
    let ends = 0
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      this.#hold(chunk.subarray(from, to))
      this.#cut(lines)
      from = to + 1
      if (++ends % mostEndsAtOnce > 0) continue
      yield lines
      lines = []
    }
    this.#hold(chunk.subarray(from))
    yield lines
  }

  /** The last line, if no newline ended it. */
  end(): Line[] {
    const lines: Line[] = []
    this.#cut(lines)
    return lines
  }

  #hold(bytes: Uint8Array): void {
    this.#heldBytes += bytes.byteLength
    // One byte more may be the \r of \r\n.
    if (this.#heldBytes > lineLimitBytes + 1) this.#held = []
    else if (bytes.byteLength > 0) this.#held.push(bytes)
  }

  #cut(lines: Line[]): void {
    const index = this.#index++
    const bytes = this.#heldBytes
    if (bytes === 0) return
    const line = this.#held.length === 1 && this.#held[0] ? this.#held[0] : Buffer.concat(this.#held)
    this.#held = []
    this.#heldBytes = 0
    const content = line.at(-1) === 0x0d ? line.subarray(0, -1) : line
    if (bytes > lineLimitBytes + 1 || content.byteLength > lineLimitBytes) {
      lines.push({ index, bytes: 0, text: null, reason: `A line has at most ${lineLimitBytes} bytes` })
      return
    }
    // Asked first: to be told by what decode throws takes many times as long.
    if (!isUtf8(content)) {
      lines.push({ index, bytes: 0, text: null, reason: 'The line is not UTF-8' })
      return
    }
    const text = utf8.decode(content)
    if (text.trim() !== '') lines.push({ index, bytes, text })
  }
}

/** ReadableStream is an AsyncIterable on every server, but not in every library of types. */
type Body = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * The lines of a body, a chunk's or fewer at a time. The next chunk is read when these have been dealt with: that is the
 * back-pressure. Throws body_malformed when the sender goes away before the end.
 */
export async function* linesOf(body: Body): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter()
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) yield* splitter.push(chunk)
  } catch {
    throw new Refusal('body_malformed', 'The body broke off. What was recorded stays; send all of it again.')
  }
  yield splitter.end()
}

/** What an iterator gives, and null whenever it has given nothing for so long. */
export async function* orPauses<Item>(items: AsyncGenerator<Item>, pauseMs: number): AsyncGenerator<Item | null> {
  try {
    for (let next = items.next(); ; ) {
      // Awaited below at the latest; until then its failure is nobody's unhandled one.
      next.catch(() => undefined)
      let timer: NodeJS.Timeout | undefined
      const pause = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, pauseMs, null)
      })
      const first = await Promise.race([next, pause]).finally(() => clearTimeout(timer))
      if (first === null) yield null
      else if (first.done) return
      else {
        yield first.value
        next = items.next()
      }
    }
  } finally {
    await items.return(undefined)
  }
}
