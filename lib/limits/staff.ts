import { findMembership, projectsInOrder, type StaffCaller } from '@/lib/auth/model'
import { env } from '@/lib/env'
import { orRefusePage } from '@/lib/http/page-answer'
import { credentialIn } from '@/lib/limits/credentials'
import type { Rate } from '@/lib/limits/model'
import { forgetSpent, noteSpent, secondsSpent } from '@/lib/limits/spent'
import { isBehind, putOnTab, secondsInDebt } from '@/lib/limits/tabs'
import { tooMany, unnamed, widened } from '@/lib/limits/take'
import { circleOf } from '@/lib/people/model'

/**
 * What is asked for, as so many requests, by what it takes of the thread that answers everybody: a list may have hundreds of rows, a
 * page has several readings, or such lists, and a stream is told all at first.
 */
const costs = { request: 1, list: 8, page: 3, pageOfLists: 20, stream: 5 }

export type AskedFor = keyof typeof costs

// Of each session by itself: whoever has found one open, and asks for as much as they can, keeps its owner from ending it by no
// other one. It comes back slowly, for an account may have hundreds.
const ownPart = { perSecond: 1 / 1500, burst: 1 / 30 }
// Of it any page takes as much as another: an owner comes to the list of people, and ends whoever it is.
const mostOfOwn = costs.page

const heldAtMost = 20_000

// Next evaluates a module once per bundle: pages and API count together.
const held = globalThis as typeof globalThis & { baycallSessionsOwn?: Map<string, { left: number; at: number }> }
held.baycallSessionsOwn ??= new Map()
const sessions = held.baycallSessionsOwn

const ownBurst = (rate: Rate) => Math.max(mostOfOwn, rate.burst * ownPart.burst)

/** Takes it of what a session has for itself on this process; false where it has less left than `needs`. */
function takeOwn(name: string, rate: Rate, cost: number, needs = cost): boolean {
  const now = performance.now()
  const burst = ownBurst(rate)
  const known = sessions.get(name)
  const refilled = known ? known.left + ((now - known.at) / 1000) * rate.perSecond * ownPart.perSecond : burst
  const left = Math.min(burst, refilled)
  const isEnough = left >= needs
  // Of very many the one that has asked for nothing the longest begins anew.
  sessions.delete(name)
  const [eldest] = sessions.size >= heldAtMost ? sessions.keys() : []
  if (eldest !== undefined) sessions.delete(eldest)
  sessions.set(name, { left: isEnough ? left - cost : left, at: now })
  return isEnough
}

/** Before it is looked up who asks. Throws too_many_requests for whoever was just refused. */
export function refuseSpent(headers: Headers): void {
  const rate = env().RATE_LIMIT_STAFF
  const seconds = rate ? secondsSpent(headers) : 0
  if (rate && seconds > 0) throw tooMany(rate, seconds)
}

// What they were looked up by, and nothing that is sent beside it: that may be somebody else's.
function shownBy({ tablet }: StaffCaller, asked: AskedFor, headers: Headers): string {
  const isPage = asked === 'page' || asked === 'pageOfLists'
  const isByToken = !isPage && headers.get('authorization')
  return credentialIn(headers, tablet ? 'tablet' : isByToken ? 'accessToken' : 'session') ?? ''
}

// Of all of a project's people together, and of its tablets, for somebody may invite very many: so many times what one has.
const ofProject = 4
// Of somebody's projects so many are looked at.
const mostProjects = 8

function projectRate(rate: Rate): Rate | null {
  const { RATE_LIMIT_PROJECT_STAFF: set } = env()
  return set === undefined ? widened(rate, ofProject) : set
}

// Of people and of tablets by themselves: whatever people ask for, somebody is seen to at the kerb.
const projectBucket = ({ tablet }: StaffCaller, projectId: string) =>
  `${tablet ? 'tablets' : 'people'} ${unnamed(projectId)}`

/** What is left to a store's people where others have used up the project's, and to its tablets: as much as an account has. */
function circleBucket(caller: StaffCaller, projectId: string): string {
  const membership = findMembership(caller, projectId)
  const { kind, store } = membership ? circleOf(membership) : { kind: 'none', store: '' }
  return `circle's ${caller.tablet ? 'tablets' : 'people'} ${unnamed(projectId, kind, store)}`
}

const accountBucket = ({ userId }: StaffCaller) => `account ${unnamed(userId)}`

/** A bucket that somebody's request is put on, or the seconds until there is one. */
type Share = { name: string; rate: Rate } | { seconds: number }

