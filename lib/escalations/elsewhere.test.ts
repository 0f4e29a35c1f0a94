import { describe, expect, it } from 'vitest'
import { Elsewhere, mostStores, nameOfRight } from '@/lib/escalations/elsewhere'
import type { RingingStore } from '@/lib/escalations/schema'

const store = (projectId: string, destinationId: string, minute = 0, isEscalated = false): RingingStore => {
  const since = new Date(minute * 60_000)
  const escalation = isEscalated ? { reason: 'noBoard' as const, count: 1, since, waiting: [] } : null
  return { projectId, destinationId, name: destinationId, ringing: 1, isAtLeast: false, since, escalation }
}

function asked(destinationIds: string[] | null, destinationId: string) {
  const right = { projectId: 'a', destinationIds }
  return { right, rightName: nameOfRight(right), here: { projectId: 'a', destinationId } }
}
const namesIn = ({ data }: { data: string }) =>
  (JSON.parse(data) as { stores: { name: string }[] }).stores.map(({ name }) => name)

describe('what rings elsewhere', () => {
  it('is of the other stores of the project, and of those alone that somebody may see', () => {
    const look = new Elsewhere([store('a', 'one'), store('a', 'two'), store('a', 'three'), store('b', 'one')])
    const names = (destinationIds: string[] | null) => namesIn(look.tell(asked(destinationIds, 'one')).message)
    expect(names(null)).toEqual(['two', 'three'])
    expect(names(['one', 'three'])).toEqual(['three'])
    expect(names([])).toEqual([])
  })

  it('is of a large chain those that need help, then the longest waits, in a text that boards share', () => {
    // The last two of 400 need help; of the others the later in the list wait for longer.
    const look = new Elsewhere(Array.from({ length: 400 }, (_, n) => store('a', `${n}`, 400 - n, n >= 398)))
    const silent = look.tell(asked(null, 'silent'))
    const names = namesIn(silent.message)
    expect(names).toHaveLength(mostStores)
    expect(names.slice(0, 3)).toEqual(['399', '398', '397'])
    expect(names.at(-1)).toBe('100')
    expect(look.tell(asked(null, 'silent too')).message).toBe(silent.message)
    expect(look.tell(asked(null, '99')).message).toBe(silent.message)
    const ringing = look.tell(asked(null, '200'))
    expect(namesIn(ringing.message)).toEqual([...names.filter((name) => name !== '200'), '99'])
    expect(look.tell(asked(null, '200')).message).toBe(ringing.message)
  })
})
