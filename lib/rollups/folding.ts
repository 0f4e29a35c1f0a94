import { log } from '@/lib/log'
import { Patience } from '@/lib/patience'
import { foldDeltas } from '@/lib/rollups/data'

// While something comes, and while nothing does. What waits costs readers little, and is counted all the same.
const busyMs = 1_000
const idleMs = 5_000
const batch = 5_000

const held = globalThis as typeof globalThis & { baycallFolding?: true }

// A full batch has another behind it.
async function fold(): Promise<boolean> {
  let found = false
  for (;;) {
    const folded = await foldDeltas(batch)
    found ||= folded > 0
    if (folded < batch) return found
  }
}

function foldIn(ms: number): void {
  setTimeout(async () => {
    const found = await fold().catch((error) => log.warn({ err: String(error) }, 'roll-ups not folded, tried again'))
    foldIn(found ? busyMs : idleMs)
  }, ms).unref()
}

/** Adds to the roll-ups what was noted for them, for as long as the process lives; of several servers one at a time. */
export function startFolding(): void {
  if (held.baycallFolding) return
  held.baycallFolding = true
  Patience.outside(() => foldIn(busyMs))
}
