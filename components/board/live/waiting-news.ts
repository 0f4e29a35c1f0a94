import type { BoardOrder } from '@/lib/board/schema'

// In how many frames those that wait are drawn: where they are more, several go together, as many until none waits.
const mostFrames = 15

/**
 * News on its way to a board that is drawn frame by frame. What moves an order is drawn at once; of orders that stand where
 * they stood one or a few are drawn per frame, so that a slow device misses none. A cursor is passed on once all that came
 * before it has been taken: whoever goes on from there has lost nothing.
 */
export class WaitingNews {
  private urgent: BoardOrder[] = []
  // With the cursor that each first came behind. Whoever is told of again keeps its place.
  private readonly standing = new Map<string, { order: BoardOrder; behind: string | undefined }>()
  private upTo: string | undefined
  private hasNews = false
  private share = 1

  /** Whether there is something to take, be it a cursor alone. */
  get isWaiting(): boolean {
    return this.hasNews
  }

  /** `isUrgent`: of an order that stands elsewhere than the board shows it, or is not there yet. */
  add(orders: BoardOrder[], cursor: string, isUrgent: (order: BoardOrder) => boolean): void {
    for (const order of orders) {
      const { serviceId } = order
      if (isUrgent(order)) {
        this.standing.delete(serviceId)
        this.urgent.push(order)
        continue
      }
      const { behind } = this.standing.get(serviceId) ?? { behind: this.upTo }
      this.standing.set(serviceId, { order, behind })
    }
    this.share = Math.max(this.share, Math.ceil(this.standing.size / mostFrames))
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

  /** What is to be drawn in one frame, or all of it; `cursor`: up to where nothing waits, undefined where that is not known. */
  take(all: boolean): { orders: BoardOrder[]; cursor: string | undefined } {
    const orders = this.urgent
    this.urgent = []
    for (const [serviceId, { order }] of [...this.standing].slice(0, all ? this.standing.size : this.share)) {
      orders.push(order)
      this.standing.delete(serviceId)
    }
    const [next] = this.standing.values()
    this.hasNews = next !== undefined
    if (!next) this.share = 1
    return { orders, cursor: next ? next.behind : this.upTo }
  }
}
