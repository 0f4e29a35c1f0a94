import { isUtf8 } from 'node:buffer'
import { lineLimitBytes } from '@/lib/entries/model'
import { Busy, Refusal } from '@/lib/errors'
import type { Hold } from '@/lib/http/json-body'

/** A line of a stream, counted from 0, empty ones included. `text` null: not UTF-8, or longer than a line may be. */
export type Line = { index: number; bytes: number } & ({ text: string } | { text: null; reason: string })

const newline = 0x0a
// Of lines that end, empty ones included, between two givings way: well within a millisecond where they are short.
const mostEndsAtOnce = 256
const utf8 = new TextDecoder()

const nothing = new Uint8Array(0)
// One byte more may be the \r of \r\n.
const mostHeldBytes = lineLimitBytes + 1
const leastHeldBytes = 256

/**
 * Cuts chunks of bytes into lines at \n, wherever the chunks were cut. It never holds more than what has come of one line,
 * twice its bytes at most, and no chunk; of a line that is too long it holds nothing.
 */
export class LineSplitter {
  #index = 0
  // Its first bytes are what has come of a line that goes on in the next chunk.
  #held: Uint8Array = nothing
  #heldBytes = 0

  /** How many bytes are kept of a line that goes on. */
  get keptBytes(): number {
    return this.#held.byteLength
  }

  /** The lines that end in this chunk, but for empty ones: some at a time, which may be none. To be read to its end. */
  *push(chunk: Uint8Array): Generator<Line[]> {
    let lines: Line[] = []
    let from = 0
    let ends = 0
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      this.#cut(lines, chunk.subarray(from, to))
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
    this.#cut(lines, nothing)
    return lines
  }

  // Copied: a view of each chunk takes a hundred times its bytes where somebody sends them one by one.
  #hold(bytes: Uint8Array): void {
    const from = this.#heldBytes
    this.#heldBytes += bytes.byteLength
    if (this.#heldBytes > mostHeldBytes) this.#held = nothing
    else if (bytes.byteLength > 0) {
      if (this.#heldBytes > this.#held.byteLength) this.#grow(from)
      this.#held.set(bytes, from)
    }
  }

  // At least twofold, so that a line is not copied for each of its chunks.
  #grow(usedBytes: number): void {
    const wanted = Math.max(this.#heldBytes, 2 * this.#held.byteLength, leastHeldBytes)
    const grown = new Uint8Array(Math.min(wanted, mostHeldBytes))
    grown.set(this.#held.subarray(0, usedBytes))
    this.#held = grown
  }

  // A line with its last bytes.
  #cut(lines: Line[], last: Uint8Array): void {
    const index = this.#index++
    // Most begin and end within a chunk: nothing of them is copied.
    const isWhole = this.#heldBytes === 0
    if (!isWhole) this.#hold(last)
    const bytes = isWhole ? last.byteLength : this.#heldBytes
    if (bytes === 0) return
    const line = isWhole ? last : this.#held.subarray(0, bytes)
    this.#held = nothing
    this.#heldBytes = 0
    const content = line.at(-1) === 0x0d ? line.subarray(0, -1) : line
    if (bytes > mostHeldBytes || content.byteLength > lineLimitBytes) {
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
 * back-pressure. `hold`: of a chunk until then, and of what has come of a line that goes on. Throws body_malformed when the sender goes away before the
 * end, and what `hold` throws.
 */
export async function* linesOf(body: Body, hold: Hold = () => {}): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter()
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      const { keptBytes } = splitter
      hold(chunk.byteLength)
      yield* splitter.push(chunk)
      hold(splitter.keptBytes - keptBytes - chunk.byteLength)
    }
  } catch (error) {
    if (error instanceof Busy) throw error
    throw new Refusal('body_malformed', 'The body broke off. What was recorded stays; send all of it again.')
  }
  yield splitter.end()
}

/** What an iterator gives, and null whenever it has given nothing for so long. */
export async function* orPauses<Item>(items: AsyncGenerator<Item>, pauseMs: number): AsyncGenerator<Item | null> {
  try {
    for (;;) {
      const next = items.next()
      let isHere = false
      let wake = () => {}
      const here = () => {
        isHere = true
        wake()
      }
      // Once, not once a pause: a promise keeps all that wait for it, and who sends nothing has pauses for hours.
      next.then(here, here)
      while (!isHere) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = setTimeout(resolve, pauseMs)
        })
        clearTimeout(timer)
        if (!isHere) yield null
      }
      const item = await next
      if (item.done) return
      yield item.value
    }
  } finally {
    // Not awaited: it waits for what is underway, and whoever is refused is told so before they send more.
    items.return(undefined).catch(() => undefined)
  }
}
