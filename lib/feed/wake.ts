import { sql } from '@/lib/db'
import { log } from '@/lib/log'
import { Patience } from '@/lib/patience'
import { inProjects } from '@/lib/wall'

/** The channel that every process listens to. */
export const feedChannel = 'baycall_feed'

// What happens within so many milliseconds is told by one NOTIFY, and in a rush a process sends one in so many: each is
// a transaction, and they take turns.
const coalesceMs = 2
const rushMs = 15

/** `flush` is for whoever ends the process (scripts/server/worker.mjs). */
type Waking = { stores: Set<string>; timer: NodeJS.Timeout | undefined; lastAt: number; flush: () => Promise<void> }
const held = globalThis as typeof globalThis & { baycallWaking?: Waking }

function waking(): Waking {
  held.baycallWaking ??= {
    stores: new Set(),
    timer: undefined,
    lastAt: 0,
    flush: () => (waking().stores.size > 0 ? notify() : Promise.resolve()),
  }
  return held.baycallWaking
}

async function notify(): Promise<void> {
  clearTimeout(waking().timer)
  const w = waking()
  const payloads = [...w.stores]
  w.stores.clear()
  w.timer = undefined
  w.lastAt = performance.now()
  try {
    // Outside any writer's transaction: a NOTIFY inside one would serialise commits.
    // It reads nobody's rows.
    await inProjects([], () =>
      sql('notify', 'select pg_notify($1, payload) from unnest($2::text[]) as payload', [feedChannel, payloads]),
    )
  } catch (error) {
    // Not lost: every stream also looks by itself at each heartbeat.
    log.warn({ err: error }, 'boards not woken')
  }
}

function wake(payload: string): void {
  const w = waking()
  w.stores.add(payload)
  const afterMs = Math.max(coalesceMs, w.lastAt + rushMs - performance.now())
  w.timer ??= Patience.outside(() => setTimeout(() => void notify(), afterMs))
}

/** Tells it now, before the process ends. */
export const tellAll = (): Promise<void> => waking().flush()

/** Tells every process that a store has news, after the commit. The payload names project and store, never data. */
export function wakeBoards(projectId: string, destinationId: string): void {
  wake(JSON.stringify([projectId, destinationId]))
}

/** No store has this id: what is told under it is news of the whole project. */
export const wholeProject = ''

/** Tells every process that something has changed for all stores of a project, after the commit. */
export function wakeProject(projectId: string): void {
  wakeBoards(projectId, wholeProject)
}

/** How it is told that a person's, or a tablet's, rights have changed. */
export const newsOfReader = (id: string) => `reader ${id}`

/** Tells every process that somebody's sessions, role or stores are others, after the commit: their streams look whether they may go on. */
export function wakeReader(id: string): void {
  wake(newsOfReader(id))
}
