import { describe, expect, it, vi } from 'vitest'
import { PeopleTurns, type Person, personIn, personsOf } from '@/lib/turns/people-turns'

const projectId = 'project'
const someone = (userId: string, kind: Person['kind'], store = ''): Person => ({
  projectId,
  userId,
  kind,
  circle: `${kind} ${store}`,
})
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Works for all who ask, one after the other: the order in which they had their turn. */
async function orderOf(turns: PeopleTurns, asking: Person[]): Promise<string[]> {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const all = asking.map((person) =>
    turns.run(person, { mostMs: 10_000 }, () => {
      begun.push(person.userId)
      return new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  while (begun.length < asking.length || ends.length > 0) {
    await settled()
    ends.shift()?.()
  }
  await Promise.all(all)
  return begun
}

describe('turns of people', () => {
  const turns = () => new PeopleTurns({ atOnce: 1, mostWaiting: 64, what: 'wait' })

  it('go round the stores, whoever has all of them every second time, and round the people of each', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const flock = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => someone(name, 'store', 'a'))
    const others = [someone('b', 'store', 'b'), someone('owner', 'owners'), someone('all', 'all')]
    const order = await orderOf(turns(), [...flock, ...others])
    expect(order.slice(0, 5)).toEqual(['a1', 'owner', 'b', 'all', 'a2'])
    expect(order.toSorted()).toEqual([...flock, ...others].map(({ userId }) => userId).toSorted())
    const twice = [someone('a1', 'store', 'a'), someone('a1', 'store', 'a'), someone('a1', 'store', 'a')]
    expect(await orderOf(turns(), [...twice, someone('a2', 'store', 'a')])).toEqual(['a1', 'a1', 'a2', 'a1'])
    clock.mockRestore()
  })

  it('come to who has had much, as soon as they have waited as long and within five seconds, whoever comes meanwhile', async () => {
    const clock = vi.spyOn(performance, 'now')
    /** How many seconds somebody who has just had so many waits, beside one who has had nothing each second. */
    const waitOf = async (hadSeconds: number) => {
      clock.mockReturnValue(0)
      const some = turns()
      const [late, first] = [someone('late', 'store', 'late'), someone('first', 'store', 'first')]
      await some.run(late, { mostMs: 1 }, async () => clock.mockReturnValue(hadSeconds * 1_000))
      await some.take(first, () => ({ mostMs: 10_000 }))
      let turnCame: () => void = () => {}
      const isTheirs = new Promise<void>((resolve) => (turnCame = resolve))
      const waiting = some.run(late, { mostMs: 10_000 }, async () => turnCame())
      let had: Person | undefined = first
      let seconds = 0
      for (; had && seconds < 9; seconds += 1) {
        const fresh: Person = someone(`fresh ${seconds}`, 'store', `fresh ${seconds}`)
        const theirs = some.take(fresh, () => ({ mostMs: 10_000 })).then(() => fresh)
        await settled()
        clock.mockReturnValue((hadSeconds + seconds + 1) * 1_000)
        some.giveBack(had, 1_000)
        had = await Promise.race([theirs, isTheirs.then(() => undefined)])
      }
      await waiting
      return seconds
    }
    expect([await waitOf(2), await waitOf(60)]).toEqual([3, 6])
    clock.mockRestore()
  })

  it('come to who has had little before very many others who have waited for longer, where waiting makes up for less', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const stores = Array.from({ length: 40 }, (_, n) => someone(`store ${n}`, 'store', `store ${n}`))
    const placeOfNew = async (some: PeopleTurns) => {
      for (const [n, store] of stores.entries()) {
        clock.mockReturnValue(n * 1_000)
        await some.run(store, { mostMs: 1 }, async () => clock.mockReturnValue((n + 1) * 1_000))
      }
      const order: string[] = []
      const read = (person: Person) => some.run(person, { mostMs: 60_000 }, async () => void order.push(person.userId))
      await some.take(someone('first', 'store', 'first'), () => ({ mostMs: 60_000 }))
      const waiting = stores.map(read)
      await settled()
      clock.mockReturnValue(stores.length * 1_000 + 3_000)
      waiting.push(read(someone('new', 'store', 'new')))
      await settled()
      some.giveBack(someone('first', 'store', 'first'), 100)
      await Promise.all(waiting)
      return order.indexOf('new')
    }
    const credit = { halfMs: 60_000, mostHadMs: 60_000, makesUpFor: 10 }
    const ofBoards = new PeopleTurns({ atOnce: 1, mostWaiting: 64, what: 'wait', credit })
    expect([await placeOfNew(ofBoards), await placeOfNew(turns())]).toEqual([0, 40])
    clock.mockRestore()
  })

  describe('that count by size', () => {
    const credit = { halfMs: 10_000, mostHadMs: 60_000, makesUpFor: 20, unknownMs: 40 }
    const read = (some: PeopleTurns, person: Person, costMs: number, mostMs = 60_000) =>
      some.run(
        person,
        { mostMs },
        async () => person.userId,
        () => costMs,
      )
    const stores = (count: number, name: string) =>
      Array.from({ length: count }, (_, n) => someone(`${name} ${n}`, 'store', `${name} ${n}`))

    it('come to what is small before however many that are large, or nobody knows, and have waited longer', async () => {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
      const some = new PeopleTurns({ atOnce: 1, mostWaiting: 64, what: 'wait', credit })
      const [small, large, unknown] = [someone('small', 'store', 'small'), stores(30, 'large'), stores(30, 'unknown')]
      for (const store of large) await read(some, store, 150)
      for (let n = 0; n < 10; n++) await read(some, small, 10)
      const order: string[] = []
      const note = (name: string) => void order.push(name)
      await some.take(someone('first', 'store', 'first'), () => ({ mostMs: 60_000 }))
      const waiting = [...large, ...unknown].map((store) => read(some, store, 150).then(note))
      await settled()
      clock.mockReturnValue(1_500)
      waiting.push(read(some, small, 10).then(note))
      await settled()
      some.giveBack(someone('first', 'store', 'first'), 10)
      await Promise.all(waiting)
      expect(order.indexOf('small')).toBe(0)
      clock.mockRestore()
    })

    it('have a place in a full row for who has had less than one that waits in it', async () => {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
      const some = new PeopleTurns({ atOnce: 1, mostWaiting: 8, what: 'wait', credit })
      const [small, large] = [someone('small', 'store', 'small'), stores(9, 'large')]
      for (const store of [small, ...large]) await read(some, store, store === small ? 10 : 150)
      await some.take(someone('first', 'store', 'first'), () => ({ mostMs: 60_000 }))
      const waiting = large.map((store) => read(some, store, 150).catch(({ code }) => code))
      waiting.push(read(some, small, 10))
      await settled()
      some.giveBack(someone('first', 'store', 'first'), 10)
      const answers = await Promise.all(waiting)
      expect(answers.at(-1)).toBe('small')
      expect(answers.filter((answer) => answer === 'unavailable').length).toBe(2)
      clock.mockRestore()
    })

    it.each([
      ['what is large', 300],
      ['what nobody knows', null],
    ])(
      'come to %s, beside however many that are small, and in a row that those fill again and again',
      async (_, costMs) => {
        const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
        const some = new PeopleTurns({ atOnce: 1, mostWaiting: 8, what: 'wait', credit })
        const [one, first] = [someone('one', 'store', 'one'), someone('first', 'store', 'first')]
        const small = stores(40, 'small')
        if (costMs !== null) await read(some, one, costMs)
        for (const store of small) await read(some, store, 2)
        await some.take(first, () => ({ mostMs: 60_000 }))
        const order: string[] = []
        const ask = (person: Person) =>
          read(some, person, person === one ? 300 : 2).then(
            (name) => void order.push(name),
            () => {},
          )
        const waiting = small.slice(0, 20).map(ask)
        await settled()
        waiting.push(ask(one))
        await settled()
        waiting.push(...small.slice(20).map(ask))
        await settled()
        some.giveBack(first, 2)
        await Promise.all(waiting)
        expect(order.indexOf('one')).toBeGreaterThanOrEqual(0)
        expect(order.indexOf('one')).toBeLessThan(4)
        expect(order.length).toBe(8)
        clock.mockRestore()
      },
    )

    it('and to who has many, not all, of the stores, beside whoever lists all of them on and on', async () => {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
      const some = new PeopleTurns({ atOnce: 1, mostWaiting: 200, what: 'wait', credit })
      const many = someone('many', 'store', 'many')
      const small = stores(60, 'small')
      const all = Array.from({ length: 60 }, (_, n) => someone(`all ${n}`, 'all'))
      await read(some, many, 300)
      await read(some, someone('all', 'all'), 370)
      for (const store of small) await read(some, store, 2)
      const order: string[] = []
      const ends: (() => void)[] = []
      const ask = (person: Person, costMs: number) =>
        some.run(
          person,
          { mostMs: 60_000 },
          () => {
            order.push(person.userId)
            return new Promise<void>((end) => ends.push(end))
          },
          () => costMs,
        )
      const waiting = [...all.map((one) => ask(one, 370)), ...small.map((one) => ask(one, 2))]
      const go = async () => {
        await settled()
        ends.shift()?.()
      }
      // Some turns of either are over.
      while (order.length < 20) await go()
      waiting.push(ask(many, 300))
      while (order.length < 121) await go()
      await go()
      await Promise.all(waiting)
      expect(order.indexOf('many')).toBeLessThan(30)
      clock.mockRestore()
    })

    it('come to four that are small for each that is larger, where both never end', async () => {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
      const some = new PeopleTurns({ atOnce: 1, mostWaiting: 400, what: 'wait', credit })
      const [small, large] = [stores(100, 'small'), stores(100, 'large')]
      for (const store of [...small, ...large]) await read(some, store, store.userId.startsWith('small') ? 20 : 100)
      const first = someone('first', 'store', 'first')
      await some.take(first, () => ({ mostMs: 60_000 }))
      const order: string[] = []
      const waiting = [...large, ...small].map((store) => read(some, store, 20).then((name) => void order.push(name)))
      await settled()
      some.giveBack(first, 2)
      await Promise.all(waiting)
      expect(order.slice(0, 100).filter((name) => name.startsWith('large')).length).toBe(20)
      clock.mockRestore()
    })
  })

  it('are next of whose store has had least time of late, by however many stores somebody counts on and on', async () => {
    const clock = vi.spyOn(performance, 'now')
    try {
      const [some, stores] = [turns(), ['a', 'b', 'c', 'd'].map((store) => someone(store, 'store', store))]
      for (const [n, store] of stores.entries()) {
        clock.mockReturnValue(n * 1_000)
        await some.run(store, { mostMs: 1 }, async () => clock.mockReturnValue((n + 1) * 1_000))
      }
      const other = someone('other', 'store', 'other')
      expect((await orderOf(some, [...stores, other])).slice(0, 2)).toEqual(['a', 'other'])
      // Who has had theirs longest ago has had least: half of it counts after a minute.
      expect(await orderOf(some, stores.toReversed())).toEqual(['d', 'a', 'b', 'c'])
      clock.mockReturnValue(3_600_000)
      expect(await orderOf(some, stores.toReversed())).toEqual(['d', 'a', 'b', 'c'])
      await some.run(other, { mostMs: 1 }, async () => clock.mockReturnValue(3_600_500))
      expect(
        (
          await orderOf(
            some,
            [stores[0], other, stores[1]].flatMap((one) => one ?? []),
          )
        ).at(-1),
      ).toBe('other')
    } finally {
      clock.mockRestore()
    }
  })

  it('leave no place behind of who has waited long enough, in either row', async () => {
    const some = turns()
    let end = () => {}
    const first = some.run(
      someone('a', 'store', 'a'),
      { mostMs: 1_000 },
      () => new Promise<void>((done) => (end = done)),
    )
    const late = { code: 'unavailable' }
    await expect(some.run(someone('a', 'store', 'a'), { mostMs: 1 }, settled)).rejects.toMatchObject(late)
    await expect(some.run(someone('b', 'store', 'b'), { mostMs: 1 }, settled)).rejects.toMatchObject(late)
    const gone = new AbortController()
    const leaving = some.run(someone('b', 'store', 'b'), { mostMs: 1_000, signal: gone.signal }, settled)
    gone.abort()
    await expect(leaving).rejects.toMatchObject(late)
    end()
    await first
    for (const store of ['a', 'b']) {
      expect(await some.run(someone(store, 'store', store), { mostMs: 1 }, async () => 'there')).toBe('there')
    }
  })
})

