import { type Holder, scanHolders } from '@/lib/customers/statements/records-statement'
import { slices } from '@/lib/slices'

// An app tells of an order and of its arrival at once, on two connections.
const aMomentMs = 10_000

type Span = { from: number; until: number }

/**
 * What may name an order, and when it came. A store is null where the entry has none; `isImported`: it was read in, and is of
 * another time than it came.
 */
export type Naming = {
  orderId: string | null
  destinationId: string | null
  creationTime: string
  isImported: boolean
}

const keyOf = (orderId: string, destinationId: string | null) => JSON.stringify([orderId, destinationId])

/** Spans one after another that do not overlap; in the order of their beginnings, as those are. */
function joined(spans: Span[]): Span[] {
  const apart: Span[] = []
  for (const { from, until } of spans) {
    const last = apart.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else apart.push({ from, until })
  }
  return apart
}

/**
 * When some orders had their ids, by store: anybody may give an order the id of one that is over, so an entry is of the order
 * that had the id when it came. An order has its id until the next one of its store gets it, whether or not it was closed.
 * What came before the first of them is theirs where nobody else ever had the id, in any store: a create may be refused, and
 * come again much later. Nor is what names no store theirs otherwise.
 */
export class Tenures {
  private readonly spans = new Map<string, Span[]>()
  private readonly shared = new Set<string>()
  private isJoined = false

  /** Their beginnings one after another. */
  add({ orderId, destinationId }: Holder, span: Span) {
    for (const key of [keyOf(orderId, destinationId), keyOf(orderId, null)]) {
      const spans = this.spans.get(key)
      if (spans) spans.push(span)
      else this.spans.set(key, [span])
    }
  }

  /** Somebody else has had this id, at whatever time. */
  share(orderId: string) {
    this.shared.add(orderId)
  }

  /** Whether one of them had the id that an entry names, or was the next to get it. */
  had({ orderId, destinationId, creationTime, isImported }: Naming): boolean {
    if (orderId === null) return false
    // Of which store it was, nobody knows: it may be that of the other.
    if (destinationId === null && this.shared.has(orderId)) return false
    if (!this.isJoined) for (const [key, spans] of this.spans) this.spans.set(key, joined(spans))
    this.isJoined = true
    const spans = this.spans.get(keyOf(orderId, destinationId)) ?? []
    const at = Date.parse(creationTime)
    let [low, high] = [0, spans.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((spans[middle]?.from ?? 0) <= at) low = middle + 1
      else high = middle
    }
    const last = spans[low - 1]
    if (!last) return spans.length > 0 && !isImported && !this.shared.has(orderId)
    return at < last.until
  }
}

/**
 * The tenures of some orders that have these ids. `endOf`: when one is over at the latest, in milliseconds; null: it is none
 * of them.
 */
export async function tenuresOf(
  { projectId, orderIds }: { projectId: string; orderIds: string[] },
  endOf: (holder: Holder) => number | null,
): Promise<Tenures> {
  const tenures = new Tenures()
  if (orderIds.length === 0) return tenures
  const latest = new Map<string, Span>()
  const asked = new Set(orderIds)
  const turn = slices()
  for await (const { found } of scanHolders(projectId, orderIds)) {
    for (const holder of found) {
      await turn()
      if (!asked.has(holder.orderId)) continue
      const key = keyOf(holder.orderId, holder.destinationId)
      const before = latest.get(key)
      if (before) before.until = Math.min(before.until, holder.createdAt)
      latest.delete(key)
      const until = endOf(holder)
      if (until === null) {
        tenures.share(holder.orderId)
        continue
      }
      const span = { from: holder.createdAt - aMomentMs, until }
      latest.set(key, span)
      tenures.add(holder, span)
    }
  }
  return tenures
}
