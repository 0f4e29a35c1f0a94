import { Apart } from '@/lib/escalations/apart'
import { watchProjects } from '@/lib/escalations/project-watch'
import { lookAgain } from '@/lib/feed/rights'
import type { StreamMessage } from '@/lib/http/event-stream'
import { log } from '@/lib/log'
import { slices } from '@/lib/slices'
import { listStoreSummaries, type SoughtStores } from '@/lib/stores/data'
import { mostListed } from '@/lib/stores/model'
import type { StoreSummary } from '@/lib/stores/schema'
import { acrossProjects, inProjects } from '@/lib/wall'
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
  /** The projects that they have a store of. */
  projects: Set<string>
  push: (message: StreamMessage) => void
  /** What they have been told of each store. */
  told: Map<string, string> | undefined
  /** They are still to be told of all stores at once. */
  isOwed: boolean
}

const projectsOf = ({ projectIds, single }: Pick<SoughtStores, 'projectIds' | 'single'>) =>
  new Set([...projectIds, ...single.map(({ projectId }) => projectId)])

type StoreName = Pick<StoreSummary, 'projectId' | 'destinationId'>

const nameOf = ({ projectId, destinationId }: StoreName) => JSON.stringify([projectId, destinationId])

/** A store as it was found, made into text once for all who are told of it. */
type Found = { store: StoreSummary; name: string; text: string }

async function foundByProject(stores: StoreSummary[]): Promise<Map<string, Found[]>> {
  const giveWay = slices()
  const byProject = new Map<string, Found[]>()
  for (const store of stores) {
    await giveWay()
    const found = byProject.get(store.projectId) ?? []
    byProject.set(store.projectId, found)
    found.push({ store, name: nameOf(store), text: JSON.stringify(store) })
  }
  return byProject
}

/**
 * What a viewer has not been told yet of these stores; null when there is nothing. The first time that these are of all their
 * projects (`isAll`), all of them.
 */
function newsFor(viewer: Watching, found: Map<string, Found[]>, isAll: boolean): StreamMessage | null {
  viewer.isOwed ||= viewer.told === undefined
  const isWhole = viewer.isOwed && isAll
  if (isWhole) {
    viewer.isOwed = false
    viewer.told = undefined
  }
  const told = viewer.told ?? new Map<string, string>()
  viewer.told = told
  const changed: string[] = []
  for (const [projectId, stores] of found) {
    if (!viewer.projects.has(projectId)) continue
    for (const { store, name, text } of stores) {
      if (!viewer.sees(store) || told.get(name) === text) continue
      told.set(name, text)
      changed.push(text)
    }
  }
  if (!isWhole && changed.length === 0) return null
  const frame = JSON.stringify({ isWhole, serverTime: new Date() })
  return { event: 'stores', data: `{"stores":[${changed.join(',')}],${frame.slice(1)}` }
}

/** What these viewers see of some projects. */
async function storesOf(viewers: Viewer[], some: string[]): Promise<StoreSummary[]> {
  if (some.length === 0) return []
  const asked = new Set(some)
  const projectIds = [...new Set(viewers.flatMap((viewer) => viewer.projectIds))].filter((one) => asked.has(one))
  // Many have the same ones.
  const single = new Map<string, StoreName>()
  for (const viewer of viewers) {
    for (const store of viewer.single) if (asked.has(store.projectId)) single.set(nameOf(store), store)
  }
  const sought = { projectIds, single: [...single.values()], words: '', most: mostListed }
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
    const unwatch = watchProjects([...viewer.projects])
    return () => {
      this.viewers.delete(viewer)
      unwatch()
    }
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer)
    // For all viewers: in nobody's row of those that take turns, nor as part of whoever has just come.
    this.timer = setTimeout(() => void acrossProjects(() => this.look()), ms)
  }

  private async look(): Promise<void> {
    if (this.viewers.size === 0) return
    this.isLooking = true
    let nextMs = lookEveryMs
    try {
      const viewers = [...this.viewers]
      const projectIds = [...new Set(viewers.flatMap(({ projects }) => [...projects]))]
      const stores = await this.apart.lookAt({ projectIds, isWide: true }, (some) => storesOf(viewers, some))
      const found = await foundByProject(stores)
      const giveWay = slices()
      for (const viewer of viewers) {
        await giveWay()
        const isAll = [...viewer.projects].every((projectId) => !this.apart.has(projectId))
        const message = newsFor(viewer, found, isAll)
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
  const viewing: Watching = { ...viewer, projects: projectsOf(viewer), push, told: undefined, isOwed: true }
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
