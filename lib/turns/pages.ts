import { clientAddressOf, widerNetworkOf } from '@/lib/http/client-address'
import { forgetUnlessSeen, knownPersonsOf } from '@/lib/limits/credentials'
import { secondsSpent } from '@/lib/limits/spent'
import { PeopleTurns, type Person } from '@/lib/turns/people-turns'
import { Places } from '@/lib/turns/places'
import { howOf } from '@/lib/turns/turns'

// Each takes some milliseconds of the one thread that answers everybody, and waits for the database in between: a few, so
// that other requests come between them. As many wait as of boards (reading.ts), whose tablets all come back at once.
const work = { mostWaiting: 500, what: 'pages are asked for' }
const places = new Places(howOf({ ...work, atOnce: 4 }))

const longestWaitMs = 10_000

// Whoever proves nothing may come from a hundred networks: they have rounds of their own, and all of them together as many pages as
// one network that is known. So many of them stand among the others.
const strangers = new Places(howOf({ ...work, atOnce: 8 }))

/** How long somebody waits who came at `since` (performance.now()). */
const waitFrom = (since: number, signal: AbortSignal) => ({
  mostMs: Math.max(0, longestWaitMs - (performance.now() - since)),
  signal,
})

async function takeAsStranger(network: string, signal: AbortSignal): Promise<void> {
  const since = performance.now()
  await strangers.take({ network, ...waitFrom(since, signal) })
  try {
    await places.take({ network: 'strangers', ...waitFrom(since, signal) })
  } finally {
    strangers.giveBack()
  }
}

// One session may be in any number of networks: so many pages of a project are made in each round, a chain's too. Whose they are goes
// round its circles, for somebody may have any number of accounts: 56 of one store kept the owner from the page of people.
const rowsOfProject = 4
const people = new PeopleTurns({ ...work, atOnce: rowsOfProject })
let row = 0

async function takeOfProject(person: Person, signal: AbortSignal): Promise<void> {
  const since = performance.now()
  await people.take(person, () => waitFrom(since, signal))
  const stands = performance.now()
  row = (row + 1) % rowsOfProject
  try {
    await places.take({ network: `${person.projectId} ${row}`, ...waitFrom(since, signal) })
  } finally {
    people.giveBack(person, performance.now() - stands)
  }
}

const unknownOf = (projectId: string, network: string): Person => ({
  projectId,
  userId: network,
  kind: 'store',
  circle: 'unknown',
})

// Any other page is anybody's, or not there: it looks up nobody, and counts for nobody.
const forPeople = /^\/(board|entries|insights|settings|account)(\/|$)/

// What a link fetches ahead looks up nobody either. Without the other of its two headers the page is made whole.
const isAhead = ({ headers }: Asked) => headers.rsc === '1' && headers['next-router-prefetch'] === '1'
const looksUp = (asked: Asked) => forPeople.test(pathOf(asked.url ?? '')) && !isAhead(asked)

const pathOf = (url: string) => (URL.canParse(url, 'http://here') ? new URL(url, 'http://here').pathname : '')

/** What a page is asked for with. */
type Asked = {
  url?: string
  headers: { 'x-forwarded-for'?: string; cookie?: string; rsc?: string; 'next-router-prefetch'?: string }
}

/**
 * The turns of a process at making pages, for the front (scripts/server/page-turns.mjs), in rounds: in each are four of a project's,
 * and one of all strangers'.
 */
export const pageTurns = {
  /**
   * A turn for whom `x-forwarded-for` (with the peer as its last) and the cookie name, or who of a project (`share`): had once it is
   * answered. To be given back once. Throws unavailable (Busy) where too many wait or it has not come in time, and HungUp. Whose
   * cookie this process has not looked up lately is a stranger to it.
   */
  take(asked: Asked, signal: AbortSignal, share: string | null = null): Promise<void> {
    const { url = '', headers } = asked
    const address = clientAddressOf({ headers: new Headers({ 'x-forwarded-for': headers['x-forwarded-for'] ?? '' }) })
    const network = widerNetworkOf(address)
    const path = pathOf(url)
    const known = looksUp(asked) ? knownPersonsOf(new Headers({ cookie: headers.cookie ?? '' })) : []
    // Of several the one that the page is of.
    const isOf = ({ projectId }: Person) => (share ? projectId === share : path.includes(projectId))
    const person = known.find(isOf) ?? (share ? unknownOf(share, network) : known[0])
    return person ? takeOfProject(person, signal) : takeAsStranger(network, signal)
  },

  giveBack(): void {
    places.giveBack()
  },

  /**
   * Notes that what was asked for at `since` (performance.now()) has been answered. Where it looked up nobody, since the page is not
   * there, whose cookie it is is not known from here on: it may have ended.
   */
  made(asked: Asked, since: number): void {
    if (looksUp(asked)) forgetUnlessSeen(new Headers({ cookie: asked.headers.cookie ?? '' }), since)
  },

  /**
   * The seconds after which whoever sends this cookie may come again, where they were just refused for asking for too much; else
   * 0, as for pages that are anybody's, by which one comes in anew.
   */
  secondsSpent(url: string, cookie: string): number {
    return forPeople.test(pathOf(url)) ? secondsSpent(new Headers({ cookie })) : 0
  },
}
