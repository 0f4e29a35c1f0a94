import { widerNetworkOf } from '@/lib/http/client-address'
import type { Rate } from '@/lib/limits/model'
import { putOnTab, secondsInDebt } from '@/lib/limits/tabs'
import { networkShare, take, tooMany, unnamed, widened } from '@/lib/limits/take'

/** A bucket that is paid afterwards. */
export type Wide = { name: string; rate: Rate }

/** The bucket of the network that an IPv6 address is of, as much as twenty addresses, or so many; of IPv4 there is none. */
export function ofNetwork(
  what: string,
  keyId: string,
  address: string,
  rate: Rate | null,
  addresses = networkShare,
): Wide[] {
  const network = widerNetworkOf(address)
  const wide = network === address ? null : widened(rate, addresses)
  return wide ? [{ name: `${what} network ${keyId} ${unnamed(network)}`, rate: wide }] : []
}

/** Throws too_many_requests where one of them has less than this process owes it. */
export async function refuseInDebt(buckets: Wide[]): Promise<void> {
  for (const { name, rate } of buckets) {
    const seconds = await secondsInDebt(name, rate)
    if (seconds > 0) throw tooMany(rate, seconds)
  }
}

/** Whether one of them has less than this process owes it. */
export async function isInDebt(buckets: Wide[]): Promise<boolean> {
  for (const { name, rate } of buckets) if ((await secondsInDebt(name, rate)) > 0) return true
  return false
}

/** Of the address first, which answers whoever asks for too much; what it refuses is nobody else's to pay. */
export async function takeOfAll(name: string, rate: Rate | null, buckets: Wide[], request?: Request): Promise<void> {
  await refuseInDebt(buckets)
  await take(name, rate, request)
  for (const wide of buckets) putOnTab(wide.name, wide.rate, 1)
}
