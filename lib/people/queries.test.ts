import { describe, expect, it } from 'vitest'
import { joinedPages } from '@/lib/people/queries'
import type { People } from '@/lib/people/schema'

const page = (names: string[], more: Partial<People> = {}) =>
  ({
    people: names.map((name) => ({ userId: name.toLowerCase(), name })),
    invitations: [],
    stores: names.map((name) => ({ destinationId: `store of ${name}`, name })),
    sendsMail: false,
    ...more,
  }) as unknown as People

describe('pages of a list are one', () => {
  it('in their order, with the tokens of the last', () => {
    const joined = joinedPages([
      page(['Ada', 'Bo'], { peopleToken: 'a', invitationsToken: 'i', sendsMail: true }),
      page(['Cy'], { peopleToken: 'b' }),
    ])
    expect(joined.people.map(({ name }) => name)).toEqual(['Ada', 'Bo', 'Cy'])
    expect(joined).toMatchObject({ peopleToken: 'b', sendsMail: true })
    expect(joined).not.toHaveProperty('invitationsToken')
    expect(joined.stores).toHaveLength(3)
  })

  it('where somebody was renamed while they were read, and is in two, they stand once', () => {
    const joined = joinedPages([page(['Ada', 'Bo'], { peopleToken: 'a' }), page(['Ada', 'Cy'])])
    expect(joined.people.map(({ name }) => name)).toEqual(['Ada', 'Bo', 'Cy'])
    expect(joined.stores).toHaveLength(3)
  })
})
