import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Board, BoardMessage, BoardOrder, Heartbeat } from '@/lib/board/schema'
import { boardMessageReader, boardOrderReader, boardReader, heartbeatReader } from '@/lib/board/wire'
import { findIn } from '@/lib/http/wire'
import { boardSections, orderStatuses } from '@/lib/orders/model'
import { productSettings } from '@/lib/settings/model'
import { Timeline } from '@/lib/timeline/schema'
import { timelineReader } from '@/lib/timeline/wire'

const time = fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true })
const timeOrNull = fc.option(time)
const textOrNull = fc.option(fc.string())

const order: fc.Arbitrary<BoardOrder> = fc.record({
  projectId: fc.uuid(),
  destinationId: fc.string(),
  serviceId: fc.uuid(),
  orderId: fc.string(),
  version: fc.nat(),
  status: fc.constantFrom(...orderStatuses),
  section: fc.constantFrom(...boardSections),
  customerName: fc.string(),
  // A detail may be called as a member that holds a time, and look like one.
  hsFields: fc.dictionary(
    fc.constantFrom('arrivedAt', 'Note', 'Car Plate'),
    fc.constantFrom('2026-01-31T09:30:00Z', ''),
  ),
  isAcknowledged: fc.boolean(),
  acknowledgedAt: timeOrNull,
  acknowledgedBy: textOrNull,
  scheduledTimeForCollection: timeOrNull,
  partnerPickupTime: timeOrNull,
  expectedAt: timeOrNull,
  onTheWayAt: timeOrNull,
  arrivedAt: timeOrNull,
  closedAt: timeOrNull,
  closedBy: textOrNull,
  createdAt: time,
  lastUpdateTime: time,
})

/** What the server puts on the wire, as a browser has it after JSON.parse. */
const sent = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): unknown =>
  JSON.parse(JSON.stringify(z.encode(schema, value)))

describe('what a browser reads of an answer', () => {
  it('is what the schema reads of it', () => {
    const orders = fc.array(order, { maxLength: 3 })
    fc.assert(
      fc.property(orders, time, (orders, serverTime) => {
        const store = {
          projectId: '8d1f6c52-9f6e-4d0e-8d5a-8f0f0c1d2e3f',
          destinationId: 's',
          name: 'S',
          timeZone: 'UTC',
          settings: { ...productSettings, ticketFace: null, bays: ['1'] },
        }
        const board = sent(Board, { store, orders, cursor: '10', history: 'goes on', maskedBy: 'nothing', serverTime })
        expect(boardReader.parse(board)).toEqual(Board.parse(board))
        const message = sent(BoardMessage, { orders, serverTime })
        expect(boardMessageReader.parse(message)).toEqual(BoardMessage.parse(message))
        expect(heartbeatReader.parse(message)).toMatchObject(Heartbeat.parse(message))
        for (const one of orders) {
          expect(boardOrderReader.parse(sent(BoardOrder, one))).toEqual(one)
        }
      }),
    )
  })

  it('is what the schema reads of a timeline', () => {
    const event = {
      id: 'kJ3d',
      recordedAt: new Date(1000),
      eventTime: null,
      eventType: 'arrival',
      version: 2,
      status: 'Arrived',
      section: 'Arrived',
      from: null,
      actor: 'staff',
      actorName: 'Ana',
      isTest: false,
      source: 'board',
      isMoreChanged: false,
      changed: ['Car Plate'],
      reason: null,
      undone: null,
      replacedBy: null,
    } as const
    const told = sent(Timeline, {
      events: [{ ...event, changed: ['Car Plate'] }],
      hasEarlier: true,
      maskedBy: 'nothing',
    })
    expect(timelineReader.parse(told)).toEqual(Timeline.parse(told))
  })

  it('is nothing where something else was sent', () => {
    for (const other of [null, 'text', [], {}, { arrivedAt: 'soon' }]) {
      expect(findIn(boardOrderReader, other)).toBeNull()
      expect(findIn(boardReader, other)).toBeNull()
      expect(findIn(timelineReader, other)).toBeNull()
    }
  })
})
