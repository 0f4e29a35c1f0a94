import { describe, expect, inject, it } from 'vitest'
import { startServer } from '@/integration/setup/test-server'
import { openShop, Shop } from '@/integration/shop'

const on = (shop: Shop, baseUrl: string) =>
  new Shop(baseUrl, shop.projectId, shop.destinationId, shop.zoneId, shop.secretKey, shop.publishableKey)

async function listIds(shop: Shop): Promise<string[]> {
  const { body } = await shop.call(`/api/orders?projectId=${shop.projectId}&pageSize=1000`)
  return (body.orders as { orderId: string }[]).map((o) => o.orderId)
}

describe('a server that is killed in the middle of a burst of creates', () => {
  it('has lost none that it answered with 201, and made none twice', async () => {
    const databaseUrl = inject('databaseUrl')
    const doomed = await startServer({ databaseUrl })
    const shop = await openShop(doomed.baseUrl)
    const made: string[] = []
    let killed: Promise<unknown> | undefined
    const burst = Array.from({ length: 400 }, async (_, i) => {
      const id = `burst-${i}`
      const answer = await shop.create(id, {}, { headers: { 'idempotency-key': id } }).catch(() => undefined)
      if (answer?.status !== 201) return
      made.push(id)
      if (made.length === 60) killed = Promise.resolve(doomed.kill9())
    })
    await Promise.all(burst)
    await killed
    expect(made.length).toBeGreaterThanOrEqual(60)
    expect(made.length).toBeLessThan(400)

    const risen = await startServer({ databaseUrl })
    try {
      const again = on(shop, risen.baseUrl)
      const found = await listIds(again)
      expect(found).toHaveLength(new Set(found).size)
      expect(found).toEqual(expect.arrayContaining(made))
      // The customers' apps retry what they heard nothing of: each order is there once.
      const ids = Array.from({ length: 400 }, (_, i) => `burst-${i}`)
      const retried = await Promise.all(ids.map((id) => again.create(id, {}, { headers: { 'idempotency-key': id } })))
      expect(retried.map((a) => a.status)).toEqual(Array(400).fill(201))
      expect((await listIds(again)).sort()).toEqual(ids.sort())
    } finally {
      await risen.stop()
    }
  })
})
