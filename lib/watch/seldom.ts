import { log } from '@/lib/log'

// Of each kind of line one is said in this time.
const eachMs = 1_000

/** Lines that many requests may bring about at once: of each kind one a second is said, the next one with how many were not. */
export class Seldom {
  // Kinds are as few as routes, codes and projects are.
  private readonly last = new Map<string, { saidAt: number; unsaid: number }>()

  /** `clock`: in milliseconds, from wherever. */
  constructor(private readonly clock: () => number) {}

  /** How many of this kind were not said since the last one that was, where this one is; null where it is not either. */
  turn(kind: string): number | null {
    const now = this.clock()
    const last = this.last.get(kind)
    if (last && now - last.saidAt < eachMs) {
      last.unsaid += 1
      return null
    }
    this.last.set(kind, { saidAt: now, unsaid: 0 })
    return last?.unsaid ?? 0
  }
}

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallSeldom?: Seldom }

/**
 * Writes a line, if none of its message and kind was written within the last second; then with `unsaid`, how many were not,
 * if any. At level debug the others are written too, as its lines.
 */
export function logSeldom(level: 'warn' | 'error', message: string, kind: string, told: () => object): void {
  held.baycallSeldom ??= new Seldom(() => performance.now())
  const unsaid = held.baycallSeldom.turn(`${message} ${kind}`)
  if (unsaid !== null) log[level]({ ...told(), ...(unsaid > 0 && { unsaid }) }, message)
  else if (log.isLevelEnabled('debug')) log.debug(told(), message)
}
