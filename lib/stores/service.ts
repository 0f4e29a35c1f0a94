import { type Membership, projectsInOrder, type StaffCaller } from '@/lib/auth/model'
import { lookAgain, lookFor, watchRights } from '@/lib/feed/rights'
import type { StreamMessage } from '@/lib/http/event-stream'
import { ClientId } from '@/lib/http/fields'
import { limitRows, rowsOfRequest } from '@/lib/limits/staff'
import { listStoreSummaries, type SoughtStores } from '@/lib/stores/data'
import { byNeed, mostListed, mostNamed } from '@/lib/stores/model'
import type { StoreSummary } from '@/lib/stores/schema'
import { storesMessages } from '@/lib/stores/stores-watch'
import { findStaffFor } from '@/lib/tablets/credential'
import { wideInTurn } from '@/lib/turns/reading'
import { countTo } from '@/lib/wall'

/** Those that somebody with these rights may see. */
function seenWith(memberships: Membership[]): Pick<SoughtStores, 'projectIds' | 'single'> {
  return {
    projectIds: memberships.filter((right) => right.destinationIds === null).map(({ projectId }) => projectId),
    single: memberships.flatMap(({ projectId, destinationIds }) =>
      (destinationIds ?? []).map((destinationId) => ({ projectId, destinationId })),
    ),
  }
}

/**
 * Which stores: with these words in what they are called, of this project, or this one in any case. `areNames`: of which no
 * more than the names are shown.
 */
type Sought = { search?: string; projectId?: string; destinationId?: string; areNames?: boolean }

// Of a turn a list takes some milliseconds, and a hundred stores in it about as many again.
const leastMs = 10
const storesOfMs = 8
const costOf = (stores: StoreSummary[]) => leastMs + stores.length / storesOfMs

/**
 * The stores that a staff account may see, by project and name; of a project with very many those alone that have
 * customers, and then that are named, and the one that is sought by its id. Throws unavailable where too many ask.
 */
export async function listStores(caller: StaffCaller, sought: Sought = {}): Promise<StoreSummary[]> {
  const { search = '', destinationId = '', areNames = false } = sought
  const most = areNames ? mostNamed : mostListed
  const isOf = (right: Membership) => sought.projectId === undefined || right.projectId === sought.projectId
  const memberships = caller.memberships.filter(isOf)
  // Of several projects, which are read at once, the turn of one, always the same: who held two would wait in a circle.
  const [turnOf] = projectsInOrder({ memberships })
  if (turnOf === undefined) return []
  countTo(turnOf)
  const { projectIds, single } = seenWith(memberships)
  // What no store can be called is not asked for.
  const isId = ClientId.safeParse(destinationId).success
  const asked = isId ? projectIds.map((projectId) => ({ projectId, destinationId })) : []
  const looked = { projectIds, single: [...single, ...asked], words: search, most }
  const stores = await wideInTurn(
    caller,
    { turnOf, projectIds: memberships.map((one) => one.projectId) },
    () => listStoreSummaries(looked, new Date()),
    costOf,
  )
  return stores.filter(seenBy(memberships))
}

// As many as a screen shows: a page is made in one piece, and keeps others' waiting.
const mostOfPage = 24

/**
 * To which projects they count, which are listed one after the other: whose they are, for one's people keep nobody from the stores of
 * another; of several that have few to the one with which they come to `rowsOfRequest`.
 */
function countedTo(stores: StoreSummary[]): Map<string, number> {
  const counted = new Map<string, number>()
  let few = 0
  for (const [at, { projectId }] of stores.entries()) {
    few += 1
    if (few < rowsOfRequest || stores[at + 1]?.projectId === projectId) continue
    counted.set(projectId, few)
    few = 0
  }
  return counted
}

/**
 * The stores that a page brings along, in the order of the list: of many those that ring the longest, then by name, as they
 * are shown; the others come with the first message of the stream (`isPart`). Throws as listStores and limitRows do.
 */
export async function listStoresOfPage(caller: StaffCaller): Promise<{ stores: StoreSummary[]; isPart: boolean }> {
  const stores = await listStores(caller)
  for (const [projectId, rows] of countedTo(stores)) await limitRows(caller, projectId, rows)
  if (stores.length <= mostOfPage) return { stores, isPart: false }
  const brought = new Set(stores.toSorted(byNeed).slice(0, mostOfPage))
  return { stores: stores.filter((store) => brought.has(store)), isPart: true }
}

/** Whether somebody with these rights may see a store. */
function seenBy(memberships: Membership[]): (store: StoreSummary) => boolean {
  const rights = new Map(
    memberships.map((right) => [right.projectId, right.destinationIds && new Set(right.destinationIds)]),
  )
  return ({ projectId, destinationId }) => {
    const theirs = rights.get(projectId)
    return theirs === null || (theirs?.has(destinationId) ?? false)
  }
}

const texts = new WeakMap<Membership[], string>()

// The database names memberships in no order. As text once, for the many streams of somebody with very many stores.
function rightsIn(memberships: Membership[]): string {
  const known = texts.get(memberships)
  if (known !== undefined) return known
  const text = JSON.stringify(memberships.map((right) => JSON.stringify(right)).sort())
  texts.set(memberships, text)
  return text
}

// A right that is taken away or changed ends the stream at once, or with the next heartbeat: also where what asked for the
// look was dropped, with what else its reader was too slow for.
async function* whileAllowed(caller: StaffCaller, signal: AbortSignal): AsyncGenerator<StreamMessage> {
  const { memberships } = caller
  const rights = rightsIn(memberships)
  const isSame = (now: StaffCaller) => rightsIn(now.memberships) === rights
  const viewer = { ...seenWith(memberships), rights, sees: seenBy(memberships) }
  // What its reader has become while nobody listened yet is news as well.
  let hasNews = true
  const beside = (push: (message: StreamMessage) => void) =>
    watchRights(caller, (message) => {
      hasNews = true
      push(message)
    })
  for await (const message of storesMessages(viewer, signal, beside)) {
    const isBeat = message.event === 'heartbeat' && !hasNews
    if (isBeat || hasNews || message === lookAgain) {
      hasNews = false
      const now = await lookFor(message, () => findStaffFor(caller, { isBeat, isSame }))
      if (now === undefined) {
        // Not known yet: no belief of before answers it.
        hasNews = true
        continue
      }
      if (!now || !isSame(now)) return
    }
    if (message !== lookAgain) yield message
  }
}

/** All stores of an account as they change. It ends with the caller's session, and when their rights change. */
export function streamStores(caller: StaffCaller): (signal: AbortSignal) => AsyncGenerator<StreamMessage> {
  return (signal) => whileAllowed(caller, signal)
}
