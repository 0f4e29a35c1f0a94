import { Apart } from '@/lib/escalations/apart'
import { watchProjects } from '@/lib/escalations/project-watch'
import { lookAgain } from '@/lib/feed/rights'
import type { StreamMessage } from '@/lib/http/event-stream'
import { log } from '@/lib/log'
import { listStoreSummaries, type SoughtStores } from '@/lib/stores/data'
import { mostListed } from '@/lib/stores/model'
import type { StoreSummary } from '@/lib/stores/schema'
import { inProjects } from '@/lib/wall'
import { causeOf } from '@/lib/watch/cause'

// How often a process looks, once for all who look at their stores through it.
const lookEveryMs = 2_000
const heartbeatMs = 5_000
// Whoever joins is told soon; many that join in one breath cost one look.
const joinedMs = 50

const longestQueue = 100

type Viewer = Pick<SoughtStores, 'projectIds' | 'single'> & {
  sees: (store: StoreSummary) => boolean
}
type Watching = Viewer & {
  push: (message: StreamMessage) => void
  /** What they have been told of each store. */
  told: Map<string, string> | undefined
  /** They are still to be told of all stores at once. */
  isOwed: boolean
}

const projectsOf = ({ projectIds, single }: Pick<SoughtStores, 'projectIds' | 'single'>) => [
  ...new Set([...projectIds, ...single.map(({ projectId }) => projectId)]),
]

const nameOf = ({ projectId, destinationId }: StoreSummary) => JSON.stringify([projectId, destinationId])

/**
 * What a viewer has not been told yet of these stores; null when there is nothing. The first time that these are of all their
 * projects (`isAll`), all of them.
 */
function newsFor(viewer: Watching, stores: StoreSummary[], isAll: boolean): StreamMessage | null {
  viewer.isOwed ||= viewer.told === undefined
  const isWhole = viewer.isOwed && isAll
  if (isWhole) {
    viewer.isOwed = false
    viewer.told = undefined
  }
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

/** What these viewers see of some projects. */
async function storesOf(viewers: Viewer[], some: string[]): Promise<StoreSummary[]> {
  if (some.length === 0) return []
  const asked = new Set(some)
  const projectIds = [...new Set(viewers.flatMap((viewer) => viewer.projectIds))].filter((one) => asked.has(one))
  const single = viewers.flatMap((viewer) => viewer.single).filter(({ projectId }) => asked.has(projectId))
  const sought = { projectIds, single, words: '', most: mostListed }
  return inProjects(some, () => listStoreSummaries(sought, new Date()))
}

class StoresWatch {
  private readonly viewers = new Set<Watching>()
  private timer: NodeJS.Timeout | undefined
  private isLooking = false
  private readonly apart = new Apart()

  join(viewer: Watching): () => void {
    this.viewers.add(viewer)
    if (!this.isLooking) this.lookIn(joinedMs)
    const unwatch = watchProjects(projectsOf(viewer))
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
      const projectIds = [...new Set(viewers.flatMap(projectsOf))]
      const stores = await this.apart.lookAt({ projectIds, isWide: true }, (some) => storesOf(viewers, some))
      for (const viewer of viewers) {
        const isAll = projectsOf(viewer).every((projectId) => !this.apart.has(projectId))
        const message = newsFor(viewer, stores, isAll)
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

/**
 * All stores at first (those of projects that cannot be looked at excepted), then what changes, with a heartbeat between, until
 * the signal. `beside` puts further messages into the queue, and ends with the stream.
 */
export async function* storesMessages(
  viewer: Viewer,
  signal: AbortSignal,
  beside: (push: (message: StreamMessage) => void) => () => void = () => () => {},
): AsyncGenerator<StreamMessage> {
  held.baycallStoresWatch ??= new StoresWatch()
  const queue: StreamMessage[] = []
  let wake = () => {}
  const push = (message: StreamMessage) => {
    // One who reads too slowly is told everything anew when they come to it.
    if (queue.length >= longestQueue) {
      queue.length = 0
      viewing.told = undefined
    }
    // Of those that say nothing else the newest is enough.
    const saysNothing = message.event === 'heartbeat' || message === lookAgain
    if (!saysNothing || queue.at(-1)?.event !== message.event) queue.push(message)
    wake()
  }
  const viewing: Watching = { ...viewer, push, told: undefined, isOwed: true }
  const leave = held.baycallStoresWatch.join(viewing)
  const beat = () => push({ event: 'heartbeat', data: JSON.stringify({ serverTime: new Date() }) })
  const timer = setInterval(beat, heartbeatMs)
  const unwatch = beside(push)
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
    unwatch()
    leave()
  }
}
