import { describe, expect, it } from 'vitest'
import { withoutWaiting } from '@/lib/escalations/queries'
import type { RingingStore } from '@/lib/escalations/schema'

const waitingOf = (serviceId: string) => ({ serviceId, orderId: serviceId, customerName: '' })
const since = new Date(0)

const storeOf = (...ids: string[]): RingingStore => ({
  projectId: 'p',
  destinationId: 's',
  name: 'Oakfield',
  ringing: ids.length + 1,
  isAtLeast: false,
  since,
  escalation: { reason: 'noBoard', count: ids.length, since, waiting: ids.map(waitingOf) },
})

describe('what rings elsewhere, once somebody has acknowledged an order', () => {
  it('goes without that order, and is no escalation when it was the last', () => {
    const [two, one] = withoutWaiting([storeOf('a', 'b'), storeOf('c')], 'a')
    expect(two).toMatchObject({ ringing: 2, escalation: { count: 1, waiting: [waitingOf('b')] } })
    expect(one).toEqual(storeOf('c'))
    expect(withoutWaiting([storeOf('c')], 'c')[0]).toMatchObject({ ringing: 1, escalation: null })
  })
})
