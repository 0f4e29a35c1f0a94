import { pool } from '@/lib/db'
import { log } from '@/lib/log'

/** The channel that every process listens to. */
export const feedChannel = 'baycall_feed'

// At most one NOTIFY in this many milliseconds and process: a burst wakes its boards once.
const coalesceMs = 4

type Waking = { stores: Set<string>; timer: NodeJS.Timeout | undefined }
const held = globalThis as typeof globalThis & { baycallWaking?: Waking }

function waking(): Waking {
  held.baycallWaking ??= { stores: new Set(), timer: undefined }
  return held.baycallWaking
}

async function notify(): Promise<void> {
  const { stores } = waking()
  const payloads = [...stores]
  stores.clear()
  waking().timer = undefined
  try {
    // Outside any writer's transaction: a NOTIFY inside one would serialise commits.
    await pool().query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [feedChannel, payloads])
  } catch (error) {
    // Not lost: every stream also looks by itself at each heartbeat.
    log.warn({ err: String(error) }, 'boards not woken')
  }
}

/** Tells every process that a store has news, after the commit. The payload names project and store, never data. */
export function wakeBoards(projectId: string, destinationId: string): void {
  const w = waking()
  w.stores.add(JSON.stringify([projectId, destinationId]))
  w.timer ??= setTimeout(() => void notify(), coalesceMs)
}
