import { createHash } from 'node:crypto'
import { clientAddressOf, widerNetworkOf } from '@/lib/http/client-address'
import { forgetUnlessSeen, knownProjectsOf } from '@/lib/limits/credentials'
import { secondsSpent } from '@/lib/limits/spent'
import { Places } from '@/lib/turns/places'
import { howOf } from '@/lib/turns/turns'

// Each takes some milliseconds of the one thread that answers everybody, and waits for the database in between: a few, so
// that other requests come between them. As many wait as of boards (reading.ts), whose tablets all come back at once.
const places = new Places(howOf({ atOnce: 4, mostWaiting: 500, what: 'pages are asked for' }))

const longestWaitMs = 10_000

// Whoever proves nothing may come from a hundred networks: they have rounds of their own, and all of them together as many pages as
// one network that is known. So many of them stand among the others.
const strangers = new Places(howOf({ atOnce: 8, mostWaiting: 500, what: 'pages are asked for' }))

async function takeAsStranger(network: string, signal: AbortSignal): Promise<void> {
  const since = performance.now()
  await strangers.take({ network, mostMs: longestWaitMs, signal })
  try {
    const mostMs = Math.max(0, longestWaitMs - (performance.now() - since))
    await places.take({ network: 'strangers', mostMs, signal })
  } finally {
    strangers.giveBack()
  }
}

// A project's people are in many networks, those of a chain in many more than others', and one session may be in any number: so many
// pages of a project are made in each round.
const rowsOfProject = 4
const rowOf = (network: string) => createHash('sha256').update(network).digest().readUInt8() % rowsOfProject

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
   * A turn for whom `x-forwarded-for` (with the peer as its last) and the cookie name, or for a project (`share`): had where nothing
   * is answered, else once what is answered has come. To be given back once. Throws unavailable (Busy) where too many wait or it
   * has not come in time, and HungUp. Whose cookie this process has not looked up lately is a stranger to it.
   */
  take(asked: Asked, signal: AbortSignal, share: string | null = null): Promise<void> | undefined {
    const { url = '', headers } = asked
    const address = clientAddressOf({ headers: new Headers({ 'x-forwarded-for': headers['x-forwarded-for'] ?? '' }) })
    const network = widerNetworkOf(address)
    const path = pathOf(url)
    const known = looksUp(asked) ? knownProjectsOf(new Headers({ cookie: headers.cookie ?? '' })) : []
    // Of several the one that the page is of.
    const projectId = share ?? known.find((id) => path.includes(id)) ?? known[0]
    if (projectId === undefined) return takeAsStranger(network, signal)
    return places.take({ network: `${projectId} ${rowOf(network)}`, mostMs: longestWaitMs, signal })
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
