import { Apart } from '@/lib/escalations/apart'
import { type Looked, Looks } from '@/lib/escalations/looks'
import { watchProjects } from '@/lib/escalations/project-watch'
import { lookAgain } from '@/lib/feed/rights'
import type { StreamMessage } from '@/lib/http/event-stream'
import { log } from '@/lib/log'
import { slices } from '@/lib/slices'
import { listStoreSummaries, type SoughtStores } from '@/lib/stores/data'
import { mostListed } from '@/lib/stores/model'
import type { StoreSummary } from '@/lib/stores/schema'
import { inProjects } from '@/lib/wall'

// How often a process looks, once for all who look at their stores through it.
const lookEveryMs = 2_000
// Said with the look that comes next: every four to six seconds.
const heartbeatMs = 4_000
// Without one for so long, whether a stream's reader may still read is looked at by itself.
const silentMs = 10_000
// Messages that wait for one slow reader, and the characters in them, but for the whole and the last one: each may be of
// thousands of stores.
const longestQueue = 100
const mostCharacters = 200_000

/** `rights`: by which they see what they see, as text: those of the same are told the same. */
type Viewer = Pick<SoughtStores, 'projectIds' | 'single'> & {
  rights: string
  sees: (store: StoreSummary) => boolean
}
type Watching = {
  push: (message: StreamMessage) => void
  /** Instead of all that they have not read yet. */
  pushWhole: (message: StreamMessage) => void
  /** As a whole, beside what is not read yet: some of theirs cannot be looked at. */
  pushPart: (message: StreamMessage) => void
  /** After a look at all of theirs that went well: a heartbeat is the promise that nothing was missed. */
  beat: () => void
  /** They have been told of stores, and hear of what changes. */
  hasSome: boolean
  /** They have been told of all at once. */
  hasAll: boolean
  /** What they had not read yet was given up: they are told of all anew. */
  isBehind: boolean
}

type StoreName = Pick<StoreSummary, 'projectId' | 'destinationId'>

const nameOf = ({ projectId, destinationId }: StoreName) => JSON.stringify([projectId, destinationId])

/** A store as it was found, made into text once for all who are told of it. */
type Found = { store: StoreSummary; name: string; text: string }

function hadCustomers(text: string): boolean {
  const { arrived, onTheWay }: StoreSummary = JSON.parse(text)
  return arrived + onTheWay > 0
}

/** To be awaited between the parts of a look (slices): one for all of it, which has its turn once a round. */
type GiveWay = () => Promise<void>

async function foundByProject(stores: StoreSummary[], giveWay: GiveWay): Promise<Map<string, Found[]>> {
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
  private told = new Map<string, string>()

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
  async tell(
    these: Watching[],
    found: Map<string, Found[]>,
    { isAll, isForAll }: { isAll: boolean; isForAll: boolean },
    giveWay: GiveWay,
  ): Promise<void> {
    const theirs: Found[] = []
    const changed: string[] = []
    for (const [projectId, ofProject] of found) {
      if (!this.projects.has(projectId)) continue
      await giveWay()
      for (const one of ofProject) {
        const { store, name, text } = one
        if (!this.viewer.sees(store)) continue
        theirs.push(one)
        if (this.told.get(name) === text) continue
        this.told.set(name, text)
        changed.push(text)
      }
    }
    // A store that is gone is news once it is there again: who has come meanwhile does not know it. A look for those alone who
    // have just come does not find what others have asked for: they are told all once more by the next.
    const lacks = this.told.size > theirs.length
    let areCustomersGone = false
    if (isAll && isForAll && lacks) {
      const listed = new Map(theirs.map(({ name, text }) => [name, text]))
      // Of very many a list holds those with customers: one that has none any more says nothing of that by itself.
      areCustomersGone = [...this.told].some(([name, text]) => !listed.has(name) && hadCustomers(text))
      this.told = listed
    }
    const news = changed.length > 0 ? messageOf(changed, false) : null
    let whole: StreamMessage | undefined
    for (const watching of these) {
      await giveWay()
      const isUpToDate = watching.hasSome && !watching.isBehind && !areCustomersGone
      if (isUpToDate && (watching.hasAll || !isAll)) {
        if (news) watching.push(news)
        if (isAll) watching.beat()
        continue
      }
      whole ??= messageOf(
        theirs.map(({ text }) => text),
        isAll,
      )
      if (isAll) watching.pushWhole(whole)
      else if (theirs.length > 0) watching.pushPart(whole)
      watching.hasSome = true
      watching.hasAll = isAll
      watching.isBehind = lacks && !isForAll
    }
  }
}

/** What these see of some projects. */
async function storesOf(viewers: Viewer[], some: string[], giveWay: GiveWay): Promise<StoreSummary[]> {
  if (some.length === 0) return []
  const asked = new Set(some)
  const projectIds = [...new Set(viewers.flatMap((viewer) => viewer.projectIds))].filter((one) => asked.has(one))
  // Many have the same ones.
  const single = new Map<string, StoreName>()
  for (const viewer of viewers) {
    await giveWay()
    for (const store of viewer.single) if (asked.has(store.projectId)) single.set(nameOf(store), store)
  }
  const sought = { projectIds, single: [...single.values()], words: '', most: mostListed }
  return inProjects(some, () => listStoreSummaries(sought, new Date()))
}

