import { env } from '@/lib/env'
import { clientAddressOf } from '@/lib/http/client-address'
import { secondsUntilRefilled, wasEmpty } from '@/lib/limits/leases'
import { noteSomebodys, wasSomebodys } from '@/lib/limits/somebody'
import { putOnTab } from '@/lib/limits/tabs'
import { take, tooMany, unnamed } from '@/lib/limits/take'
import { ofNetwork, refuseInDebt } from '@/lib/limits/wide'

// Nobody who has one has many that are none: of a network so many addresses' worth are looked up.
const unknownInNetwork = 5

// Next evaluates a module once per bundle. By their buckets: of those that had tried too many a moment ago, which credential
// is being looked up.
const held = globalThis as typeof globalThis & { baycallLooking?: Map<string, string> }
held.baycallLooking ??= new Map()
const looking = held.baycallLooking

/**
 * Looks up a credential that somebody has sent, and counts it where nobody has it, for their address and of IPv6 for the
 * network that one subscriber may have, as much as a publishable key may ask for. Who has tried too many is refused before
 * the next look, without asking the database, and who had a moment ago has one looked up at a time; not so a credential that
 * was somebody's when it was looked up last, for a chain's own stand behind one address with whoever guesses there. For the same
 * reason those that were made here (lib/marked) are counted apart from those made up: a process that has begun anew knows none yet.
 * `name`: what kind of credential it is (of another kind it is another one) and its digest; `projectOf`: of which project it is
 * somebody's, where that is known. Throws too_many_requests.
 */
export async function limitUnknown<Found>(
  name: string,
  request: Pick<Request, 'headers'>,
  find: () => Promise<Found | null>,
  { isMade = false, projectOf = () => '' }: { isMade?: boolean; projectOf?: (found: Found) => string } = {},
): Promise<Found | null> {
  const lookUp = async () => {
    const found = await find()
    noteSomebodys(name, found === null ? null : projectOf(found))
    return found
  }
  const rate = env().RATE_LIMIT_PUBLISHABLE_KEY
  if (!rate) return lookUp()
  const address = clientAddressOf(request)
  // Whoever has keys that were ended has no tablets' cookies that were.
  const kind = isMade ? `ended ${name.split(' ', 1)[0]}` : 'unknown'
  const bucket = `${kind} ${unnamed(address)}`
  const wide = ofNetwork(kind, '', address, rate, unknownInNetwork)
  if (!wasSomebodys(name)) {
    const seconds = secondsUntilRefilled(bucket)
    if (seconds > 0) throw tooMany(rate, seconds)
    await refuseInDebt(wide)
  }
  const isOneByOne = !wasSomebodys(name) && wasEmpty(bucket)
  const other = isOneByOne ? looking.get(bucket) : undefined
  if (other !== undefined && other !== name) throw tooMany(rate, 1)
  const isFirst = isOneByOne && other === undefined
  if (isFirst) looking.set(bucket, name)
  try {
    const found = await lookUp()
    if (found !== null) return found
    await take(bucket, rate)
    for (const network of wide) putOnTab(network.name, network.rate, 1)
    return null
  } finally {
    if (isFirst) looking.delete(bucket)
  }
}
