import { describe, expect, it } from 'vitest'
import { documentPieces } from '@/lib/customers/document'
import { CustomerDocument } from '@/lib/customers/schema'

const long = 'ä"\\'.repeat(10_000)
const lineOf = (n: number) => ({ sequence: String(n), details: { hsFields: { Note: long } } })

const documentOf = (orders: Record<string, unknown>[], entries: Record<string, unknown>[]): CustomerDocument => ({
  project: { projectId: '0b54c9a6-3f0f-4c0f-9a53-3b7c7ed0a9c1', name: 'A "shop"' },
  askedFor: { kind: 'phone', value: '+44 20 7946 0123' },
  madeAt: new Date('2026-11-22T10:00:00Z'),
  found: { orders: orders.length, entries: entries.length, requests: 0, views: 1 },
  isWhole: true,
  orders,
  entries,
  views: [{ name: 'Calls', filters: { installRef: 'i-1' } }],
})

describe('what is kept of a customer, as text', () => {
  it('is the whole document, however much is in it', async () => {
    const orders = [
      { orderId: 'p1', timeline: [] },
      { orderId: 'p2', hsFields: { Note: long }, timeline: [lineOf(1), lineOf(2), lineOf(3)] },
    ]
    for (const document of [
      documentOf([], []),
      documentOf(orders, [{ entryId: 'e1' }, { entryId: 'e2', note: long }]),
    ]) {
      const pieces: string[] = []
      for await (const piece of documentPieces(document)) pieces.push(piece)
      expect(pieces.join('')).toBe(JSON.stringify(CustomerDocument.encode(document)))
    }
  })

  it('comes in pieces, also of one order with a long timeline, each made when it is asked for', async () => {
    let made = 0
    const counted = (n: number) => {
      const line = lineOf(n)
      return Object.defineProperty(line, 'toJSON', {
        value: () => {
          made += 1
          return { ...line }
        },
      })
    }
    const lines = Array.from({ length: 100 }, (_, n) => counted(n))
    const pieces = documentPieces(documentOf([{ orderId: 'p1', timeline: lines }], lines))
    const sizes: number[] = []
    let before = 0
    for await (const piece of pieces) {
      sizes.push(piece.length)
      expect(made - before).toBeLessThan(10)
      before = made
    }
    expect(made).toBe(200)
    expect(sizes.length).toBeGreaterThan(20)
    expect(Math.max(...sizes)).toBeLessThan(400_000)
  })
})
