import { Refusal } from '@/lib/errors'

type Line = { underway: number; waiting: (() => void)[] }

/** `waitMs`: how long somebody waits at most; absent: until it is their turn. */
type How = { atOnce: number; waitMs?: number }

const comeAgainSeconds = 10

/** The refusal of an export beside those that an account has running. */
export const tooManyExports = () =>
  new Refusal(
    'too_many_requests',
    `As many exports of yours are running as there may be. Let one of them finish, or cancel it; then send this again.`,
    { headers: { 'retry-after': String(comeAgainSeconds) } },
  )

/** Lines by name: of each so many have their turn at once, and the others wait for it, first come first. */
export class Lines {
  private readonly lines = new Map<string, Line>()

  constructor(private readonly how: How) {}

  /** Answers what ends the turn, which may be called twice. Throws too_many_requests to who has waited for too long. */
  async take(name: string): Promise<() => void> {
    const line = this.lines.get(name) ?? { underway: 0, waiting: [] }
    this.lines.set(name, line)
    if (line.underway < this.how.atOnce) line.underway += 1
    else await this.wait(line)
    let isOver = false
    return () => {
      if (!isOver) this.pass(name, line)
      isOver = true
    }
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const end = await this.take(name)
    return work().finally(end)
  }

  private wait(line: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = this.how.waitMs === undefined ? undefined : setTimeout(giveUp, this.how.waitMs)
      function begin() {
        clearTimeout(timer)
        resolve()
      }
      function giveUp() {
        line.waiting.splice(line.waiting.indexOf(begin), 1)
        reject(tooManyExports())
      }
      line.waiting.push(begin)
    })
  }

  // Whoever has waited takes the turn over.
  private pass(name: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) next()
    else line.underway -= 1
    if (line.underway === 0) this.lines.delete(name)
  }
}
