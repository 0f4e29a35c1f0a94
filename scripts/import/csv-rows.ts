import { parse } from 'csv-parse/sync'
import type { Line } from '@/lib/entries/lines'

/** A row of the file, or why a line is none. `line`: where it begins, from 1. */
export type Row = { line: number; cells: string[] } | { line: number; text: string; reason: string }

/** `reason`: it is no text at all. */
type Sought = { line: number; text: string; reason?: string }

const mostLines = 100

/** The character between cells: the one of three that a header has most of. */
export function delimiterOf(header: string): string {
  const count = (character: string) => header.split(character).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** The cells of some lines. Throws where they are no CSV. */
export const cellsOf = (text: string, delimiter: string): string[][] =>
  parse(text, { delimiter, relax_column_count: true })

function isOpen(text: string): boolean {
  let quotes = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) quotes++
  return quotes % 2 === 1
}

/**
 * Makes rows of lines. A cell may go over several lines; but whatever is wrong with a line costs that line alone, so a
 * quote that is never closed does not swallow what follows.
 */
export class RowReader {
  /** The line whose quote nothing has closed when the file ended, so that it may go on there; null: there is none. */
  openFrom: number | null = null
  #waiting: Sought[] = []

  constructor(
    readonly delimiter: string,
    readonly width: number,
  ) {}

  /** The rows that are whole with these lines. */
  push(lines: Line[]): Row[] {
    for (const line of lines) {
      const { text, reason } =
        line.text === null ? { text: '', reason: line.reason } : { text: line.text, reason: undefined }
      this.#waiting.push({ line: line.index + 1, text, reason })
    }
    return this.#take(false)
  }

  /** What remains at the file's end. */
  end(): Row[] {
    return this.#take(true)
  }

  #take(isEnd: boolean): Row[] {
    const rows: Row[] = []
    let whole: Sought[] = []
    let at = 0
    const flush = () => {
      rows.push(...this.#together(whole))
      whole = []
    }
    while (at < this.#waiting.length) {
      const first = this.#waiting[at] as Sought
      if (first.reason !== undefined || !isOpen(first.text)) {
        if (first.reason !== undefined) flush()
        if (first.reason !== undefined) rows.push({ ...first, reason: first.reason })
        else whole.push(first)
        at++
        continue
      }
      const long = this.#longFrom(at)
      if (long === null && !isEnd && this.#waiting.length - at < mostLines) break
      if (long === null && isEnd) this.openFrom ??= first.line
      flush()
      const row = long && this.#alone({ line: first.line, text: long.text })
      if (row && 'cells' in row) at += long.lines
      else at++
      rows.push(row && 'cells' in row ? row : { ...first, reason: 'A quote is not closed, or stands inside a cell' })
    }
    flush()
    this.#waiting = this.#waiting.slice(at)
    return rows
  }

  // From a line with an open quote to the one that closes it.
  #longFrom(at: number): { text: string; lines: number } | null {
    for (let to = at + 1; to < Math.min(at + mostLines, this.#waiting.length); to++) {
      if (!isOpen(this.#waiting[to]?.text ?? '')) continue
      const lines = this.#waiting.slice(at, to + 1)
      return { text: lines.map(({ text }) => text).join('\n'), lines: lines.length }
    }
    return null
  }

  // Many at once, which is fast; one by one only when something is wrong among them.
  #together(lines: Sought[]): Row[] {
    try {
      const cells = cellsOf(lines.map(({ text }) => text).join('\n'), this.delimiter)
      if (cells.length === lines.length && cells.every((row) => row.length === this.width)) {
        return cells.map((row, at) => ({ line: lines[at]?.line ?? 0, cells: row }))
      }
    } catch {}
    return lines.map((line) => this.#alone(line))
  }

  #alone({ line, text }: Sought): Row {
    try {
      const [cells, ...more] = cellsOf(text, this.delimiter)
      if (cells && more.length === 0 && cells.length === this.width) return { line, cells }
      return { line, text, reason: `Expected ${this.width} cells, as the header has, not ${cells?.length ?? 0}` }
    } catch (error) {
      return { line, text, reason: error instanceof Error ? error.message : String(error) }
    }
  }
}
