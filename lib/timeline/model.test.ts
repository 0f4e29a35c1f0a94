import { describe, expect, it } from 'vitest'
import { actorOf, type Deed, deedOf } from '@/lib/timeline/model'

const deed = (over: Partial<Deed>): Deed => ({
  eventType: 'arrival',
  section: 'Arrived',
  actor: 'phone',
  actorName: null,
  undone: null,
  ...over,
})

describe('a timeline', () => {
  it('is told in sentences', () => {
    const said = [
      deed({}),
      deed({ eventType: 'acknowledged', actor: 'staff', actorName: 'Ana' }),
      deed({ eventType: 'moved', section: 'OnTheWay', actor: 'staff', actorName: 'Ana' }),
      deed({ eventType: 'undone', undone: 'fulfilled', actor: 'staff' }),
      deed({ eventType: 'atTheGate', actor: 'server', actorName: 'Production' }),
      deed({ eventType: 'cancelled', actor: 'system' }),
      deed({ eventType: 'escalated', actor: 'system', reason: 'noBoard' }),
      deed({ eventType: 'escalated', actor: 'system', reason: 'notAcknowledged:120' }),
      deed({ eventType: 'escalated', actor: 'system', reason: 'notAcknowledged:45' }),
    ].map((one) => `${actorOf(one)} ${deedOf(one)}`)
    expect(said).toEqual([
      'The customer’s app said that the customer is here',
      'Ana acknowledged this arrival',
      'Ana moved this order to On the way',
      'Somebody undid the hand-over of this order',
      'The retailer’s system told atTheGate',
      'Baycall cancelled this order',
      'Baycall called the other boards: no board was open at the store',
      'Baycall called the other boards: nobody acknowledged within 2 min',
      'Baycall called the other boards: nobody acknowledged within 45 s',
    ])
  })

  it('takes names of events that a program might trip over as the names they are', () => {
    for (const eventType of ['constructor', '__proto__', 'toString']) {
      expect(deedOf(deed({ eventType }))).toBe(`told ${eventType}`)
    }
  })
})
