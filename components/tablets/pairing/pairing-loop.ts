import { ApiError } from '@/lib/http/client'
import { slowDownS } from '@/lib/tablets/model'
import { beginPairing, fetchCredential } from '@/lib/tablets/queries'

/** What a tablet that waits to be paired shows. `trouble`: why nothing moves at the moment; the code stays good. */
export type Pairing = {
  status: 'waiting' | 'denied' | 'paired'
  code: string | null
  address: string | null
  completeAddress: string | null
  endsAtMs: number
  trouble: 'offline' | 'busy' | null
}

export const gettingCode: Pairing = {
  status: 'waiting',
  code: null,
  address: null,
  completeAddress: null,
  endsAtMs: 0,
  trouble: null,
}

const retryMs = 5_000

// A tablet may wait for days: what was waited for is let go of.
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

type Trouble = NonNullable<Pairing['trouble']>
type Outcome = 'paired' | 'wait' | 'slower' | 'denied' | 'over' | Trouble

const troubleOf = (error: unknown): Trouble => (error instanceof ApiError ? 'busy' : 'offline')

const outcomes: Record<string, Outcome> = {
  authorization_pending: 'wait',
  slow_down: 'slower',
  access_denied: 'denied',
  expired_token: 'over',
  invalid_grant: 'over',
}

async function outcomeOf(deviceCode: string, signal: AbortSignal): Promise<Outcome> {
  try {
    await fetchCredential(deviceCode, signal)
    return 'paired'
  } catch (error) {
    return (error instanceof ApiError && outcomes[error.problem.code]) || troubleOf(error)
  }
}

// One code from when it is shown until it is entered, refused or over.
async function showCode(tell: (change: Partial<Pairing>) => void, signal: AbortSignal): Promise<Outcome> {
  const begun = await beginPairing(signal)
  const endsAtMs = Date.now() + begun.expires_in * 1000
  tell({
    code: begun.user_code,
    address: begun.verification_uri,
    completeAddress: begun.verification_uri_complete,
    endsAtMs,
    trouble: null,
  })
  let everyMs = begun.interval * 1000
  while (!signal.aborted && Date.now() < endsAtMs) {
    await pause(everyMs, signal)
    if (signal.aborted) break
    const outcome = await outcomeOf(begun.device_code, signal)
    if (outcome === 'slower') everyMs += slowDownS * 1000
    const trouble = outcome === 'offline' || outcome === 'busy' ? outcome : null
    if (outcome !== 'wait' && outcome !== 'slower' && !trouble) return outcome
    tell({ trouble })
  }
  return 'over'
}

/** Shows code after code until one is entered or refused, through whatever the network does, or until the signal. */
export async function waitToBePaired(tell: (change: Partial<Pairing>) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const outcome = await showCode(tell, signal).catch((error: unknown) => {
      tell({ code: null, trouble: troubleOf(error) })
      return pause(retryMs, signal)
    })
    if (signal.aborted) return
    if (outcome === 'paired' || outcome === 'denied') return tell({ status: outcome, trouble: null })
  }
}
