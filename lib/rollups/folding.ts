import { log } from '@/lib/log'
import { Patience } from '@/lib/patience'
import { Portions } from '@/lib/portions'
import { makeMissingSums } from '@/lib/rollups/check'
import { countWaiting, foldDeltas, isSomeUnsummed } from '@/lib/rollups/data'
import { foldWaiting } from '@/lib/rollups/fold'
import { acrossProjects } from '@/lib/wall'
import { metrics } from '@/lib/watch/metrics'

// While something comes, and while nothing does. What waits costs readers little, and is counted all the same.
const busyMs = 1_000
const idleMs = 5_000
// How often it is looked at what waits, and whether a project has no sums.
const lookMs = 60_000
const mostFolded = 5_000
// One failure may be a database that restarts; every third is told as an error.
const mostFailures = 3

const held = globalThis as typeof globalThis & { baycallFolding?: true }

// Kept between turns: what took too long a moment ago may do so again.
const portions = new Portions(mostFolded)

let failures = 0
let lookedAt = Number.NEGATIVE_INFINITY

async function look(): Promise<number> {
  lookedAt = performance.now()
  const waiting = await countWaiting()
  metrics().rollupsWaiting.set(waiting)
  if (waiting === 0) failures = 0
  return waiting
}

// Deltas that nobody folds make counts slow, and more so every hour: somebody must look at it.
async function tellOf(error: unknown): Promise<void> {
  if (++failures % mostFailures > 0) return log.warn({ err: error }, 'roll-ups not folded, tried again')
  const waiting = await look().catch(() => undefined)
  log.error({ err: error, failures, waiting }, 'roll-ups are not folded: counts get slow. Tried again')
}

/** Folds what there is; answers when to do so again. */
async function turn(): Promise<number> {
  try {
    const found = await foldWaiting(portions, foldDeltas)
    if (performance.now() - lookedAt > lookMs) {
      await look()
      if (await isSomeUnsummed()) await makeMissingSums()
    }
    // Who found nothing may have met another server that fails.
    if (found) failures = 0
    return found ? busyMs : idleMs
  } catch (error) {
    await tellOf(error)
    return idleMs
  }
}

function foldIn(ms: number): void {
  setTimeout(async () => foldIn(await turn()), ms).unref()
}

/** Adds to the roll-ups what was noted for them, for as long as the process lives; of several servers one at a time. */
export function startFolding(): void {
  if (held.baycallFolding) return
  held.baycallFolding = true
  Patience.outside(() => acrossProjects(() => foldIn(busyMs)))
}
