import { watchProjects } from '@/lib/escalations/project-watch'
import type { StreamMessage } from '@/lib/http/event-stream'
import { log } from '@/lib/log'
import { listStoreSummaries } from '@/lib/stores/data'
import type { StoreSummary } from '@/lib/stores/schema'
import { causeOf } from '@/lib/watch/cause'

// How often a process looks, once for all who look at their stores through it.
const lookEveryMs = 2_000
const heartbeatMs = 5_000
// Whoever joins is told soon; many that join in one breath cost one look.
const joinedMs = 50

const longestQueue = 100

type Viewer = {
  projectIds: string[]
  sees: (store: StoreSummary) => boolean
}
type Watching = Viewer & { push: (message: StreamMessage) => void; told: Map<string, string> | undefined }

const nameOf = ({ projectId, destinationId }: StoreSummary) => JSON.stringify([projectId, destinationId])

/** What a viewer has not been told yet of these stores; null when there is nothing. The first time all of them. */
function newsFor(viewer: Watching, stores: StoreSummary[]): StreamMessage | null {
  const isWhole = viewer.told === undefined
  const told = viewer.told ?? new Map<string, string>()
  viewer.told = told
  const changed = stores.filter((store) => {
    if (!viewer.sees(store)) return false
    const text = JSON.stringify(store)
    const isNews = told.get(nameOf(store)) !== text
    told.set(nameOf(store), text)
    return isNews
  })
  if (!isWhole && changed.length === 0) return null
  return { event: 'stores', data: JSON.stringify({ stores: changed, isWhole, serverTime: new Date() }) }
}

class StoresWatch {
  private readonly viewers = new Set<Watching>()
  private timer: NodeJS.Timeout | undefined
  private isLooking = false

  join(viewer: Watching): () => void {
    this.viewers.add(viewer)
    if (!this.isLooking) this.lookIn(joinedMs)
    const unwatch = watchProjects(viewer.projectIds)
    return () => {
      this.viewers.delete(viewer)
      unwatch()
    }
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.look(), ms)
  }

  private async look(): Promise<void> {
    if (this.viewers.size === 0) return
    this.isLooking = true
    let nextMs = lookEveryMs
    try {
      const viewers = [...this.viewers]
      const stores = await listStoreSummaries([...new Set(viewers.flatMap(({ projectIds }) => projectIds))], new Date())
      for (const viewer of viewers) {
        const message = newsFor(viewer, stores)
        if (message) viewer.push(message)
      }
      // Somebody has come meanwhile. After a look that failed they wait like everybody: the database has enough to do.
      if ([...this.viewers].some(({ told }) => told === undefined)) nextMs = joinedMs
    } catch (error) {
      log.warn({ err: causeOf(error) }, 'stores could not be looked at')
    }
    this.isLooking = false
    this.lookIn(nextMs)
  }
}

const held = globalThis as typeof globalThis & { baycallStoresWatch?: StoresWatch }

/** All stores at first, then what changes, with a heartbeat between, until the signal. */
export async function* storesMessages(viewer: Viewer, signal: AbortSignal): AsyncGenerator<StreamMessage> {
  held.baycallStoresWatch ??= new StoresWatch()
  const queue: StreamMessage[] = []
  let wake = () => {}
  const push = (message: StreamMessage) => {
    // One who reads too slowly is told everything anew when they come to it.
    if (queue.length >= longestQueue) {
      queue.length = 0
      viewing.told = undefined
    }
    // Of heartbeats the newest is enough.
    if (message.event !== 'heartbeat' || queue.at(-1)?.event !== 'heartbeat') queue.push(message)
    wake()
  }
  const viewing: Watching = { ...viewer, push, told: undefined }
  const leave = held.baycallStoresWatch.join(viewing)
  const beat = () => push({ event: 'heartbeat', data: JSON.stringify({ serverTime: new Date() }) })
  const timer = setInterval(beat, heartbeatMs)
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      const next = queue.shift()
      if (next) yield next
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    clearInterval(timer)
    leave()
  }
}
