import { clientAddressOf } from '@/lib/http/client-address'
import { Allowance } from '@/lib/limits/allowance'
import { unnamed } from '@/lib/limits/take'
import { pollEveryS } from '@/lib/tablets/model'

const ofCode = new Allowance({ perSecond: 1 / pollEveryS, burst: 2 })

// More than all codes ask for together that an address is given (limitPairing) while they may be good.
const ofAddress = new Allowance({ perSecond: 300, burst: 3_000 })

/**
 * Whether a tablet that waits with a code of its own is heard whatever else is asked at its address: as often as one asks, in each
 * process. `name`: the code's.
 */
export function isHeardDevice(name: string, request: Pick<Request, 'headers'>): boolean {
  return ofCode.take(name) && ofAddress.take(unnamed(clientAddressOf(request)))
}
