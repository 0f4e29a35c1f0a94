import { Lookalikes } from '@/components/board/standing/lookalikes'
import { factsOf } from '@/components/board/standing/order-facts'
import type { AlikeOrder } from '@/components/board/standing/row-standing'
import { nearestFirst } from '@/lib/board/model'
import type { BoardOrder } from '@/lib/board/schema'
import type { ChosenFace } from '@/lib/board/ticket-face'
import type { Lookalike } from '@/lib/lookalikes/model'

/** Whom an order may be mixed up with. */
export type AlikeOf = (order: BoardOrder) => AlikeOrder[]

const mostShown = 5

/** Those who may be taken for an order, the nearest to the kerb first. Orders of its own group belong to it. */
export function alikeOrders(
  order: BoardOrder,
  alike: Iterable<Lookalike>,
  byId: Map<string, BoardOrder>,
  ticketFace: ChosenFace = null,
): AlikeOrder[] {
  const { group } = factsOf(order)
  const found = nearestFirst.map((): AlikeOrder[] => [])
  for (const { id, by, isSame } of alike) {
    const other = byId.get(id)
    if (!other || other.section === 'Done' || (group !== null && factsOf(other).group === group)) continue
    const { orderId, customerName: name, section } = other
    const place = nearestFirst.indexOf(section)
    if ((found[place]?.length ?? 0) >= mostShown) continue
    const { plate, bay } = factsOf(other, ticketFace)
    found[place]?.push({ orderId, name: name.trim(), plate, bay, section, by, isSame })
    // Nobody further on stands nearer.
    if (found[0]?.length === mostShown) break
  }
  return found.flat().slice(0, mostShown)
}

/** An index of a board's active orders by what can be mistaken. */
export class AlikeFinder {
  private readonly index = new Lookalikes()
  private ticketFace: ChosenFace = null
  private byId = new Map<string, BoardOrder>()
  private known: BoardOrder[] = []
  // Whether what is said of somebody alike has changed, whoever is.
  private isOther = false

  /** True when somebody came, went, is called otherwise or stands in another bay, or another field names the bays. */
  update(orders: BoardOrder[], ticketFace: ChosenFace): boolean {
    this.isOther = this.ticketFace !== ticketFace
    this.ticketFace = ticketFace
    if (this.areAlike(orders)) return this.isOther
    const active = orders.filter((order) => order.section !== 'Done')
    this.byId = new Map(active.map((order) => [order.serviceId, order]))
    return this.index.update(active.map((order) => factsOf(order).likeness)) || this.isOther
  }

  /** Whether all that changed of the orders is what nobody is mistaken for: they are then the known ones. */
  private areAlike(orders: BoardOrder[]): boolean {
    const before = this.known
    this.known = orders
    if (orders.length !== before.length) return false
    return orders.every((order, place) => {
      const old = before[place]
      if (old === order) return true
      if (!old || old.serviceId !== order.serviceId || old.section !== order.section) return false
      const [was, is] = [factsOf(old).likeness, factsOf(order).likeness]
      if (was.name !== is.name || was.plate !== is.plate) return false
      if (order.section !== 'Done') this.byId.set(order.serviceId, order)
      this.isOther ||= factsOf(old, this.ticketFace).bay !== factsOf(order, this.ticketFace).bay
      return true
    })
  }

  of(order: BoardOrder): AlikeOrder[] {
    return alikeOrders(order, this.index.of(order.serviceId), this.byId, this.ticketFace)
  }

  /** The way to ask for one order after another: each is looked for once, and only those that are asked for. */
  asked(): AlikeOf {
    const known = new Map<string, AlikeOrder[]>()
    return (order) => {
      const alike = known.get(order.serviceId) ?? this.of(order)
      known.set(order.serviceId, alike)
      return alike
    }
  }
}
