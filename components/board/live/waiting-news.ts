import type { BoardOrder } from '@/lib/board/schema'

// In how many frames those that wait are drawn: where they are more, several go together.
const mostFrames = 15

/**
 * News on its way to a board that is drawn frame by frame. What moves an order is drawn at once; of orders that stand where
 * they stood one or a few are drawn per frame, so that a slow device misses none. A cursor is passed on once all that came
 * before it has been taken: whoever goes on from there has lost nothing.
 */
export class WaitingNews {
  private urgent: BoardOrder[] = []
  // With the cursor that each came behind; the first has waited the longest.
  private readonly standing = new Map<string, { order: BoardOrder; behind: string | undefined }>()
  private upTo: string | undefined
  private hasNews = false

  /** Whether there is something to take, be it a cursor alone. */
  get isWaiting(): boolean {
    return this.hasNews
  }

  /** `isUrgent`: of an order that stands elsewhere than the board shows it, or is not there yet. */
  add(orders: BoardOrder[], cursor: string, isUrgent: (order: BoardOrder) => boolean): void {
    for (const order of orders) {
      this.standing.delete(order.serviceId)
      if (isUrgent(order)) this.urgent.push(order)
      else this.standing.set(order.serviceId, { order, behind: this.upTo })
    }
    this.upTo = cursor
    this.hasNews = true
  }

  /** What is to be drawn in one frame, or all of it; `cursor`: up to where nothing waits, undefined where that is not known. */
  take(all: boolean): { orders: BoardOrder[]; cursor: string | undefined } {
    const orders = this.urgent
    this.urgent = []
    const share = all ? this.standing.size : Math.ceil(this.standing.size / mostFrames)
    for (const [serviceId, { order }] of [...this.standing].slice(0, share)) {
      orders.push(order)
      this.standing.delete(serviceId)
    }
    const [next] = this.standing.values()
    this.hasNews = next !== undefined
    return { orders, cursor: next ? next.behind : this.upTo }
  }
}
