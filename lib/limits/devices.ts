import { Allowance } from '@/lib/limits/allowance'
import { pollEveryS } from '@/lib/tablets/model'

// An address has no more of these codes than it may ask for (limitPairing) while they may be good.
const ofCode = new Allowance({ perSecond: 1 / pollEveryS, burst: 2 })

/**
 * Whether a tablet that waits at home with a code of its own is heard whatever else is asked at its address: as often as one
 * asks, in each process. `name`: the code's.
 */
export const isHeardDevice = (name: string): boolean => ofCode.take(name)
