import { batchesOf, inParts } from '@/lib/customers/parts'
import { deviceEntries, ownEntries, type Records } from '@/lib/customers/search'
import type { EntryCandidate } from '@/lib/customers/statements/entries-statement'
import { listEntryRecords, listOrderRecords, scanTimeline } from '@/lib/customers/statements/records-statement'
import type { FoundViews } from '@/lib/customers/views'
import { slices } from '@/lib/slices'

type Kept = Record<string, unknown>

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A row as a person reads it: names as the API has them, nothing of what is not there. */
function readable(row: Kept): Kept {
  const { project_id: _, ...told } = row
  return Object.fromEntries(
    Object.entries(told)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [camel(name), value]),
  )
}

// Some thousands of visits: what is more was made by no customer, and is too much for one document.
const mostEntries = 20_000
const mostCharacters = 8_000_000
// Orders are large, and seldom many.
const ordersAtOnce = 20

/** So much of a document: what has no room any more. */
class Room {
  private characters = 0
  private readonly turn = slices()

  async takes(row: Kept): Promise<boolean> {
    await this.turn()
    this.characters += JSON.stringify(row).length
    return this.characters <= mostCharacters
  }
}

/** Orders as they are kept, each with its timeline, the oldest first; how far there is room. */
async function exportedOrders({ projectId, orders }: Records) {
  const exported: Kept[] = []
  const room = new Room()
  for (const some of batchesOf(orders, ordersAtOnce)) {
    const ids = some.map(({ serviceId }) => serviceId)
    for (const record of (await inParts(ids, (part) => listOrderRecords(projectId, part))).flat()) {
      if (!(await room.takes(record))) return { exported, isWhole: false }
      const timeline: Kept[] = []
      exported.push({ ...readable(record), timeline })
      for await (const { found } of scanTimeline(projectId, String(record.service_id)))
        for (const line of found) {
          if (!(await room.takes(line))) return { exported, isWhole: false }
          timeline.push(line)
        }
    }
  }
  return { exported, isWhole: true }
}

async function* recordsOf(projectId: string, entries: AsyncGenerator<EntryCandidate[]>): AsyncGenerator<Kept> {
  for await (const page of entries) {
    for (const some of batchesOf(page)) {
      const ids = some.map(({ id }) => id)
      yield* (await inParts(ids, (part) => listEntryRecords(projectId, part))).flat()
    }
  }
}

/** Entries as they are kept, the customer's own before their devices'; how far there is room. */
async function exportedEntries(records: Records) {
  const exported: Kept[] = []
  const room = new Room()
  for (const entries of [ownEntries(records), deviceEntries(records)]) {
    for await (const record of recordsOf(records.projectId, entries)) {
      if (exported.length >= mostEntries || !(await room.takes(record))) return { exported, isWhole: false }
      exported.push(readable(record))
    }
  }
  return { exported, isWhole: true }
}

/** Saved views as they are kept, but for whose they are; how far there is room. */
async function exportedViews({ byFilter, byName }: FoundViews) {
  const exported: Kept[] = []
  const room = new Room()
  for (const { name, filters, createdAt } of [...byFilter, ...byName]) {
    const view = { name, filters, createdAt }
    if (!(await room.takes(view))) return { exported, isWhole: false }
    exported.push(view)
  }
  return { exported, isWhole: true }
}

/** What was found, as much as one document may hold: whether that is all. */
export async function exportedOf(records: Records, found: FoundViews) {
  const orders = await exportedOrders(records)
  const entries = await exportedEntries(records)
  const views = await exportedViews(found)
  const isWhole = [records, records.followed, orders, entries, views].every((part) => part.isWhole)
  return { orders: orders.exported, entries: entries.exported, views: views.exported, isWhole }
}
