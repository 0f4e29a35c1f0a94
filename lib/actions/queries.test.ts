import { describe, expect, it } from 'vitest'
import { orderInConflict, withPending } from '@/lib/actions/queries'
import { rings } from '@/lib/board/queries'
import { BoardOrder } from '@/lib/board/schema'
import { ApiError } from '@/lib/http/client'

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

describe('an action under way', () => {
  const acknowledge = { action: 'acknowledge', by: 'Sam', at: at(3), on: orderOf(1) } as const

  it('shows at once: it rings no more, and names who did it', () => {
    const [order] = withPending([orderOf(1)], [acknowledge])
    expect(order).toMatchObject({ isAcknowledged: true, acknowledgedBy: 'Sam', acknowledgedAt: at(3), version: 1 })
    expect(order && rings(order)).toBe(false)
  })

  it('hands over: the order is done, and counts as acknowledged', () => {
    const [order] = withPending([orderOf(1)], [{ ...acknowledge, action: 'complete' }])
    expect(order).toMatchObject({ section: 'Done', status: 'Completed', closedBy: 'Sam', isAcknowledged: true })
  })

  it('cancels: the order is done without having been handed over', () => {
    const [order] = withPending([orderOf(1)], [{ ...acknowledge, action: 'cancel', reason: 'Never came' }])
    expect(order).toMatchObject({ section: 'Done', status: 'Cancelled', closedBy: 'Sam', isAcknowledged: false })
  })

  it('moves back: whoever is on the way again has neither arrived nor been acknowledged', () => {
    const here = orderOf(1, { isAcknowledged: true, acknowledgedBy: 'Ana', acknowledgedAt: at(1) })
    const [order] = withPending([here], [{ ...acknowledge, action: 'move', section: 'OnTheWay' }])
    expect(order).toMatchObject({ section: 'OnTheWay', status: 'OnTheWay', isAcknowledged: false, arrivedAt: null })
    expect(order).toMatchObject({ acknowledgedBy: null, acknowledgedAt: null, onTheWayAt: at(3) })
    const way = orderOf(1, {
      section: 'OnTheWay',
      status: 'OnTheWay',
      onTheWayAt: at(1),
      expectedAt: at(9),
      arrivedAt: null,
    })
    const [expected] = withPending([way], [{ ...acknowledge, action: 'move', section: 'Expected' }])
    expect(expected).toMatchObject({ section: 'Expected', status: 'Registered', onTheWayAt: null, expectedAt: null })
  })

  it('moves to Arrived: it does not ring for whoever has put it there, and an older arrival counts', () => {
    const way = orderOf(1, { section: 'OnTheWay', status: 'OnTheWay', arrivedAt: null })
    const [order] = withPending([way], [{ ...acknowledge, action: 'move', section: 'Arrived' }])
    expect(order).toMatchObject({ section: 'Arrived', isAcknowledged: true, acknowledgedBy: 'Sam', arrivedAt: at(3) })
    const closed = orderOf(1, { section: 'Done', status: 'Cancelled', closedAt: at(2), closedBy: 'Ana' })
    const [back] = withPending([closed], [{ ...acknowledge, action: 'move', section: 'Arrived' }])
    expect(back).toMatchObject({ status: 'Arrived', arrivedAt: at(0), closedAt: null, closedBy: null })
    const here = [orderOf(1)]
    expect(withPending(here, [{ ...acknowledge, action: 'move', section: 'Arrived' }])[0]).toBe(here[0])
  })

  const undo = { ...acknowledge, action: 'undo', version: 1 } as const

  it.each([
    { action: 'acknowledge' },
    { action: 'complete' },
    { action: 'cancel' },
    { action: 'move', section: 'OnTheWay' },
    { action: 'move', section: 'Expected' },
  ] as const)('of $action $section is undone without a trace, whatever was told meanwhile', (act) => {
    const before = orderOf(1, { onTheWayAt: at(-5), expectedAt: at(-1) })
    const [after = before] = withPending([before], [{ ...acknowledge, ...act }])
    expect(after).not.toEqual(before)
    const told = { ...after, version: 3, hsFields: { Bay: '9' } }
    expect(withPending([told], [{ ...undo, before }])[0]).toEqual({ ...before, version: 3, hsFields: { Bay: '9' } })
  })

  it('is undone from Done by what the order’s own times say, where nobody remembers how it was', () => {
    const [ringing = orderOf(1)] = withPending([orderOf(1)], [{ ...acknowledge, action: 'complete' }])
    expect(withPending([ringing], [undo])[0]).toEqual(orderOf(1))
    const seen = orderOf(1, { isAcknowledged: true, acknowledgedBy: 'Ana', acknowledgedAt: at(1) })
    const [handed = seen] = withPending([seen], [{ ...acknowledge, action: 'complete' }])
    expect(withPending([handed], [undo])[0]).toEqual(seen)
    const never = orderOf(1, { section: 'Done', status: 'Cancelled', arrivedAt: null, closedAt: at(2) })
    expect(withPending([never], [undo])[0]).toMatchObject({ section: 'Expected', status: 'Registered', closedAt: null })
    expect(withPending([{ ...never, onTheWayAt: at(1) }], [undo])[0]).toMatchObject({ section: 'OnTheWay' })
    expect(withPending([seen], [undo])[0]).toBe(seen)
  })

  it('rolls back by being left out, with the news that came meanwhile', () => {
    const told = [orderOf(1, { version: 2, hsFields: { Bay: '9' } })]
    expect(withPending(told, [acknowledge])[0]).toMatchObject({ hsFields: { Bay: '9' }, isAcknowledged: true })
    expect(withPending(told, [])).toBe(told)
  })

  it.each([
    [{ action: 'cancel', from: 'Expected' }, { action: 'acknowledge' }],
    [
      { action: 'move', section: 'OnTheWay', from: 'Expected' },
      { action: 'cancel', from: 'OnTheWay' },
    ],
    [
      { action: 'move', section: 'Arrived', from: 'Expected' },
      { action: 'cancel', from: 'Arrived' },
    ],
  ] as const)(
    'of %o, and %o behind it, hides nobody who arrives meanwhile: they are there no longer',
    (first, next) => {
      const coming = orderOf(1, { section: 'Expected', status: 'Registered', arrivedAt: null })
      const underway = [first, next].map((act) => ({ ...acknowledge, ...act }))
      expect(withPending([coming], underway)[0]).toMatchObject({ section: 'Done', status: 'Cancelled' })
      const here = orderOf(1, { version: 2 })
      const [shown] = withPending([here], underway)
      expect(shown && rings(shown)).toBe(true)
      expect(shown).toBe(here)
    },
  )

  it('of a move, with what is decided behind it, stays as it is once the server has told the move before it has answered', () => {
    const moved = orderOf(1, { version: 2, isAcknowledged: true, acknowledgedBy: 'Sam', acknowledgedAt: at(1) })
    const moving = { ...acknowledge, action: 'move', section: 'Arrived', from: 'OnTheWay' } as const
    const behind = { ...acknowledge, action: 'cancel', from: 'Arrived' } as const
    expect(withPending([moved], [moving, behind])[0]).toMatchObject({ section: 'Done', status: 'Cancelled' })
  })

  it('of an undo hides nobody who arrives meanwhile, where staff had moved them there before', () => {
    const before = orderOf(1, { section: 'Expected', status: 'Registered', arrivedAt: null })
    const moved = orderOf(1, { version: 2, isAcknowledged: true, acknowledgedBy: 'Sam', acknowledgedAt: at(1) })
    const undoing = { ...undo, version: 2, before }
    expect(withPending([moved], [undoing])[0]).toMatchObject({ section: 'Expected' })
    const here = { ...moved, version: 3 }
    expect(withPending([here], [undoing])[0]).toBe(here)
  })

  it('of an undo silences nobody who arrives anew: it brought back who had been acknowledged', () => {
    const before = orderOf(1, { isAcknowledged: true, acknowledgedBy: 'Sam', acknowledgedAt: at(1) })
    const away = orderOf(1, { version: 2, section: 'Expected', status: 'Registered', arrivedAt: null })
    const undoing = { ...undo, version: 2, before }
    expect(withPending([away], [undoing])[0]).toMatchObject({ section: 'Arrived', isAcknowledged: true })
    const anew = orderOf(1, { version: 3, arrivedAt: at(4) })
    expect(withPending([anew], [undoing])[0]).toBe(anew)
  })

  it('hides nobody who comes again while its answer is on its way: the server has done it before', () => {
    const acts = [
      { action: 'acknowledge' },
      { action: 'complete' },
      { action: 'move', section: 'OnTheWay', from: 'Arrived' },
      { action: 'cancel', from: 'Arrived' },
    ] as const
    const anew = orderOf(1, { version: 3, arrivedAt: at(5) })
    // Nor whom a colleague has brought back: of the same arrival.
    for (const now of [anew, orderOf(1, { version: 3 })])
      for (const act of acts) expect(withPending([now], [{ ...acknowledge, ...act }])[0]).toBe(now)
  })

  it('takes nothing from whoever was first', () => {
    const first = orderOf(1, { isAcknowledged: true, acknowledgedBy: 'Ana', acknowledgedAt: at(1) })
    expect(withPending([first], [acknowledge])[0]).toBe(first)
  })

  it('learns from a conflict how the order stands', () => {
    const wire = BoardOrder.encode(orderOf(1, { acknowledgedBy: 'Ana', isAcknowledged: true, acknowledgedAt: at(1) }))
    const problem = { title: 'Conflict', status: 409, detail: 'Ana was first.', requestId: 'r' }
    const conflict = new ApiError({ ...problem, code: 'action_conflict', order: { ...wire, maskedBy: 'a' } })
    const order = { acknowledgedBy: 'Ana', acknowledgedAt: at(1) }
    expect(orderInConflict(conflict)).toMatchObject({ order, maskedBy: 'a' })
    expect(orderInConflict(new ApiError({ ...problem, code: 'order_closed', order: wire }))).toBeNull()
    expect(orderInConflict(new ApiError({ ...problem, code: 'action_conflict' }))).toBeNull()
    expect(orderInConflict(new Error('?'))).toBeNull()
  })
})
