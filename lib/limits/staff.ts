import { countedTo, type StaffCaller } from '@/lib/auth/model'
import { env } from '@/lib/env'
import { credentialIn } from '@/lib/limits/credentials'
import type { Rate } from '@/lib/limits/model'
import { forgetSpent, noteSpent, secondsSpent } from '@/lib/limits/spent'
import { putOnTab, secondsInDebt } from '@/lib/limits/tabs'
import { tooMany, unnamed } from '@/lib/limits/take'

/** What is asked for, as so many requests: a page has several readings, and a stream is told all at first. */
const costs = { request: 1, page: 3, stream: 5 }

// Of each session by itself: whoever has found one open, and asks for as much as they can, keeps its owner from ending it by no
// other one. It comes back slowly, for an account may have hundreds.
const ownPart = { perSecond: 1 / 1500, burst: 1 / 30 }

const heldAtMost = 20_000

// Next evaluates a module once per bundle: pages and API count together.
const held = globalThis as typeof globalThis & { baycallSessionsOwn?: Map<string, { left: number; at: number }> }
held.baycallSessionsOwn ??= new Map()
const sessions = held.baycallSessionsOwn

/** Takes it of what a session has for itself on this process; false where it has not so much left. */
function takeOwn(name: string, rate: Rate, cost: number, now: number): boolean {
  const burst = Math.max(1, rate.burst * ownPart.burst)
  const known = sessions.get(name)
  const refilled = known ? known.left + ((now - known.at) / 1000) * rate.perSecond * ownPart.perSecond : burst
  const left = Math.min(burst, refilled)
  const isEnough = left >= cost
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
function shownBy({ tablet }: StaffCaller, asked: keyof typeof costs, headers: Headers): string {
  const isByToken = asked !== 'page' && headers.get('authorization')
  return credentialIn(headers, tablet ? 'tablet' : isByToken ? 'accessToken' : 'session') ?? ''
}

/** Of the account and, where somebody has invited very many, of the project. */
function bucketsOf(caller: StaffCaller, rate: Rate): [name: string, Rate][] {
  const { RATE_LIMIT_PROJECT_STAFF: ofProject } = env()
  const projectId = countedTo(caller)
  const project: [string, Rate][] = ofProject && projectId ? [[`people ${unnamed(projectId)}`, ofProject]] : []
  return [[`account ${unnamed(caller.userId)}`, rate], ...project]
}

/**
 * Counts what somebody asks for, or a tablet, of its account and project on all servers together and, where that has been used up,
 * a little of each session. `headers`: what they were looked up by is refused from here on for a second. Throws
 * too_many_requests.
 */
export async function limitStaff(caller: StaffCaller, asked: keyof typeof costs, headers: Headers): Promise<void> {
  const rate = env().RATE_LIMIT_STAFF
  if (!rate) return
  const cost = costs[asked]
  const buckets = bucketsOf(caller, rate)
  const debts = await Promise.all(buckets.map(([name, of]) => secondsInDebt(name, of)))
  const seconds = Math.max(...debts)
  if (seconds === 0) for (const [name, of] of buckets) putOnTab(name, of, cost)
  // Last, so that it is there as long as nobody needs it.
  else if (!takeOwn(caller.sessionId || caller.userId, rate, cost, Date.now())) {
    noteSpent(shownBy(caller, asked, headers), seconds)
    throw tooMany(rate, seconds)
  }
  forgetSpent(() => shownBy(caller, asked, headers))
}
