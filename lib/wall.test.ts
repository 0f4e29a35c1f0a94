import { setImmediate as breath } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Patience } from '@/lib/patience'
import {
  acrossForSeveral,
  acrossProjects,
  beginScope,
  countTo,
  currentScope,
  currentShare,
  inProjects,
  keepScope,
  seeProjects,
} from '@/lib/wall'

const [a, b, c] = ['a', 'b', 'c'].map((end) => `00000000-0000-4000-8000-00000000000${end}`) as [string, string, string]

describe('whose rows are seen', () => {
  it('is nobody’s until it is said, and then for the rest of the request, of streams that outlive it too', async () => {
    expect(currentScope()).toBeNull()
    const inside = await Patience.during(async () => {
      expect(currentScope()).toBeNull()
      seeProjects([a, b])
      await breath()
      expect(currentScope()).toBe(`${a},${b}`)
      expect(await acrossProjects(async () => currentScope())).toBe('*')
      expect(currentScope()).toBe(`${a},${b}`)
      return keepScope()
    })
    expect(currentScope()).toBeNull()
    expect(inside(currentScope)).toBe(`${a},${b}`)
  })

  it('goes with what begins when it is awaited, as Prisma’s statements do', async () => {
    const lazily = {
      [Symbol.toStringTag]: 'PrismaPromise',
      // biome-ignore lint/suspicious/noThenProperty: what Prisma returns has nothing else.
      then: (done: (scope: string | null) => unknown) => Promise.resolve(done(currentScope())),
    }
    expect(await inProjects([a], () => lazily)).toBe(a)
  })

  it('is each page’s own, of those that are rendered at once', async () => {
    const open = async (projectId: string) => {
      const see = beginScope()
      await breath()
      see([projectId])
    }
    const page = async (projectId: string) => {
      await breath()
      await open(projectId)
      const seen = []
      for (const _ of [1, 2, 3]) {
        await breath()
        seen.push(currentScope())
      }
      return seen
    }
    expect(await Promise.all([page(a), page(b), page(a)])).toEqual([
      Array(3).fill(a),
      Array(3).fill(b),
      Array(3).fill(a),
    ])
  })

  it('is made of ids of projects, and of nothing that means more', () => {
    for (const id of ['*', '', `${a},${b}`]) expect(() => inProjects([id], currentScope)).toThrow()
    expect(inProjects([], currentScope)).toBe('')
  })
})

describe('the share of the connections that a statement counts to', () => {
  it('is that of one of the projects whose rows are seen: the one that a request names, if it is among them', async () => {
    expect(currentShare()).toBeNull()
    const inside = await Patience.during(async () => {
      seeProjects([b, a])
      expect(currentShare()).toBe(a)
      for (const foreign of [c, '', '*', `${a},${b}`]) countTo(foreign)
      expect(currentShare()).toBe(a)
      countTo(b)
      await breath()
      expect([currentShare(), currentScope()]).toEqual([b, `${a},${b}`])
      expect([acrossProjects(currentShare), inProjects([a], currentShare)]).toEqual([b, a])
      seeProjects([c, b])
      expect(currentShare()).toBe(b)
      expect(acrossForSeveral('limits', () => [currentShare(), currentScope()])).toEqual([b, '*'])
      return keepScope()
    })
    expect(inside(currentShare)).toBe(b)
    expect(acrossForSeveral('limits', currentShare)).toBe('limits')
    // Who is taken out of it meanwhile counts to what is left.
    expect(
      inside(() => {
        seeProjects([a, c])
        return currentShare()
      }),
    ).toBe(a)
  })

  it('is nobody else’s for those who are in none', async () => {
    const share = await Patience.during(async () => {
      seeProjects([])
      return currentShare()
    })
    expect(share).toBe('')
  })
})
