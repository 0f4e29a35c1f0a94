import { scanAnswers, scanEvents, scanOrders } from '@/lib/customers/data'
import { batchesOf, inParts } from '@/lib/customers/parts'
import {
  type EntryCandidate,
  type EntryKey,
  type Stretch,
  scanDevices,
  scanEntries,
} from '@/lib/customers/statements/entries-statement'
import type { PageRead } from '@/lib/customers/statements/pages-statement'
import { listOrderHeads, type OrderHead } from '@/lib/customers/statements/records-statement'
import { isHolding } from '@/lib/customers/telling/holding'
import type { Needle } from '@/lib/customers/telling/needle'

import { type Followed, followDevices, type Place, placeOf } from '@/lib/customers/whose/devices'
import { type Tenures, tenuresOf } from '@/lib/customers/whose/tenures'
import type { Declared } from '@/lib/privacy/model'
import { slices } from '@/lib/slices'

/** For whom a project is read through. */
export type Sought = { projectId: string; needle: Needle; declared: Declared }

/** A customer's orders in brief, the oldest first; `serviceIds`: also those that are gone. `tenures`: when they had their ids. */
type FoundOrders = { orders: OrderHead[]; serviceIds: string[]; orderIds: string[]; tenures: Tenures; isWhole: boolean }

/**
 * What is kept of a customer: orders (`isWhole`: all there are), and where entries are: the stretches of a project's in which
 * there are some (`stretches`), and of the devices that have told of them the ones that are followed (`followed.isWhole`: none is left out but for being somebody else's too).
 */
export type Records = Sought & FoundOrders & { stretches: Stretch[]; followed: Followed; entryCount: number }

// More orders at once are no customer's. Whoever erases asks again.
const mostOrders = 20_000
// Places of devices likewise: more are not followed.
const mostPlaces = 2_000
// Phones go on telling of an order that is over.
const aDayMs = 24 * 60 * 60 * 1000

async function findOrders({ projectId, needle, declared }: Sought): Promise<FoundOrders> {
  const found = new Set<string>()
  let isWhole = true
  const turn = slices()
  for (const scan of [scanOrders, scanEvents, scanAnswers]) {
    for await (const page of scan(projectId, needle.pattern)) {
      for (const { id, texts } of page.found) {
        await turn()
        if (found.has(id) || !(await isHolding(texts, { needle, declared, turn }))) continue
        if (found.size < mostOrders) found.add(id)
        else isWhole = false
      }
    }
  }
  const serviceIds = [...found]
  const orders: OrderHead[] = []
  for (const some of batchesOf(serviceIds)) {
    orders.push(...(await inParts(some, (part) => listOrderHeads(projectId, part))).flat())
  }
  orders.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const orderIds = [...new Set(orders.map(({ orderId }) => orderId))]
  const tenures = await tenuresOf({ projectId, orderIds }, ({ serviceId, closedAt }) => {
    if (!found.has(serviceId)) return null
    return closedAt === null ? Number.POSITIVE_INFINITY : closedAt + aDayMs
  })
  return { orders, serviceIds, orderIds, tenures, isWhole }
}

/** Whether an entry is a customer's by itself: by its order, by what it holds, or by what its device or fence is called. */
async function isTheirs(
  entry: EntryCandidate,
  { needle, declared, tenures }: Sought & FoundOrders,
  turn: () => Promise<void>,
): Promise<boolean> {
  if (tenures.had(entry) || entry.labels.some((label) => label !== null && needle.isIn(label, 'none'))) return true
  return isHolding(entry.texts, { needle, declared, turn })
}

const everything: Stretch = { after: null, until: null }

/** A customer's entries, each by itself, in some stretches of a project's: page by page, also of none, the oldest first. */
async function* readOwn(
  sought: Sought & FoundOrders,
  stretches: Stretch[],
): AsyncGenerator<PageRead<EntryCandidate, EntryKey>> {
  const { projectId, needle, orderIds } = sought
  const turn = slices()
  for (const stretch of stretches) {
    for await (const page of scanEntries(projectId, { pattern: needle.pattern, orderIds }, stretch)) {
      const found: EntryCandidate[] = []
      for (const entry of page.found) {
        await turn()
        if (await isTheirs(entry, sought, turn)) found.push(entry)
      }
      yield { ...page, found }
    }
  }
}

/** A customer's entries, each by itself: page by page, also of none, the oldest first. */
export async function* ownEntries(records: Records): AsyncGenerator<EntryCandidate[]> {
  for await (const { found } of readOwn(records, records.stretches)) yield found
}

/** Those that are a customer's by their device alone, likewise. */
export async function* deviceEntries(records: Records): AsyncGenerator<EntryCandidate[]> {
  const { projectId, followed } = records
  const turn = slices()
  for (const some of batchesOf(followed.devices)) {
    for await (const page of scanDevices(projectId, some)) {
      const found: EntryCandidate[] = []
      for (const entry of page.found) {
        await turn()
        if (followed.places.has(placeOf(entry)) && !(await isTheirs(entry, records, turn))) found.push(entry)
      }
      yield found
    }
  }
}

async function findEntries(sought: Sought & FoundOrders): Promise<Omit<Records, keyof (Sought & FoundOrders)>> {
  const places = new Map<string, Place>()
  const stretches: Stretch[] = []
  let entryCount = 0
  let isWhole = true
  for await (const { found, after, at } of readOwn(sought, [everything])) {
    if (found.length === 0) continue
    entryCount += found.length
    const last = stretches.at(-1)
    if (last && JSON.stringify(last.until) === JSON.stringify(after)) last.until = at
    else stretches.push({ after, until: at })
    for (const { installRef, destinationId } of found) {
      const place = installRef !== null && placeOf({ installRef, destinationId })
      if (!place || places.has(place)) continue
      if (places.size < mostPlaces) places.set(place, { installRef, destinationId })
      else isWhole = false
    }
  }
  const followed = await followDevices([...places.values()], {
    projectId: sought.projectId,
    own: new Set(sought.serviceIds),
    isWhole: sought.isWhole,
    tenures: sought.tenures,
    isTheirs: (entry, turn) => isTheirs(entry, sought, turn),
  })
  isWhole &&= followed.isWhole
  return { stretches, followed: { ...followed, isWhole }, entryCount: entryCount + followed.entries }
}

/**
 * Everything in a project that is kept of a customer: the orders in which the phone or plate stands, now or in their
 * timelines, and the entries of those orders and of their devices. Reads the project through in pages; of entries nothing is
 * held but where they are.
 */
export async function findRecords(sought: Sought): Promise<Records> {
  const found = { ...sought, ...(await findOrders(sought)) }
  return { ...found, ...(await findEntries(found)) }
}