class StoresWatch {
  private readonly byRights = new Map<string, Viewers>()
  private readonly looks = new Looks(() => this.look())
  private nextForAllMs = 0
  private readonly apart = new Apart()

  join(viewer: Viewer, watching: Watching): () => void {
    const viewers = this.byRights.get(viewer.rights) ?? new Viewers(viewer)
    this.byRights.set(viewer.rights, viewers)
    viewers.all.add(watching)
    this.looks.join()
    const unwatch = watchProjects([...viewers.projects])
    return () => {
      viewers.all.delete(watching)
      if (viewers.all.size === 0 && this.byRights.get(viewer.rights) === viewers) this.byRights.delete(viewer.rights)
      unwatch()
    }
  }

  // Everybody's stores every two seconds; in between, of those alone who have just come.
  private async look(): Promise<Looked> {
    if (this.byRights.size === 0) return { nextMs: Number.POSITIVE_INFINITY, hasFailed: false }
    const isForAll = performance.now() >= this.nextForAllMs
    const viewers = [...this.byRights.values()].filter((one) => isForAll || one.areWaiting)
    // Whoever comes meanwhile is told of what is found later than they came.
    const readers = new Map(viewers.map((one) => [one, [...one.all]]))
    const giveWay = slices()
    let hasFailed = false
    try {
      const projectIds = [...new Set(viewers.flatMap(({ projects }) => [...projects]))]
      const seen = viewers.map(({ viewer }) => viewer)
      const look = (some: string[]) => storesOf(seen, some, giveWay)
      const stores = await this.apart.lookAt({ projectIds, isWide: isForAll }, look)
      const found = await foundByProject(stores, giveWay)
      for (const one of viewers) {
        const isAll = [...one.projects].every((projectId) => !this.apart.has(projectId))
        await one.tell(readers.get(one) ?? [], found, { isAll, isForAll }, giveWay)
      }
    } catch (error) {
      hasFailed = true
      log.warn({ err: error }, 'stores could not be looked at')
    }
    const nowMs = performance.now()
    if (isForAll) this.nextForAllMs = nowMs + lookEveryMs
    return { nextMs: this.nextForAllMs - nowMs, hasFailed }
  }
}

const held = globalThis as typeof globalThis & { baycallStoresWatch?: StoresWatch }

/**
 * All stores at first (those of projects that cannot be looked at excepted), then what changes, with a heartbeat between for as
 * long as all of them can be looked at, until the signal. `beside` puts further messages into the queue, and ends with the stream.
 */
export async function* storesMessages(
  viewer: Viewer,
  signal: AbortSignal,
  beside: (push: (message: StreamMessage) => void) => () => void = () => () => {},
): AsyncGenerator<StreamMessage> {
  held.baycallStoresWatch ??= new StoresWatch()
  let queue: StreamMessage[] = []
  let characters = 0
  // Which count for nothing: there is one of either.
  let whole: StreamMessage | undefined
  let part: StreamMessage | undefined
  let wake = () => {}
  const push = (message: StreamMessage) => {
    const saysNothing = message.event === 'heartbeat' || message === lookAgain
    // One who reads too slowly is told everything anew when they come to it.
    if (queue.length >= longestQueue || (!saysNothing && characters > mostCharacters)) {
      queue.length = 0
      characters = 0
      viewing.isBehind = true
    }
    // Of those that say nothing else the newest is enough.
    if (!saysNothing || queue.at(-1)?.event !== message.event) {
      queue.push(message)
      if (message !== part) characters += message.data.length
    }
    wake()
  }
  const pushWhole = (message: StreamMessage) => {
    queue = [...queue.filter(({ event }) => event !== message.event), message]
    characters = 0
    whole = message
    wake()
  }
  const pushPart = (message: StreamMessage) => {
    queue = queue.filter((other) => other !== part)
    part = message
    push(message)
  }
  let beatMs = performance.now()
  const isSilentFor = (ms: number) => performance.now() - beatMs >= ms
  const beat = () => {
    if (!isSilentFor(heartbeatMs)) return
    beatMs = performance.now()
    push({ event: 'heartbeat', data: JSON.stringify({ serverTime: new Date() }) })
  }
  const viewing: Watching = { push, pushWhole, pushPart, beat, hasSome: false, hasAll: false, isBehind: false }
  const leave = held.baycallStoresWatch.join(viewer, viewing)
  const timer = setInterval(() => isSilentFor(silentMs) && push(lookAgain), silentMs / 2)
  const unwatch = beside(push)
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      const next = queue.shift()
      if (next) {
        // Of neither is more kept than what waits.
        if (next === whole) whole = undefined
        else if (next === part) part = undefined
        else characters -= next.data.length
        yield next
      } else {
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
