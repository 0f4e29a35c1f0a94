import { describe, expect, inject, it } from 'vitest'
import { create, listOrderIds, Rush } from '@/integration/rush'
import { startServer } from '@/integration/setup/test-server'
import { openShop } from '@/integration/shop'

describe('a server that is killed in the middle of a burst of creates', () => {
  it('has lost none that it answered with 201, and made none twice', async () => {
    const databaseUrl = inject('databaseUrl')
    const doomed = await startServer({ databaseUrl })
    const shop = await openShop(doomed.baseUrl)
    const rush = new Rush(shop, 'burst', 32)
    await rush.creates(200)
    await doomed.kill9()
    await rush.end()
    expect(rush.statuses).toEqual(new Set([201]))
    expect(rush.failures.length).toBeGreaterThan(0)

    const risen = await startServer({ databaseUrl })
    try {
      const again = shop.at(risen.baseUrl)
      const found = await listOrderIds(again)
      expect(found).toHaveLength(new Set(found).size)
      expect(found).toEqual(expect.arrayContaining(rush.made))
      // The customers' apps retry what they heard nothing of: each order is there once.
      const unanswered = rush.failures.map(({ orderId }) => orderId)
      const retried = await Promise.all([...rush.made, ...unanswered].map((orderId) => create(again, orderId)))
      expect(new Set(retried.map((answer) => answer.status))).toEqual(new Set([201]))
      expect((await listOrderIds(again)).sort()).toEqual([...rush.made, ...unanswered].sort())
    } finally {
      await risen.stop()
    }
  })
})
