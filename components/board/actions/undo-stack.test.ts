import { describe, expect, it } from 'vitest'
import { UndoStack } from '@/components/board/actions/undo-stack'
import type { BoardOrder } from '@/lib/board/schema'

const order = (serviceId: string) => ({ serviceId }) as BoardOrder

describe('what a key undoes', () => {
  it('is the newest action first, then the one before, for ten seconds', () => {
    const stack = new UndoStack(10_000)
    stack.start(order('a'), 0)
    stack.start(order('b'), 4_000)
    expect(stack.newest(5_000)?.before.serviceId).toBe('b')
    stack.forget('b')
    expect(stack.newest(5_000)?.before.serviceId).toBe('a')
    expect(stack.newest(10_000)).toBeUndefined()
  })

  it('is an order’s last action alone, and not one that was refused', () => {
    const stack = new UndoStack(10_000)
    const first = stack.start(order('a'), 0)
    const second = stack.start(order('a'), 1_000)
    stack.drop(first)
    expect(stack.newest(2_000)).toBe(second)
    stack.drop(second)
    expect(stack.newest(2_000)).toBeUndefined()
  })
})
