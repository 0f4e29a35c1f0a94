import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { attributesOf, SpanReceiver } from '@/integration/setup/span-receiver'
import { startServer } from '@/integration/setup/test-server'
import { type Answered, openShop, type Shop } from '@/integration/shop'

const caller = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') }
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`
const customerName = 'Priya Natarajan'
const orderId = 'order-of-the-trace'

describe('a server that exports traces', () => {
  let receiver: SpanReceiver
  let shop: Shop
  let made: Answered
  let failed: Answered

  beforeAll(async () => {
    receiver = await SpanReceiver.open()
    const server = await startServer({
      databaseUrl: inject('databaseUrl'),
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_SERVICE_NAME: 'kerb-of-the-shop',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0',
        // Longer than this test: what arrives was sent because the server ended.
        OTEL_BSP_SCHEDULE_DELAY: '600000',
      },
    })
    shop = await openShop(server.baseUrl)
    const more = { customerName, hsFields: { Plate: 'KX71 ABC' } }
    made = await shop.create(orderId, more, { headers: { traceparent } })
    failed = await shop.update(orderId, { userToken: 'guessed' }, { headers: { traceparent } })
    await shop.create('untraced', more)
    await server.stop()
  })
  afterAll(() => receiver?.close())

  it('loses none when it ends: a request is a span in its caller’s trace, its statements are spans below', () => {
    expect([made.status, failed.status]).toEqual([201, 403])
    const span = receiver.spans.find(({ name }) => name === 'POST /api/orders')
    expect(span).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId, kind: 2 })
    expect(attributesOf(span ?? { attributes: [] })).toMatchObject({
      'http.route': '/api/orders',
      'http.request.method': 'POST',
      'http.response.status_code': '201',
      'baycall.request_id': made.headers.get('x-request-id'),
    })
    expect(made.headers.get('traceresponse')).toBe(`00-${caller.traceId}-${span?.spanId}-01`)
    const statement = receiver.spans.find(({ name }) => name === 'create-order')
    expect(statement).toMatchObject({ traceId: caller.traceId, parentSpanId: span?.spanId, kind: 3 })
    expect(receiver.spans.map(({ name }) => name)).toContain('PUT /api/orders/{orderId}')
    expect(receiver.services).toEqual(new Set(['kerb-of-the-shop']))
  })

  it('exports of the others what the sampler says: here none', () => {
    expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(new Set([caller.traceId]))
  })

  it('tells the receiver nothing of customers', () => {
    expect(receiver.text).toContain('create-order')
    const token = String(made.body.userToken)
    for (const told of [customerName, 'KX71', orderId, token, shop.secretKey, shop.projectId, shop.destinationId]) {
      expect(receiver.text).not.toContain(told)
    }
  })
})

describe('a server that exports none', () => {
  it('still answers in the caller’s trace, and not in one that is not valid', async () => {
    const ask = async (header: string) => {
      const response = await fetch(`${inject('baseUrl')}/api/health/live`, { headers: { traceparent: header } })
      return response.headers.get('traceresponse')
    }
    expect(await ask(traceparent)).toMatch(new RegExp(`^00-${caller.traceId}-(?!${caller.spanId})[0-9a-f]{16}-00$`))
    expect(await ask(traceparent.toUpperCase())).toBeNull()
    expect(await ask(`00-${'0'.repeat(32)}-${caller.spanId}-01`)).toBeNull()
  })
})
