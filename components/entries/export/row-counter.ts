const [newline, quote] = [10, 34]

/**
 * Counts the records of a file by its bytes, as they come. A CSV file begins with a line of names, and a line's end
 * inside quotes is none.
 */
export class RowCounter {
  private lines = 0
  private isQuoted = false

  constructor(private readonly format: 'csv' | 'ndjson') {}

  add(bytes: Uint8Array): void {
    const isCsv = this.format === 'csv'
    for (const byte of bytes) {
      if (byte === newline && !this.isQuoted) this.lines += 1
      else if (isCsv && byte === quote) this.isQuoted = !this.isQuoted
    }
  }

  get rows(): number {
    return this.format === 'csv' ? Math.max(0, this.lines - 1) : this.lines
  }
}
