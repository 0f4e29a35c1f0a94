import { describe, expect, inject, it } from 'vitest'
import { create, listOrderIds, Rush } from '@/integration/rush'
import { startServer } from '@/integration/setup/test-server'
import { openShop } from '@/integration/shop'

describe('a server that is killed in the middle of a burst of creates', () => {
  it('has lost none that it answered with 201, and made none twice', async () => {
    const databaseUrl = inject('databaseUrl')
    const doomed = await startServer({ databaseUrl })
    const shop = await openShop(doomed.baseUrl)
    const rush = new Rush(shop, 'burst', 16)
    await rush.creates(200)
    await doomed.kill9()
    await rush.end()
    expect(rush.made.length).toBeGreaterThanOrEqual(200)
    expect(rush.failures.length).toBeGreaterThan(0)

    const risen = await startServer({ databaseUrl })
    try {
      const again = shop.at(risen.baseUrl)
      const found = await listOrderIds(again)
      expect(found).toHaveLength(new Set(found).size)
      expect(found).toEqual(expect.arrayContaining(rush.made))
      // The customers' apps retry what they heard nothing of, or were told to: each order is there once.
      const told = rush.answers.filter(({ status }) => status !== 201)
      expect(told.filter(({ status }) => status !== 503)).toEqual([])
      const unanswered = [...rush.failures, ...told].map(({ orderId }) => orderId)
      const retry = [...rush.made, ...unanswered]
      const some = (from: number) => retry.slice(from, from + 16).map((orderId) => create(again, orderId))
      for (let from = 0; from < retry.length; from += 16)
        for (const { status } of await Promise.all(some(from))) expect(status).toBe(201)
      expect((await listOrderIds(again)).sort()).toEqual([...rush.made, ...unanswered].sort())
    } finally {
      await risen.stop()
    }
  })
})