async function shareOf(name: string, rate: Rate): Promise<Share> {
  const seconds = await secondsInDebt(name, rate)
  return seconds > 0 ? { seconds } : { name, rate }
}

/** The first that has some left, or the seconds until one has. */
async function firstShareOf(names: string[], rate: Rate): Promise<Share> {
  const shares = await Promise.all(names.map((name) => shareOf(name, rate)))
  const soonest = Math.min(...shares.map((share) => ('seconds' in share ? share.seconds : 0)))
  return shares.find((share) => 'name' in share) ?? { seconds: soonest }
}

/**
 * Of these projects of somebody the first that has some left: nobody is kept out of one by the people of another. Where none has,
 * what is their circle's: nor are a store's by those of another, who may have as many accounts as they like.
 */
async function projectShareOf(caller: StaffCaller, ids: string[], rate: Rate): Promise<Share | null> {
  const ofProjects = projectRate(rate)
  if (!ofProjects) return null
  // Somebody may have taken very many out of theirs: all who are in none have together what a project's people have.
  if (ids.length === 0) return shareOf('people of none', ofProjects)
  const share = await firstShareOf(
    ids.map((id) => projectBucket(caller, id)),
    ofProjects,
  )
  if ('name' in share) return share
  return firstShareOf(
    ids.map((id) => circleBucket(caller, id)),
    rate,
  )
}

/** Puts it on somebody's account, and on what there is of these projects; or the seconds until it may be. */
async function putOnShares(caller: StaffCaller, ids: string[], rate: Rate, cost: number): Promise<number> {
  for (;;) {
    const shares = await Promise.all([shareOf(accountBucket(caller), rate), projectShareOf(caller, ids, rate)])
    const seconds = Math.max(...shares.map((share) => (share && 'seconds' in share ? share.seconds : 0)))
    if (seconds > 0) return seconds
    const open = shares.flatMap((share) => (share && 'name' in share ? [share] : []))
    // Of those who have waited for the same the first may have used it up.
    if (open.some(({ name, rate }) => isBehind(name, rate))) continue
    for (const { name, rate } of open) putOnTab(name, rate, cost)
    return 0
  }
}

/**
 * Counts what somebody asks for, or a tablet, of its account and project, or its circle (circleOf), on all servers together and,
 * where that has been used up, a little of each session. `headers`: what they were looked up by is refused from here on for a
 * second. Throws too_many_requests.
 */
export async function limitStaff(caller: StaffCaller, asked: AskedFor, headers: Headers): Promise<void> {
  const rate = env().RATE_LIMIT_STAFF
  if (!rate) return
  const cost = costs[asked]
  const seconds = await putOnShares(caller, projectsInOrder(caller).slice(0, mostProjects), rate, cost)
  // The session's own comes last, so that it is there as long as nobody needs it.
  if (seconds > 0 && !takeOwn(caller.sessionId || caller.userId, rate, Math.min(cost, mostOfOwn))) {
    noteSpent(shownBy(caller, asked, headers), seconds)
    throw tooMany(rate, seconds)
  }
  forgetSpent(() => shownBy(caller, asked, headers))
}

/** So many rows cost what a request does. */
export const rowsOfRequest = 25

/** Puts it on whose the rows are, or on a session's own that is for them alone: of that as much at most as it may be. */
async function putRows(caller: StaffCaller, projectId: string, cost: number): Promise<void> {
  const rate = env().RATE_LIMIT_STAFF
  if (!rate) return
  const seconds = await putOnShares(caller, [projectId], rate, cost)
  if (seconds === 0) return
  const own = `rows ${caller.sessionId || caller.userId}`
  const ofOwn = Math.min(cost, ownBurst(rate))
  if (!takeOwn(own, rate, ofOwn, Math.max(1, ofOwn))) throw tooMany(rate, seconds)
}

/** Before rows of a project are read: throws too_many_requests where there is nothing left to put them on (limitRows). */
export const refuseRows = (caller: StaffCaller, projectId: string): Promise<void> =>
  orRefusePage(() => putRows(caller, projectId, 0))

/**
 * Counts what an answer is made of, once that is known and before it is given: a page's stores to choose from, a board's orders.
 * It is of the account and of `projectId`, whose they are, or of the circle there. Throws too_many_requests.
 */
export async function limitRows(caller: StaffCaller, projectId: string, rows: number): Promise<void> {
  const cost = Math.floor(rows / rowsOfRequest)
  if (cost > 0) await orRefusePage(() => putRows(caller, projectId, cost))
}
