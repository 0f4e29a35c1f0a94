import { describe, expect, it } from 'vitest'
import { alikeOrders } from '@/components/board/standing/alike-finder'
import { daysOf } from '@/components/board/standing/planned-days'
import { groupPlaces } from '@/components/board/standing/row-standing'
import { readSections } from '@/components/board/standing/use-reading'
import { bySection } from '@/lib/board/queries'
import type { BoardOrder } from '@/lib/board/schema'
import { searchWords } from '@/lib/search/model'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))

const orderOf = (id: string, over: Partial<BoardOrder> = {}): BoardOrder => ({
  projectId: '8d1f6c52-9f6e-4d0e-8d5a-8f0f0c1d2e3f',
  destinationId: 'store-1',
  serviceId: id,
  orderId: `#${id}`,
  version: 1,
  status: 'Arrived',
  section: 'Arrived',
  customerName: 'Smith',
  hsFields: {},
  isAcknowledged: true,
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
const idsOf = (orders: BoardOrder[]) => orders.map((order) => order.serviceId)
const onTheWay = { section: 'OnTheWay', status: 'OnTheWay', arrivedAt: null } as const

describe('a board that is searched', () => {
  it('keeps everybody at the kerb, and counts whom it hides elsewhere', () => {
    const orders = [orderOf('a', { customerName: 'Priya' }), orderOf('b', { ...onTheWay }), orderOf('c', onTheWay)]
    orders[2] = orderOf('c', { ...onTheWay, customerName: 'Dan' })
    const reading = readSections(bySection(orders), searchWords('smith'))
    expect(idsOf(reading.Arrived.rows)).toEqual(['a'])
    expect(idsOf(reading.OnTheWay.rows)).toEqual(['b'])
    expect([reading.found, reading.hidden]).toEqual([1, 1])
  })
})

describe('a group on a board', () => {
  const group = { orderGroupId: 'G' }
  const orders = [
    orderOf('a', { hsFields: group }),
    orderOf('x', { arrivedAt: at(1) }),
    orderOf('b', { hsFields: group, arrivedAt: at(2) }),
    orderOf('c', { ...onTheWay, hsFields: group }),
  ]

  it('stands together, and each row knows its place and where the others are', () => {
    const { Arrived, OnTheWay } = readSections(bySection(orders), [])
    expect(idsOf(Arrived.rows)).toEqual(['a', 'b', 'x'])
    const places = groupPlaces(orders, [Arrived.rows, OnTheWay.rows])
    const common = { id: 'G', total: 3, here: 2, elsewhere: { OnTheWay: 1 } }
    expect(places.get('a')).toEqual({ ...common, place: 1, joins: false })
    expect(places.get('b')).toEqual({ ...common, place: 2, joins: true })
    expect(places.get('c')?.elsewhere).toEqual({ Arrived: 2 })
    expect(places.has('x')).toBe(false)
  })

  it('stays together on the day of the first of it', () => {
    const days = daysOf(orders, (order) => (order.serviceId === 'a' ? 'Today' : 'Tomorrow'))
    expect(days.map(({ label, orders }) => [label, ...idsOf(orders)])).toEqual([
      ['Today', 'a'],
      ['Tomorrow', 'x', 'b', 'c'],
    ])
    const [a, x, b] = orders as [BoardOrder, BoardOrder, BoardOrder]
    expect(daysOf([a, b, x], (order) => (order === a ? 'Today' : 'Tomorrow')).map((day) => day.orders.length)).toEqual([
      2, 1,
    ])
  })

  it('is not mixed up with itself; others are, those at the kerb first', () => {
    const byId = new Map(orders.map((order) => [order.serviceId, order]))
    const alike = ['b', 'c', 'x'].map((id) => ({ id, by: 'name' as const, isSame: true }))
    expect(alikeOrders(orders[0] as BoardOrder, alike, byId).map(({ orderId }) => orderId)).toEqual(['#x'])
  })

  it('is told of five at most, and once they all stand at the kerb nobody else is looked at', () => {
    const many = Array.from({ length: 20 }, (_, n) => {
      return { ...(orders[0] as BoardOrder), serviceId: `s${n}`, orderId: `#${n}`, hsFields: {} }
    })
    const away = many.map((order, n): BoardOrder => (n < 8 ? { ...order, section: 'OnTheWay' } : order))
    const looked: number[] = []
    function* alike() {
      for (let n = 1; n < 20; n += 1) {
        looked.push(n)
        yield { id: `s${n}`, by: 'name' as const, isSame: true }
      }
    }
    const named = (list: BoardOrder[]) =>
      alikeOrders(list[0] as BoardOrder, alike(), new Map(list.map((order) => [order.serviceId, order]))).map(
        ({ orderId }) => orderId,
      )
    expect(named(away)).toEqual(['#8', '#9', '#10', '#11', '#12'])
    expect(looked.at(-1)).toBe(12)
    expect(named(many.map((order, n) => (n === 3 ? order : { ...order, section: 'Expected' })))).toEqual([
      '#3',
      '#1',
      '#2',
      '#4',
      '#5',
    ])
    expect(looked.at(-1)).toBe(19)
  })
})
