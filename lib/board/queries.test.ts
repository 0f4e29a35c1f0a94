import { describe, expect, it } from 'vitest'
import { partCursor } from '@/lib/board/model'
import { averageWaitSeconds, bySection, keepKnown, onBoard, withNews, withStore } from '@/lib/board/queries'
import type { Board, BoardOrder } from '@/lib/board/schema'
import { productSettings } from '@/lib/settings/model'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
const projectId = '8d1f6c52-9f6e-4d0e-8d5a-8f0f0c1d2e3f'
const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

const orderOf = (n: number, over: Partial<BoardOrder> = {}): BoardOrder => ({
  projectId,
  destinationId: 'store-1',
  serviceId: idOf(n),
  orderId: `1085${n}`,
  version: 1,
  status: 'Arrived',
  section: 'Arrived',
  customerName: 'Priya N.',
  hsFields: {},
  isAcknowledged: false,
  acknowledgedAt: null,
  acknowledgedBy: null,
  scheduledTimeForCollection: null,
  partnerPickupTime: null,
  expectedAt: null,
  onTheWayAt: null,
  arrivedAt: at(0),
  closedAt: null,
  closedBy: null,
  createdAt: at(0),
  lastUpdateTime: at(0),
  ...over,
})

const settings = { ...productSettings, ticketFace: null, bays: [] }

const boardOf = (orders: BoardOrder[]): Board => ({
  store: { projectId, destinationId: 'store-1', name: 'Ringwood North', timeZone: 'UTC', settings },
  orders,
  cursor: '10',
  history: 'goes on',
  maskedBy: 'nothing',
  serverTime: at(0),
})

describe('the store of a board', () => {
  it('changes with its settings, and keeps the very board where nothing did', () => {
    const board = boardOf([orderOf(1)])
    expect(withStore(board, structuredClone(board.store))).toBe(board)
    const named = withStore(board, { ...board.store, name: 'Oakfield' })
    expect(named.store.name).toBe('Oakfield')
    expect(named.orders).toBe(board.orders)
  })
})

describe('news for a board', () => {
  it('adds new orders, replaces older versions and moves the cursor', () => {
    const board = withNews(boardOf([orderOf(1)]), [orderOf(1, { version: 2, customerName: 'Ana' }), orderOf(2)], '12')
    expect(board.orders.map((o) => [o.serviceId, o.version])).toEqual([
      [idOf(1), 2],
      [idOf(2), 1],
    ])
    expect(board.cursor).toBe('12')
  })

  it('does nothing when it is told twice or late: the very same board comes back', () => {
    const board = boardOf([orderOf(1, { version: 3 })])
    expect(withNews(board, [orderOf(1, { version: 3 }), orderOf(1, { version: 2 })])).toBe(board)
    expect(withNews(board, [orderOf(1)], '11').orders).toBe(board.orders)
  })

  it('keeps what is left out of an order as it was until it follows, in the same version', () => {
    const known = orderOf(1, { hsFields: { Bay: '3', Note: 'Ring twice' } })
    const short = orderOf(1, { version: 2, hsFields: { Bay: '4' }, detailsFollow: true })
    const whole = orderOf(1, { version: 2, hsFields: { Bay: '4', Note: 'Ring thrice' } })
    const board = withNews(boardOf([known]), [short])
    expect(board.orders).toEqual([{ ...short, hsFields: { Bay: '4', Note: 'Ring twice' } }])
    expect(withNews(board, [short])).toBe(board)
    expect(withNews(board, [whole]).orders).toEqual([whole])
    expect(keepKnown(board, boardOf([whole])).orders).toEqual([whole])
    const read = withNews(boardOf([known]), [whole])
    expect(withNews(read, [short])).toBe(read)
  })

  it('leaves untouched rows as the very objects they were', () => {
    const board = boardOf([orderOf(1), orderOf(2)])
    expect(withNews(board, [orderOf(2, { version: 2 })]).orders[0]).toBe(board.orders[0])
    expect(keepKnown(board, boardOf([orderOf(2), orderOf(1, { version: 5 })])).orders[0]).toBe(board.orders[1])
  })

  it('is all new where other rules hide, whatever the versions: names that were shown are in the old ones', () => {
    const [open, masked] = [boardOf([orderOf(1)]), { ...boardOf([orderOf(1)]), maskedBy: 'a' }]
    expect(keepKnown(open, masked)).toBe(masked)
    const otherwise = { ...boardOf([orderOf(1)]), maskedBy: 'b' }
    expect(keepKnown(masked, otherwise)).toBe(otherwise)
    expect(keepKnown(withStore(masked, { ...masked.store, isMasked: true }), otherwise)).toBe(otherwise)
  })

  it('is all new after a restore: what was known in a later version may never have been', () => {
    const restored = { ...boardOf([orderOf(1)]), history: 'from a backup' }
    expect(keepKnown(boardOf([orderOf(1, { version: 4 })]), restored)).toBe(restored)
  })

  it('drops what is no longer on the board when it is read anew, and never goes back to an older version', () => {
    const fresh = keepKnown(boardOf([orderOf(1, { version: 4 }), orderOf(2)]), boardOf([orderOf(1, { version: 3 })]))
    expect(fresh.orders.map((o) => [o.serviceId, o.version])).toEqual([[idOf(1), 4]])
  })

  it('are what a page brings along in part, to whoever knows the whole board: its stream goes on from what is known', () => {
    const whole = boardOf([orderOf(1, { version: 4 }), orderOf(2)])
    const part = { ...boardOf([orderOf(1, { version: 3 }), orderOf(3)]), cursor: partCursor }
    const laidIn = keepKnown(whole, part)
    expect(laidIn.cursor).toBe(whole.cursor)
    expect(laidIn.orders.map((o) => [o.serviceId, o.version])).toEqual([
      [idOf(1), 4],
      [idOf(2), 1],
      [idOf(3), 1],
    ])
    // To whoever knows but another part it is that part, and the whole takes the place of either.
    const another = keepKnown({ ...whole, cursor: partCursor }, part)
    expect([another.cursor, another.orders.map((o) => o.serviceId)]).toEqual([partCursor, [idOf(1), idOf(3)]])
    expect(keepKnown(another, whole)).toMatchObject({ cursor: whole.cursor, orders: whole.orders })
  })
})

