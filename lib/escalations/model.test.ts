import { describe, expect, it } from 'vitest'
import { elsewhereOf } from '@/lib/escalations/model'

const store = (projectId: string, destinationId: string) => ({ projectId, destinationId })
const stores = [store('a', 'one'), store('a', 'two'), store('a', 'three'), store('b', 'one')]

describe('what rings elsewhere', () => {
  it('is of the other stores of the project, and of those alone that somebody may see', () => {
    const here = store('a', 'one')
    const names = (destinationIds: string[] | null) =>
      elsewhereOf(stores, { projectId: 'a', destinationIds }, here).map(({ destinationId }) => destinationId)
    expect(names(null)).toEqual(['two', 'three'])
    expect(names(['one', 'three'])).toEqual(['three'])
    expect(names([])).toEqual([])
  })
})