describe('with whom somebody waits', () => {
  it('is their store, of several the first, all stores, or owners; and nobody in a project of others', () => {
    const circle = (role: 'owner' | 'manager' | 'staff', destinationIds: string[] | null) => {
      const memberships = [{ projectId, role, destinationIds }]
      const caller = { kind: 'staff', userId: 'u', name: '', email: '', sessionId: '', memberships } as const
      return [projectId, 'other'].map((id) => personIn(caller, id).circle)
    }
    const alone = 'person u'
    expect(circle('owner', null)).toEqual(['owners ', alone])
    expect(circle('manager', null)).toEqual(['all ', alone])
    expect(circle('manager', ['b', 'a'])).toEqual(['store a', alone])
    expect(circle('staff', ['b'])).toEqual(['store b', alone])
  })

  it('and first with those of whom they have most stores, whatever else they may see, by the id where they have as many', () => {
    const [first, second] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
    const projectsOf = (ofFirst: string[] | null, ofSecond: string[] | null) => {
      const memberships = [
        { projectId: first, role: 'staff' as const, destinationIds: ofFirst },
        { projectId: second, role: 'manager' as const, destinationIds: ofSecond },
      ]
      const caller = { kind: 'staff', userId: 'u', name: '', email: '', sessionId: '' } as const
      const orders = [memberships, memberships.toReversed()]
      return orders.map((memberships) => personsOf({ ...caller, memberships }).map((one) => one.projectId))
    }
    const inOrder = [first, second]
    const turned = [second, first]
    expect(projectsOf(['a'], null)).toEqual([turned, turned])
    expect(projectsOf(['a'], ['a', 'b'])).toEqual([turned, turned])
    expect(projectsOf(['a', 'b'], ['a'])).toEqual([inOrder, inOrder])
    expect(projectsOf(null, ['a'])).toEqual([inOrder, inOrder])
    expect(projectsOf(null, null)).toEqual([inOrder, inOrder])
    expect(projectsOf(['b'], ['a'])).toEqual([inOrder, inOrder])
  })
})
