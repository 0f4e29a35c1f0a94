import { env } from '@/lib/env'
import { clientAddressOf } from '@/lib/http/client-address'
import { Allowance } from '@/lib/limits/allowance'
import { unnamed, widened } from '@/lib/limits/take'
import { ofNetwork, takeOfAll } from '@/lib/limits/wide'
import { pollEveryS } from '@/lib/tablets/model'

const ofCode = new Allowance({ perSecond: 1 / pollEveryS, burst: 2 })

// Of an address as many as 500 tablets ask for that wait at once, and of IPv6 five times as many of its network.
const share = 5

/**
 * Whether a tablet that waits with a code of its own is heard whatever else is asked at its address: as often as one asks, in each
 * process. `name`: the code's. Throws too_many_requests where very many wait there.
 */
export async function isHeardDevice(name: string, request: Pick<Request, 'headers'>): Promise<boolean> {
  if (!ofCode.take(name)) return false
  const rate = widened(env().RATE_LIMIT_PUBLISHABLE_KEY, share)
  const address = clientAddressOf(request)
  await takeOfAll(`device ${unnamed(address)}`, rate, ofNetwork('device', '', address, rate, share))
  return true
}
