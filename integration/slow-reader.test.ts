import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { watch } from '@/integration/event-source'
import { openShop, type Shop } from '@/integration/shop'

const updates = 400
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
  it('holds up nobody else, and learns afterwards what there is, or that it must look anew', async () => {
    const shop = await openShop(inject('baseUrl'))
    const { headers } = await shop.signIn()
    socket = openStream(shop, headers)
    const other = watch(shop, headers)
    await shop.create('large', { hsFields: details })
    for (let n = 0; n < updates; n += 20) {
      const told = Array.from({ length: 20 }, (_, at) => shop.update('large', { hsFields: { turn: String(n + at) } }))
      await Promise.all(told)
    }
    await shop.update('large', { customerName: 'At last' })
    await other.next(({ event, data }) => {
      const orders = event === 'orders' ? (data.orders as { customerName: string }[]) : []
      return orders.some((order) => order.customerName === 'At last')
    })
    other.close()

    let text = ''
    for await (const chunk of socket.setEncoding('utf8')) {
      text = text.slice(-200_000) + chunk
      if (text.includes('At last') || text.includes('event: reset')) break
    }
    expect(text).toMatch(/At last|event: reset/)
  })
})
