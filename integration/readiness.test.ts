import { randomBytes } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { SpanReceiver } from '@/integration/setup/span-receiver'
import { startServer } from '@/integration/setup/test-server'

// How long an answer holds (lib/http/health.ts).
const goodForMs = 250
const many = 100

it('the database is asked four times a second, however many ask whether the server is ready', async () => {
  const receiver = await SpanReceiver.open()
  try {
    const OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url
    const server = await startServer({
      databaseUrl: inject('databaseUrl'),
      env: { WORKERS: '1', OTEL_EXPORTER_OTLP_ENDPOINT },
    })
    const traceId = randomBytes(16).toString('hex')
    const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` }
    const ask = async () => (await fetch(`${server.baseUrl}/api/health/ready`, { headers })).status
    const startedAt = performance.now()
    expect(new Set(await Promise.all(Array.from({ length: many }, ask)))).toEqual(new Set([200]))
    const tookMs = performance.now() - startedAt
    // As it ends it has sent what it traced.
    await server.stop()
    const asked = receiver.spans.filter((span) => span.traceId === traceId && span.name === 'applied-migrations')
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThanOrEqual(1 + tookMs / goodForMs)
  } finally {
    await receiver.close()
  }
})
