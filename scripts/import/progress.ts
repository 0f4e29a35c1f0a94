/** What has become of rows. */
export type Tally = { accepted: number; duplicates: number; ignored: number; rejected: number }

export const nothingYet = (): Tally => ({ accepted: 0, duplicates: 0, ignored: 0, rejected: 0 })

const barWidth = 24
const everyMs = 200
const everyMsInLog = 10_000

const grouped = (count: number) => count.toLocaleString('en')

function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}

/** A bar in a terminal, a line now and then in a log. */
export class Progress {
  #shownAt = Number.NEGATIVE_INFINITY
  readonly #startedAt = performance.now()

  constructor(
    readonly totalBytes: number,
    readonly output: NodeJS.WriteStream = process.stderr,
  ) {}

  show(bytes: number, rows: number): void {
    const now = performance.now()
    if (now - this.#shownAt < (this.output.isTTY ? everyMs : everyMsInLog)) return
    this.#shownAt = now
    const part = Math.min(1, bytes / Math.max(1, this.totalBytes))
    const seconds = (now - this.#startedAt) / 1000
    const filled = Math.round(part * barWidth)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`
    const left = part > 0.01 ? ` · ${clock((seconds / part) * (1 - part))} left` : ''
    const line = `${bar} ${Math.floor(part * 100)} % · ${grouped(rows)} rows · ${grouped(Math.round(rows / seconds))}/s${left}`
    this.output.write(this.output.isTTY ? `\r\x1b[2K${line}` : `${line}\n`)
  }

  end(): void {
    if (this.output.isTTY) this.output.write('\r\x1b[2K')
  }
}

/** `1,204 recorded · 3 there already · 2 no entries · 1 refused`. */
export function sayTally({ accepted, duplicates, ignored, rejected }: Tally, isDryRun: boolean): string {
  const told: [number, string][] = [
    [duplicates, 'there already'],
    [ignored, 'no entries (exits and the like)'],
    [rejected, 'refused'],
  ]
  const more = told.filter(([count]) => count > 0).map(([count, what]) => ` · ${grouped(count)} ${what}`)
  return `${grouped(accepted)} ${isDryRun ? 'fit to be recorded' : 'recorded'}${more.join('')}`
}
