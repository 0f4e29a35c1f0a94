import { expect, it } from 'vitest'
import { MaskedBefore } from '@/lib/privacy/masked-before'

/** Reads a board of these orders: how many had to be made. */
function readerOf(most?: number) {
  const held = new MaskedBefore<string>(({ length }) => length, most)
  return (board: string, orders: string[], projectId = 'project') => {
    let made = 0
    const shownOf = held.ofBoard(projectId, board)
    const shown = orders.map((order) =>
      shownOf(order, () => {
        made += 1
        return order.toUpperCase()
      }),
    )
    expect(shown).toEqual(orders.map((order) => order.toUpperCase()))
    return made
  }
}

const ordersOf = (board: string, many: number) => Array.from({ length: many }, (_, n) => `${board} ${n}`)

it('makes of a board what has changed since, also where not all of it was read before', () => {
  const read = readerOf()
  const orders = ordersOf('a', 20)
  expect(read('a', orders.slice(0, 12))).toBe(12)
  expect(read('a', orders)).toBe(8)
  expect(read('a', orders)).toBe(0)
  expect(read('a', [...orders.slice(1), 'changed'])).toBe(1)
  expect(read('b', orders)).toBe(20)
})

it('keeps so much of all boards, and of those the ones that were read last', () => {
  const read = readerOf(4_000)
  const [a, b, c] = ['a', 'b', 'c'].map((board) => ordersOf(board, 8)) as [string[], string[], string[]]
  read('a', a)
  read('b', b)
  expect(read('a', a)).toBe(0)
  read('c', c)
  expect(read('b', b)).toBe(8)
  expect(read('c', c)).toBe(0)
  // Of what is more than that the first.
  const large = ordersOf('large', 30)
  expect([read('large', large), read('large', large), read('large', large)]).toEqual([30, 11, 11])
})

it('keeps what is of one project, however many boards another has', () => {
  const read = readerOf(8_000)
  const orders = ordersOf('a', 8)
  read('a', orders)
  for (let n = 0; n < 20; n += 1) read(`${n}`, ordersOf(`${n}`, 8), 'another')
  expect(read('a', orders)).toBe(0)
})

it('counts what nothing is shown of', () => {
  const held = new MaskedBefore<string>(() => 0, 4_000)
  const read = () => {
    let made = 0
    const shownOf = held.ofBoard('project', 'a')
    for (let n = 0; n < 30; n += 1) {
      shownOf(n, () => {
        made += 1
        return ''
      })
    }
    return made
  }
  expect([read(), read()]).toEqual([30, 10])
})