describe('the sections of a board', () => {
  it('hold every order once, most urgent first, but for what was done a day ago, or told of three days ago without an arrival', () => {
    const done = { section: 'Done', status: 'Completed' } as const
    const orders = onBoard(
      [
        orderOf(1, { arrivedAt: at(5) }),
        orderOf(2, { arrivedAt: at(2) }),
        orderOf(3, { section: 'OnTheWay' }),
        orderOf(4, { section: 'Expected' }),
        orderOf(5, { ...done, closedAt: at(1) }),
        orderOf(6, { ...done, closedAt: at(-24 * 60) }),
        orderOf(7, { section: 'OnTheWay', lastUpdateTime: at(-72 * 60) }),
        orderOf(8, { section: 'Expected', lastUpdateTime: at(-72 * 60), scheduledTimeForCollection: at(3) }),
        orderOf(9, { arrivedAt: at(-80 * 60), lastUpdateTime: at(-72 * 60) }),
      ],
      at(1).getTime(),
    )
    const sections = bySection(orders)
    const ids = Object.fromEntries(Object.entries(sections).map(([name, list]) => [name, list.map((o) => o.serviceId)]))
    expect(ids).toEqual({
      Arrived: [idOf(9), idOf(2), idOf(1)],
      OnTheWay: [idOf(3)],
      Expected: [idOf(8), idOf(4)],
      Done: [idOf(5)],
    })
    expect(onBoard(orders, at(1).getTime())).toBe(orders)
    const aDayLater = onBoard(orders, at(24 * 60 + 2).getTime()).map((o) => o.serviceId)
    expect([aDayLater.includes(idOf(1)), aDayLater.includes(idOf(5))]).toEqual([true, false])
  })

  it('know the average wait of those handed over', () => {
    const closed = (n: number, minutes: number, status: 'Completed' | 'Cancelled') =>
      orderOf(n, { section: 'Done', status, arrivedAt: at(0), closedAt: at(minutes) })
    expect(averageWaitSeconds([closed(1, 1, 'Completed'), closed(2, 3, 'Completed'), closed(3, 9, 'Cancelled')])).toBe(
      120,
    )
    expect(averageWaitSeconds([orderOf(1, { section: 'Done', status: 'Completed', arrivedAt: null })])).toBeNull()
  })
})
