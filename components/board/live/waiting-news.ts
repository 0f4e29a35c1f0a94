import type { BoardOrder } from '@/lib/board/schema'

// In how many frames those that wait are drawn: where they are more, several go together, as many until none waits.
const mostFrames = 15

/** When an order that was told of is drawn: in the next frame, in one of the next, or with others that nobody sees now. */
export type Urgency = 'now' | 'soon' | 'later'

type Waiting = { order: BoardOrder; behind: string | undefined; isLater: boolean }

/**
 * News on its way to a board that is drawn frame by frame. What moves an order is drawn at once; of orders in sight that
 * stand where they stood one or a few are drawn per frame, so that a slow device misses none; those out of sight now and
 * then, together. A cursor is passed on once all that came before it has been taken: whoever goes on from there has lost
 * nothing.
 */
export class WaitingNews {
  private urgent: BoardOrder[] = []
  // With the cursor that each first came behind. Whoever is told of again keeps its place.
  private readonly standing = new Map<string, Waiting>()
  private upTo: string | undefined
  private hasNews = false
  private share = 1

  /** Whether there is something to take, be it a cursor alone. */
  get isWaiting(): boolean {
    return this.hasNews
  }

  /** `urgencyOf`: 'now' for an order that stands elsewhere than the board shows it, or is not there yet. */
  add(orders: BoardOrder[], cursor: string, urgencyOf: (order: BoardOrder) => Urgency): void {
    for (const order of orders) {
      const { serviceId } = order
      // What was missed may come behind what has happened since.
      if ((this.standing.get(serviceId)?.order.version ?? 0) > order.version) continue
      const urgency = urgencyOf(order)
      if (urgency === 'now') {
        this.standing.delete(serviceId)
        this.urgent.push(order)
        continue
      }
      const { behind } = this.standing.get(serviceId) ?? { behind: this.upTo }
      this.standing.set(serviceId, { order, behind, isLater: urgency === 'later' })
    }
    const inSight = [...this.standing.values()].filter(({ isLater }) => !isLater).length
    this.share = Math.max(this.share, Math.ceil(inSight / mostFrames))
    this.upTo = cursor
    this.hasNews = true
  }

  /** A board that was read anew has it, or is told of it behind its own cursor. */
  clear(): void {
    this.urgent = []
    this.standing.clear()
    this.upTo = undefined
    this.hasNews = false
  }

  /**
   * What is to be drawn in one frame, with or without those out of sight, or all of it; `cursor`: up to where nothing waits,
   * undefined where that is not known.
   */
  take(what: 'in sight' | 'out of sight too' | 'all'): { orders: BoardOrder[]; cursor: string | undefined } {
    const orders = this.urgent
    this.urgent = []
    let left = what === 'all' ? this.standing.size : this.share
    for (const [serviceId, { order, isLater }] of this.standing) {
      if (isLater ? what === 'in sight' : left-- <= 0) continue
      orders.push(order)
      this.standing.delete(serviceId)
    }
    const [next] = this.standing.values()
    this.hasNews = next !== undefined
    if (!next) this.share = 1
    return { orders, cursor: next ? next.behind : this.upTo }
  }
}
