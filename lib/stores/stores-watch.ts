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

// After a look there is none for whoever has just come for so many times as long as it took; what failed is tried again by the
// next for all.
const restAfter = 4

const longestQueue = 100

/** `rights`: by which they see what they see, as text: those of the same are told the same. */
type Viewer = Pick<SoughtStores, 'projectIds' | 'single'> & {
  rights: string
  sees: (store: StoreSummary) => boolean
}
type Watching = {
  push: (message: StreamMessage) => void
  /** They have been told of stores, and hear of what changes. */
  hasSome: boolean
  /** They have been told of all at once. */
  hasAll: boolean
}

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

function messageOf(stores: string[], isWhole: boolean): StreamMessage {
  const frame = JSON.stringify({ isWhole, serverTime: new Date() })
  return { event: 'stores', data: `{"stores":[${stores.join(',')}],${frame.slice(1)}` }
}

/** All who see the same: they are told the same, and what that is is made once. */
class Viewers {
  readonly all = new Set<Watching>()
  /** The projects that they have a store of. */
  readonly projects: Set<string>
  /** What those have been told of each store who have been told of some. */
  private readonly told = new Map<string, string>()

  constructor(readonly viewer: Viewer) {
    const { projectIds, single } = viewer
    this.projects = new Set([...projectIds, ...single.map(({ projectId }) => projectId)])
  }

  get areWaiting(): boolean {
    return [...this.all].some(({ hasSome }) => !hasSome)
  }

  /**
   * Tells these of them what has changed since the last look; whoever has just come, all that was found. What is of all their
   * projects (`isAll`) is told once as the whole.
   */
  async tell(these: Watching[], found: Map<string, Found[]>, isAll: boolean): Promise<void> {
    const giveWay = slices()
    const stores: string[] = []
    const changed: string[] = []
    for (const [projectId, ofProject] of found) {
      if (!this.projects.has(projectId)) continue
      await giveWay()
      for (const { store, name, text } of ofProject) {
        if (!this.viewer.sees(store)) continue
        stores.push(text)
        if (this.told.get(name) === text) continue
        this.told.set(name, text)
        changed.push(text)
      }
    }
    const news = changed.length > 0 ? messageOf(changed, false) : null
    let whole: StreamMessage | undefined
    for (const watching of these) {
      await giveWay()
      if (watching.hasSome && (watching.hasAll || !isAll)) {
        if (news) watching.push(news)
        continue
      }
      whole ??= messageOf(stores, isAll)
      if (isAll || stores.length > 0) watching.push(whole)
      watching.hasSome = true
      watching.hasAll = isAll
    }
  }
}

/** What these see of some projects. */
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
  private readonly byRights = new Map<string, Viewers>()
  private timer: NodeJS.Timeout | undefined
  private isLooking = false
  private dueMs = Number.POSITIVE_INFINITY
  private nextForAllMs = 0
  private restsUntilMs = 0
  private readonly apart = new Apart()

  join(viewer: Viewer, watching: Watching): () => void {
    const viewers = this.byRights.get(viewer.rights) ?? new Viewers(viewer)
    this.byRights.set(viewer.rights, viewers)
    viewers.all.add(watching)
    this.lookAt(Math.max(performance.now() + joinedMs, this.restsUntilMs))
    const unwatch = watchProjects([...viewers.projects])
    return () => {
      viewers.all.delete(watching)
      if (viewers.all.size === 0 && this.byRights.get(viewer.rights) === viewers) this.byRights.delete(viewer.rights)
      unwatch()
    }
  }

  // No later than is meant already: many may come, one after the other.
  private lookAt(dueMs: number): void {
    if (this.isLooking || this.dueMs <= dueMs) return
    clearTimeout(this.timer)
    this.dueMs = dueMs
    // For all viewers: in nobody's row of those that take turns, nor as part of whoever has just come.
    this.timer = setTimeout(() => void acrossProjects(() => this.look()), Math.max(0, dueMs - performance.now()))
  }

  // Everybody's stores every two seconds; in between, of those alone who have just come.
  private async look(): Promise<void> {
    const begunMs = performance.now()
    this.dueMs = Number.POSITIVE_INFINITY
    if (this.byRights.size === 0) return
    this.isLooking = true
    const isForAll = begunMs >= this.nextForAllMs
    const viewers = [...this.byRights.values()].filter((one) => isForAll || one.areWaiting)
    // Whoever comes meanwhile is told of what is found later than they came.
    const readers = new Map(viewers.map((one) => [one, [...one.all]]))
    let hasFailed = false
    try {
      const projectIds = [...new Set(viewers.flatMap(({ projects }) => [...projects]))]
      const seen = viewers.map(({ viewer }) => viewer)
      const stores = await this.apart.lookAt({ projectIds, isWide: isForAll }, (some) => storesOf(seen, some))
      const found = await foundByProject(stores)
      for (const one of viewers) {
        const isAll = [...one.projects].every((projectId) => !this.apart.has(projectId))
        await one.tell(readers.get(one) ?? [], found, isAll)
      }
    } catch (error) {
      hasFailed = true
      log.warn({ err: causeOf(error) }, 'stores could not be looked at')
    }
    this.isLooking = false
    const nowMs = performance.now()
    if (isForAll) this.nextForAllMs = nowMs + lookEveryMs
    this.restsUntilMs = hasFailed ? this.nextForAllMs : nowMs + restAfter * (nowMs - begunMs)
    this.lookAt(Math.max(nowMs, this.nextForAllMs))
    // Somebody has come meanwhile.
    if ([...this.byRights.values()].some((one) => one.areWaiting)) {
      this.lookAt(Math.max(nowMs + joinedMs, this.restsUntilMs))
    }
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
      viewing.hasSome = false
      viewing.hasAll = false
    }
    // Of those that say nothing else the newest is enough.
    const saysNothing = message.event === 'heartbeat' || message === lookAgain
    if (!saysNothing || queue.at(-1)?.event !== message.event) queue.push(message)
    wake()
  }
  const viewing: Watching = { push, hasSome: false, hasAll: false }
  const leave = held.baycallStoresWatch.join(viewer, viewing)
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
