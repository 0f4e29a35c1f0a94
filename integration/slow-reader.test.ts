import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { watch } from '@/integration/event-source'
import { openShop, type Shop } from '@/integration/shop'

// Each a message of 50 KB: together more than sockets hold (some 5 MB) and 100 messages that may wait besides.
const many = 300
const details = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`field ${n}`, 'x'.repeat(1_000)]))

let socket: Socket | undefined
afterEach(() => socket?.destroy())

/** Opens a board's stream over a bare connection, which is then not read. */
function openStream(shop: Shop, headers: Record<string, string>): Socket {
  const { hostname, port } = new URL(shop.baseUrl)
  const query = new URLSearchParams({ projectId: shop.projectId, destinationId: shop.destinationId, after: '0' })
  const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const opened = connect(Number(port), hostname)
  opened.write(`GET /api/staff/board/stream?${query} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return opened.pause()
}

describe('a board that reads nothing while much happens', () => {
  it('holds up nobody else, piles up nothing for itself, and learns afterwards that it must look anew', async () => {
    const shop = await openShop(inject('baseUrl'))
    const { headers } = await shop.signIn()
    socket = openStream(shop, headers)
    const other = watch(shop, headers)
    // What staff do is told at once, however large the order is.
    const colleagues = await Promise.all(Array.from({ length: 10 }, () => shop.signIn()))
    const { body } = await shop.create('large', { hsFields: details })
    for (let turn = 0; turn < many; turn++) {
      const section = turn % 2 === 0 ? 'OnTheWay' : 'Expected'
      const move = { projectId: shop.projectId, action: 'move', section }
      const sent = { method: 'POST', body: move, headers: colleagues[turn % 10]?.headers ?? {}, key: null }
      expect((await shop.call(`/api/staff/orders/${body.serviceId}/actions`, sent)).status).toBe(200)
      await other.next(({ event, data }) => {
        const orders = event === 'orders' ? (data.orders as { version: number }[]) : []
        return orders.some(({ version }) => version === turn + 2)
      })
    }
    other.close()

    let last = ''
    const versions = new Set<string>()
    for await (const chunk of socket.setEncoding('utf8')) {
      const text = last + chunk
      for (const [, version] of text.matchAll(/"version":(\d+),/g)) versions.add(version ?? '')
      if (text.includes('event: reset')) break
      last = text.slice(-40)
    }
    // What it was sent meanwhile is what its connection held: it got no further, and nothing was kept for it.
    expect(versions.size).toBeLessThan(many - 100)
  })
})
