import { batchesOf } from '@/lib/customers/parts'
import { type EntryCandidate, scanDevices } from '@/lib/customers/statements/entries-statement'
import { type Naming, type Tenures, tenuresOf } from '@/lib/customers/whose/tenures'
import { slices } from '@/lib/slices'

/** A device in a store, or where there is none. */
export type Place = { installRef: string; destinationId: string | null }

export const placeOf = ({ installRef, destinationId }: Place) => JSON.stringify([installRef, destinationId])

/**
 * Whose entries are followed: `own` are the serviceIds of their orders (`isWhole`: of all), `tenures` when those had their ids.
 */
type Following = {
  projectId: string
  own: Set<string>
  isWhole: boolean
  tenures: Tenures
  isTheirs: (entry: EntryCandidate, turn: () => Promise<void>) => Promise<boolean>
}

/**
 * The devices of which everything counts as a customer's that they told in some places; of those the ones that told nothing
 * elsewhere (`alone`); and how many entries that are, beside those that are the customer's by themselves. `isWhole`: none was
 * left out because there was more than is held.
 */
export type Followed = { devices: string[]; alone: string[]; places: Set<string>; entries: number; isWhole: boolean }

// More orders of others are not held: who names so many is no customer's device.
const mostNamings = 50_000
const mostNamingsOfOne = 2_000
const mostHolders = 100_000

/** The orders that devices have named, where those are not the customer's; a device of too many is shared. */
class Namings {
  readonly ofDevices = new Map<string, Naming[]>()
  isWhole = true
  private count = 0

  constructor(private readonly shared: Set<string>) {}

  add(device: string, { orderId, destinationId, creationTime, isImported }: Naming) {
    if (this.shared.has(device)) return
    const others = this.ofDevices.get(device) ?? []
    this.ofDevices.set(device, others)
    this.count += 1
    if (this.count > mostNamings) this.isWhole = false
    if (this.count > mostNamings || others.length >= mostNamingsOfOne) this.shared.add(device)
    else others.push({ orderId, destinationId, creationTime, isImported })
  }
}

/** Of devices those that have named an order, when it was somebody else's, who is known by it; all, where those are too many. */
async function addShared(shared: Set<string>, namings: Namings, { projectId, own }: Following) {
  const orderIds = new Set<string>()
  for (const named of namings.ofDevices.values())
    for (const { orderId } of named) if (orderId !== null) orderIds.add(orderId)
  let count = 0
  const others = await tenuresOf({ projectId, orderIds: [...orderIds] }, ({ isNamed, serviceId }) => {
    if (!isNamed || own.has(serviceId)) return null
    count += 1
    // Whoever had the id last may still be told of.
    return count <= mostHolders ? Number.POSITIVE_INFINITY : null
  })
  const turn = slices()
  if (count > mostHolders) namings.isWhole = false
  for (const [device, named] of namings.ofDevices) {
    await turn()
    if (count > mostHolders || named.some((naming) => others.had(naming))) shared.add(device)
  }
}

/**
 * What devices told that have told of a customer: in the places where they did, since a key that reaches only one store can
 * say there what it likes of any device, and nothing of one that has also named another customer's order.
 */
export async function followDevices(told: Place[], following: Following): Promise<Followed> {
  const places = new Set(told.map(placeOf))
  const all = [...new Set(told.map(({ installRef }) => installRef))]
  const [shared, elsewhere] = [new Set<string>(), new Set<string>()]
  const counts = new Map<string, number>()
  const namings = new Namings(shared)
  const turn = slices()
  for (const some of batchesOf(all)) {
    for await (const { found } of scanDevices(following.projectId, some)) {
      for (const entry of found) {
        await turn()
        const { installRef: device } = entry
        if (entry.orderId !== null && !following.tenures.had(entry)) namings.add(device, entry)
        if (await following.isTheirs(entry, turn)) continue
        if (places.has(placeOf(entry))) counts.set(device, (counts.get(device) ?? 0) + 1)
        else elsewhere.add(device)
      }
    }
  }
  await addShared(shared, namings, following)
  const devices = all.filter((device) => !shared.has(device))
  return {
    devices,
    alone: devices.filter((device) => !elsewhere.has(device)),
    places,
    entries: devices.reduce((sum, device) => sum + (counts.get(device) ?? 0), 0),
    // An order of the customer's that is not held counts as another's.
    isWhole: namings.isWhole && (following.isWhole || shared.size === 0),
  }
}
