import { describe, expect, it } from 'vitest'
import { bytesOf, messagesOf, shortened } from '@/lib/board/feed/order-messages'
import type { BoardOrder } from '@/lib/board/schema'

const order = (serviceId: string, detail = '') => ({ serviceId, details: { detail } }) as unknown as BoardOrder
const toldIn = (data: string) => (JSON.parse(data) as { orders: BoardOrder[] }).orders.map(({ serviceId }) => serviceId)

/** Whether anything else had its turn while this was done. */
async function letsOthersIn(work: () => Promise<unknown>): Promise<boolean> {
  let hadTurn = false
  const other = setImmediate(() => {
    hadTurn = true
  })
  await work()
  clearImmediate(other)
  return hadTurn
}

describe('what a feed says of orders', () => {
  it('waits for nothing where it is little: a store’s usual changes are told at once', async () => {
    const few = Array.from({ length: 20 }, (_, n) => order(`${n}`, 'x'.repeat(1_000)))
    expect(await letsOthersIn(() => messagesOf(few, 'c'))).toBe(false)
  })

  it('lets others in where it is much', async () => {
    const large = Array.from({ length: 100 }, (_, n) => order(`${n}`, 'x'.repeat(50_000)))
    expect(await letsOthersIn(() => messagesOf(large, 'c'))).toBe(true)
  })

  it('is each order once and in its order, in messages of a megabyte or of one order', async () => {
    const lengths = [1_200_000, 400_000, 500_000, 400_000, 2_000_000, 10]
    const orders = lengths.map((length, n) => order(`${n}`, 'x'.repeat(length)))
    const messages = await messagesOf(orders, 'c')
    expect(messages.map(({ data }) => toldIn(data))).toEqual([['0'], ['1', '2'], ['3'], ['4'], ['5']])
    expect(new Set(messages.map(({ id }) => id))).toEqual(new Set(['c']))
  })

  it('is, cut short, the smallest details of an order in their order, and that the others follow', () => {
    const hsFields = { Note: '顧'.repeat(2_000), Bay: '4', Items: 'x'.repeat(1_900), __proto__: 'x', Plate: 'NM 1' }
    const short = shortened({ ...order('a'), hsFields }, 4_000)
    expect(Object.entries(short.hsFields)).toEqual(Object.entries(hsFields).filter(([key]) => key !== 'Note'))
    expect(short.detailsFollow).toBe(true)
    expect(bytesOf(short)).toBeLessThan(4_000)
    expect(shortened({ ...order('a'), hsFields: { Note: hsFields.Note } }, 4_000).hsFields).toEqual({})
  })

  it('is nothing of no order', async () => {
    expect(await messagesOf([], 'c')).toEqual([])
  })
})
