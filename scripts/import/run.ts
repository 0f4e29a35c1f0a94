import { appendFile, rm } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import { type Line, linesOf } from '@/lib/entries/lines'
import type { Checkpoint, Reached } from '@/scripts/import/checkpoint'
import type { Column } from '@/scripts/import/columns'
import type { Row, RowReader } from '@/scripts/import/csv-rows'
import type { Destination } from '@/scripts/import/destination'
import { entryOfRow, type Given } from '@/scripts/import/entry-of-row'
import { nothingYet, type Tally } from '@/scripts/import/progress'

const batchRows = 500

/** A line that was refused, and why. */
export type Reject = { line: number; reason: string; cells: string[] }

export type Import = {
  destination: Destination
  columns: Column[]
  given: Given
  reader: RowReader
  /** None on a dry run. */
  checkpoint: Checkpoint | null
  rejectsFile: string | null
  signal: AbortSignal
  /** How much of the file was read so far. */
  bytesRead: () => number
  /** Whether what was read ends in the middle of a line. Of a row, which may be several, the reader knows it. */
  endsInLine: () => boolean
  onProgress: (rows: number) => void
  onReject: (reject: Reject) => void
}

/** Splits a file into its header and its rows' lines. The header is the first line that is not empty. */
export async function openLines(
  body: AsyncIterable<Uint8Array>,
): Promise<{ header: Line; rest: AsyncGenerator<Line[]> }> {
  const chunks = linesOf(body)
  for (;;) {
    const { value, done } = await chunks.next()
    if (done || !value) throw new Error('The file is empty')
    const [header, ...more] = value
    if (header) return { header, rest: withFirst(more, chunks) }
  }
}

async function* withFirst(first: Line[], rest: AsyncGenerator<Line[]>): AsyncGenerator<Line[]> {
  yield first
  yield* rest
}

/** One import underway: rows in, batches out, how far it got kept after each. */
export class Run {
  readonly tally: Tally
  /** Rows read, those of earlier runs among them. */
  rows = 0
  #batch: { row: { line: number; cells: string[] }; record: unknown }[] = []
  #rejects: Reject[] = []
  #line: number

  constructor(
    readonly what: Import,
    readonly reached: Reached | null,
  ) {
    this.tally = reached?.tally ?? nothingYet()
    this.#line = reached?.line ?? 0
  }

  /** All lines; or, when the signal says so, to the end of a batch. */
  async all(lines: AsyncGenerator<Line[]>): Promise<void> {
    const { reader, rejectsFile } = this.what
    if (!this.reached && rejectsFile) await rm(rejectsFile, { force: true })
    for await (const some of lines) {
      await this.#take(reader.push(some))
      if (this.what.signal.aborted) break
    }
    if (!this.what.signal.aborted) await this.#take(reader.end())
    await this.#flush()
    // Of a file that is still being written the rest may follow: the next run reads its last row once more.
    const from = this.#cutFrom()
    if (from !== null) await this.#keep(Math.max(0, from - 1))
  }

  /** Whether the file may not be whole: it ends in the middle of a row. */
  get isCut(): boolean {
    return this.#cutFrom() !== null
  }

  #cutFrom(): number | null {
    if (this.what.signal.aborted) return null
    const { openFrom } = this.what.reader
    return openFrom ?? (this.what.endsInLine() ? this.#line : null)
  }

  async #take(rows: Row[]): Promise<void> {
    for (const row of rows) {
      if (this.what.signal.aborted) return
      this.rows++
      if (row.line <= (this.reached?.line ?? 0)) continue
      this.#add(row)
      this.#line = row.line
      if (this.#batch.length >= batchRows || this.#rejects.length >= batchRows) await this.#flush()
    }
    this.what.onProgress(this.rows)
  }

  #add(row: Row): void {
    if ('reason' in row) {
      this.#rejects.push({ line: row.line, reason: row.reason, cells: [row.text] })
      return
    }
    const record = entryOfRow(row.cells, this.what.columns, this.what.given)
    if (record) this.#batch.push({ row, record })
    else this.tally.ignored++
  }

  async #flush(): Promise<void> {
    const { destination } = this.what
    if (this.#batch.length > 0) {
      const answer = await destination.write(this.#batch.map(({ record }) => record))
      this.tally.accepted += answer.accepted
      this.tally.duplicates += answer.duplicates
      for (const { index, errors } of answer.rejected) {
        const { line = 0, cells = [] } = this.#batch[index]?.row ?? {}
        const reason = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
        this.#rejects.push({ line, reason, cells })
      }
    }
    await this.#keepRejects()
    this.#batch = []
    await this.#keep(this.#line)
    this.what.onProgress(this.rows)
  }

  async #keep(line: number): Promise<void> {
    await this.what.checkpoint?.keep({ line, bytes: this.what.bytesRead(), tally: this.tally })
  }

  async #keepRejects(): Promise<void> {
    const { rejectsFile, onReject } = this.what
    this.tally.rejected += this.#rejects.length
    this.#rejects.sort((a, b) => a.line - b.line)
    for (const reject of this.#rejects) onReject(reject)
    if (rejectsFile && this.#rejects.length > 0) {
      const rows = this.#rejects.map(({ line, reason, cells }) => [line, reason, ...cells])
      // Whatever customers are told of in it, it is for nobody else who is at home here.
      await appendFile(rejectsFile, stringify(rows), { mode: 0o600 })
    }
    this.#rejects = []
  }
}
