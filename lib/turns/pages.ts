import { makeKnown } from '@/lib/auth/given-out'
import { clientAddressOf, widerNetworkOf } from '@/lib/http/client-address'
import { forgetUnlessSeen, knownPersonsOf } from '@/lib/limits/credentials'
import { secondsSpent } from '@/lib/limits/spent'
import { HadOfLate } from '@/lib/turns/had-of-late'
import { PeopleTurns, type Person } from '@/lib/turns/people-turns'
import { Places } from '@/lib/turns/places'
import { howOf } from '@/lib/turns/turns'

// Each takes some milliseconds of the one thread that answers everybody, and waits for the database in between: a few, so
// that other requests come between them. As many wait as of boards (reading.ts), whose tablets all come back at once.
const work = { mostWaiting: 500, what: 'pages are asked for' }

// Whose pages have taken least time of late are next: a page for signing in takes a tenth of a board's.
const had = new HadOfLate(10_000)
const makesUpFor = 20
const places = new Places({ ...howOf({ ...work, atOnce: 4 }), hadBy: (whose) => makesUpFor * had.of(whose) })

const longestWaitMs = 10_000

/** How long somebody waits who came at `since` (performance.now()). */
const waitFrom = (since: number, signal: AbortSignal) => ({
  mostMs: Math.max(0, longestWaitMs - (performance.now() - since)),
  signal,
})

/** Gives a turn back, once. */
type GiveBack = () => void

/** `times`: so much counts of the time that it takes. */
async function takePlace(whose: string, wait: ReturnType<typeof waitFrom>, times = 1): Promise<GiveBack> {
  await places.take({ network: whose, ...wait })
  const began = performance.now()
  return () => {
    had.note(whose, times * (performance.now() - began))
    places.giveBack()
  }
}

// Whoever proves nothing may come from a hundred networks: they have rounds of their own, of which so many stand among the others, and
// all of them together a fourth of what a project has, but for pages that are anybody's, which are short. Whoever shows a cookie that
// is not known keeps nobody from signing in.
const inRounds = () => new Places(howOf({ ...work, atOnce: 8 }))
const rounds = { anybody: inRounds(), stranger: inRounds() }
const timesCounted = { anybody: 1, stranger: 4 }

/** How somebody waits who came at `since` (performance.now()). */
type Came = { since: number; signal: AbortSignal }

async function takeAs(what: keyof typeof rounds, network: string, { since, signal }: Came): Promise<GiveBack> {
  await rounds[what].take({ network, ...waitFrom(since, signal) })
  try {
    return await takePlace(what, waitFrom(since, signal), timesCounted[what])
  } finally {
    rounds[what].giveBack()
  }
}

// So many of a project stand among the others. Whose they are goes round its circles, for somebody may have any number of accounts:
// 56 of one store kept the owner from the page of people.
const people = new PeopleTurns({ ...work, atOnce: 4 })

async function takeOfProject(person: Person, { since, signal }: Came): Promise<GiveBack> {
  await people.take(person, () => waitFrom(since, signal))
  const stands = performance.now()
  try {
    return await takePlace(person.projectId, waitFrom(since, signal))
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
 * The turns of a process at making pages, for the front (scripts/server/page-turns.mjs): a project's have as much time as another's,
 * those that are anybody's as much, and strangers' a fourth of that.
 */
export const pageTurns = {
  /**
   * A turn for whom `x-forwarded-for` (with the peer as its last) and the cookie name, or who of a project (`share`): answers what
   * gives it back. Throws unavailable (Busy) where too many wait or it has not come in time, and HungUp. Whose
   * cookie this process has not looked up lately it looks up: else a first page would wait with made-up ones.
   */
  async take(asked: Asked, signal: AbortSignal, share: string | null = null): Promise<GiveBack> {
    const came = { since: performance.now(), signal }
    const { url = '', headers } = asked
    const from = { 'x-forwarded-for': headers['x-forwarded-for'] ?? '' }
    const sent = new Headers({ ...from, cookie: headers.cookie ?? '' })
    const network = widerNetworkOf(clientAddressOf({ headers: sent }))
    const isForPeople = looksUp(asked)
    if (isForPeople && knownPersonsOf(sent).length === 0) await makeKnown({ headers: sent, signal })
    const known = isForPeople ? knownPersonsOf(sent) : []
    // Of several the one that the page is of.
    const isOf = ({ projectId }: Person) => (share ? projectId === share : url.includes(projectId))
    const person = known.find(isOf) ?? (share ? unknownOf(share, network) : known[0])
    return person ? takeOfProject(person, came) : takeAs(isForPeople ? 'stranger' : 'anybody', network, came)
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
