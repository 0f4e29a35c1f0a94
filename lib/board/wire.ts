import type { Board, BoardMessage, BoardOrder, BoardStore } from '@/lib/board/schema'
import { listOf, membersOf, type Reader, withTimes } from '@/lib/http/wire'

export const boardOrderReader = withTimes<BoardOrder>({
  acknowledgedAt: true,
  scheduledTimeForCollection: true,
  partnerPickupTime: true,
  expectedAt: true,
  onTheWayAt: true,
  arrivedAt: true,
  closedAt: true,
  createdAt: true,
  lastUpdateTime: true,
})

const ordersReader = listOf(boardOrderReader)
export const heartbeatReader = withTimes<{ serverTime: Date }>({ serverTime: true })

/** Reads what has a server's time and orders. */
function withOrders<Value extends { orders: BoardOrder[]; serverTime: Date }>(): Reader<Value> {
  return {
    parse: (json) => ({ ...heartbeatReader.parse(json), orders: ordersReader.parse(membersOf(json).orders) }) as Value,
  }
}

export const boardReader = withOrders<Board>()
export const boardMessageReader = withOrders<BoardMessage>()

/** A store has no times: it comes as it is. */
export const settingsReader: Reader<{ store: BoardStore }> = {
  parse: (json) => membersOf(json) as { store: BoardStore },
}
