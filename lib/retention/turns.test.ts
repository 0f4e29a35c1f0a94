import { describe, expect, it } from 'vitest'
import { Rounds } from '@/lib/retention/turns'

/** Projects by how many turns each needs; answers who had them, in order. */
function projects(needs: Record<string, number>) {
  const left = new Map(Object.entries(needs))
  const turns: string[] = []
  const work = async (projectId: string) => {
    turns.push(projectId)
    const need = (left.get(projectId) ?? 0) - 1
    left.set(projectId, need)
    return { done: 10, isMore: need > 0 }
  }
  return { turns, work, go: (rounds: Rounds, most: number) => rounds.go([...left.keys()], most, work) }
}

describe('rounds', () => {
  it('give each project its turn before any has another, and answer how much was done', async () => {
    const { turns, go } = projects({ a: 3, b: 1, c: 2 })
    expect(await go(new Rounds(), 100)).toBe(60)
    expect(turns).toEqual(['a', 'b', 'c', 'a', 'c', 'a'])
  })

  it('begin behind whom the last ones ended with', async () => {
    const { turns, go } = projects({ a: 9, b: 9, c: 9 })
    const rounds = new Rounds()
    for (const most of [2, 2, 2]) await go(rounds, most)
    expect(turns).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
  })

  it('go on for all others where the work of one fails, and then say so', async () => {
    const { turns, work } = projects({ a: 2, b: 2, c: 2 })
    const fails = new Rounds().go(['a', 'b', 'c'], 9, async (projectId) => {
      const worked = await work(projectId)
      if (projectId === 'b') throw new Error('It is locked')
      return worked
    })
    await expect(fails).rejects.toThrow('It is locked')
    expect(turns).toEqual(['a', 'b', 'c', 'a', 'c'])
  })

  it('end where five fail, and begin behind them the next time', async () => {
    const rounds = new Rounds()
    const { turns, go } = projects({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 })
    const fails = rounds.go(['a', 'b', 'c', 'd', 'e', 'f'], 9, () => Promise.reject(new Error('It is away')))
    await expect(fails).rejects.toThrow('It is away')
    await go(rounds, 1)
    expect(turns).toEqual(['f'])
  })

  it('reach whoever has come or gone since', async () => {
    const rounds = new Rounds()
    const before = projects({ b: 1, c: 1 })
    await before.go(rounds, 1)
    const after = projects({ a: 1, c: 1, d: 1 })
    await after.go(rounds, 2)
    expect(after.turns).toEqual(['c', 'd'])
    await after.go(rounds, 1)
    expect(after.turns.at(-1)).toBe('a')
  })
})
