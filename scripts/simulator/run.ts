import { setMaxListeners } from 'node:events'
import { setTimeout as passes } from 'node:timers/promises'
import { Caller } from '@/scripts/simulator/caller'
import type { Options } from '@/scripts/simulator/options'
import { personOf } from '@/scripts/simulator/people'
import { planVisit } from '@/scripts/simulator/plan'
import { Random } from '@/scripts/simulator/random'
import { Staff } from '@/scripts/simulator/staff'
import { Tally } from '@/scripts/simulator/tally'
import { type Project, Visit } from '@/scripts/simulator/visit'

export type Demo = Project & {
  baseUrl: string
  destinationIds: string[]
  staff: { email: string; password: string }
}

// More customers at once than this and new ones stay at home: memory and sockets stay bounded.
const mostAtOnce = 5_000

function storesOf(demo: Demo, count: number): string[] {
  const more = Array.from({ length: count }, (_, i) => `simulated-${i + 1}`)
  return [...demo.destinationIds, ...more].slice(0, count)
}

// An order number that no earlier run has used: the seconds of its start, in few characters.
function prefixOf(started: Date): string {
  return Math.floor(started.getTime() / 1000)
    .toString(36)
    .slice(-5)
    .toUpperCase()
}

async function untilAborted(work: Promise<unknown>, tally: Tally): Promise<void> {
  await work.catch((error) => {
    if (error?.name !== 'AbortError') tally.wonder(`simulator: ${error}`)
  })
}

/** Runs until its minutes are over or the signal comes, then answers what happened. */
export async function simulate(options: Options, demo: Demo, stop: AbortSignal, started: Date): Promise<Tally> {
  const tally = new Tally()
  const random = new Random(options.seed)
  const caller = new Caller(demo.baseUrl, tally)
  const staff = new Staff(caller, tally, demo.projectId, demo.staff)
  // A controller of our own: AbortSignal.any over a timeout can be collected before it fires (Node 20).
  const over = new AbortController()
  const { signal } = over
  // One listener for each customer under way.
  setMaxListeners(0, signal)
  const end = () => over.abort()
  const timer = setTimeout(end, options.minutes * 60_000)
  stop.addEventListener('abort', end, { once: true })
  const stores = storesOf(demo, options.stores)
  const around = { caller, tally, project: demo, speed: options.speed, signal }
  const busy = new Set<Promise<void>>()
  const track = (work: Promise<unknown>) => {
    const tracked: Promise<void> = untilAborted(work, tally).finally(() => busy.delete(tracked))
    busy.add(tracked)
  }
  const prefix = prefixOf(started)
  for (let number = 1; !signal.aborted; number += 1) {
    const plan = planVisit(random)
    const visit = new Visit(around, random.pick(stores), `${prefix}-${number}`, personOf(random), plan)
    const served = new Set<string>()
    const onArrival = (serviceId: string) => {
      if (!options.staff || served.has(serviceId)) return
      served.add(serviceId)
      track(staff.serve(serviceId, plan, options.speed, signal))
    }
    if (busy.size < mostAtOnce) track(visit.run(onArrival))
    else tally.count('customers who stayed at home')
    await untilAborted(passes(random.gapSeconds(options.perMinute) * 1000, undefined, { signal }), tally)
  }
  clearTimeout(timer)
  await Promise.all(busy)
  return tally
}
