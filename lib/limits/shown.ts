import { Refusal } from '@/lib/errors'
import { clientAddressOf, widerNetworkOf } from '@/lib/http/client-address'
import { limitAddress } from '@/lib/limits/service'
import { unnamed } from '@/lib/limits/take'
import { FairShare } from '@/lib/turns/fair-share'
import { strangersInTurn } from '@/lib/turns/strangers'
import { howOf } from '@/lib/turns/turns'

const makeRows = () => new FairShare(howOf({ atOnce: 1, mostWaiting: 1_000, what: 'such requests come from here' }))

// Next evaluates a module once per bundle: all of a kind that come from an address stand in one row.
const held = globalThis as typeof globalThis & { baycallShown?: FairShare }

const longestWaitMs = 5_000

/**
 * Looks at what somebody without an account shows: a link's token, what a passkey has signed; but for pages in turn with all who
 * are not known yet, and counted for their address and its network. Nobody guesses one, so one that `isGood` passes, whoever
 * tries behind the same address: of those that come when too many have been tried from there one at a time is looked at. Throws
 * too_many_requests for the others of these, and unavailable (Busy) where too many wait to be looked at.
 */
export async function limitShown<Found>(
  what: 'link' | 'link opened' | 'passkey',
  request: Pick<Request, 'headers'> & { signal?: AbortSignal },
  look: () => Promise<Found>,
  isGood: (found: Found) => boolean,
): Promise<Found> {
  const spent = await limitAddress(what, request).then(
    () => null,
    (error: unknown) => error,
  )
  const address = clientAddressOf(request)
  const wait = { mostMs: longestWaitMs, signal: request.signal }
  // A page has its place among pages, and holds it while it waits.
  const isPage = what === 'link opened'
  const inTurn = () => (isPage ? look() : strangersInTurn().run(look, { ...wait, network: widerNetworkOf(address) }))
  if (spent === null) return inTurn()
  if (!(spent instanceof Refusal)) throw spent
  held.baycallShown ??= makeRows()
  const found = await held.baycallShown.run(`${what} ${unnamed(address)}`, wait, inTurn)
  if (!isGood(found)) throw spent
  return found
}
