import { describe, expect, it } from 'vitest'
import { readTraceparent, traceresponseOf } from '@/lib/watch/traceparent'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

describe('a traceparent', () => {
  it('names the trace, the caller’s span and whether it is recorded', () => {
    expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, isSampled: true })
    expect(readTraceparent(`00-${traceId}-${spanId}-00`)?.isSampled).toBe(false)
    expect(readTraceparent(`00-${traceId}-${spanId}-03`)?.isSampled).toBe(true)
  })

  it('of a later version may say more', () => {
    expect(readTraceparent(`01-${traceId}-${spanId}-01-what-the-future-holds`)?.traceId).toBe(traceId)
  })

  it.each([
    ['of the forbidden version', `ff-${traceId}-${spanId}-01`],
    ['of the first version that says more', `00-${traceId}-${spanId}-01-more`],
    ['with a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['with a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['in capitals', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['that is too short', `00-${traceId.slice(1)}-${spanId}-01`],
    ['that is something else', 'hello'],
    ['that is empty', ''],
  ])('%s counts as none', (_, header) => {
    expect(readTraceparent(header)).toBeNull()
  })

  it('is answered in the same form', () => {
    const place = { traceId, spanId, isSampled: true }
    expect(readTraceparent(traceresponseOf(place))).toEqual(place)
  })
})
