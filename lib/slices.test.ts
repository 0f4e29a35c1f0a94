import { describe, expect, it } from 'vitest'
import { slices } from '@/lib/slices'
import { inProjects } from '@/lib/wall'

const [busy, other] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']

/** Works in a project, so many slices one after the other, and notes when each begins. */
function work(projectId: string, count: number, begun: string[]): Promise<void> {
  return inProjects([projectId], async () => {
    for (let n = 0; n < count; n++) {
      await slices()()
      begun.push(projectId)
    }
  })
}

describe('work in slices', () => {
  it('of one project takes turns with another’s, however much of it there is', async () => {
    const begun: string[] = []
    const streams = Array.from({ length: 40 }, () => work(busy, 3, begun))
    const chart = work(other, 3, begun)
    await Promise.all([...streams, chart])
    expect(begun).toHaveLength(123)
    const places = begun.flatMap((projectId, at) => (projectId === other ? [at] : []))
    // Every second slice is theirs, but for the one that was waited for already.
    expect(places.at(-1)).toBeLessThan(8)
  })

  it('comes to what is small before all that has had many, and to that as well where small ones come on and on', async () => {
    const begun: string[] = []
    const piece = (name: string, parts: number) =>
      inProjects([busy], async () => {
        const giveWay = slices()
        for (let part = 0; part < parts; part++) {
          await giveWay()
          begun.push(name)
          for (const since = performance.now(); performance.now() - since < 6; );
        }
      })
    const large = Array.from({ length: 8 }, () => piece('large', 6))
    while (begun.length < 24) await new Promise(setImmediate)
    const before = begun.length
    const small = piece('small', 2)
    await small
    expect(begun.lastIndexOf('small') - before).toBeLessThan(8)
    let isOver = false
    const smaller = async () => {
      while (!isOver) await piece('small', 1)
    }
    const all = Promise.all([smaller(), smaller()])
    await Promise.all(large)
    isOver = true
    await all
  })

  it('makes what takes ten of them wait once for what is small and comes on and on, not for each anew', async () => {
    let isOver = false
    let small = 0
    const piece = (parts: number) =>
      inProjects([busy], async () => {
        const giveWay = slices()
        for (let part = 0; part < parts; part++) {
          await giveWay()
          for (const since = performance.now(); performance.now() - since < 6; );
        }
      })
    const smaller = async () => {
      while (!isOver) await piece(1).then(() => (small += 1))
    }
    const all = Promise.all(Array.from({ length: 6 }, smaller))
    await piece(10)
    isOver = true
    await all
    // In two seconds; in eleven there are a thousand.
    expect(small).toBeLessThan(500)
  })

  it('lets whatever else waits have its turn before each', async () => {
    const begun: string[] = []
    const seen: number[] = []
    const streams = Array.from({ length: 5 }, () => work(busy, 1, begun))
    while (begun.length < 5) {
      await new Promise(setImmediate)
      seen.push(begun.length)
    }
    await Promise.all(streams)
    // Behind one that took long, as on a machine that is busy, there may be more turns between two.
    expect([...new Set([0, ...seen])]).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('however many work, what comes in is looked at after each of their slices', async () => {
    const seen: string[] = []
    let isOver = false
    let turns = 0
    const look = () => {
      turns += 1
      seen.push('look')
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    const long = async (name: string) => {
      const giveWay = slices()
      for (let part = 0; part < 3; part++) {
        await giveWay()
        seen.push(name)
        // A part that is as long as a slice.
        for (const since = performance.now(); performance.now() - since < 11; );
      }
    }
    await Promise.all(['a', 'b', 'c'].map(long))
    isOver = true
    const parts = seen
      .join(' ')
      .split(/(?: ?look)+ ?/)
      .filter(Boolean)
    expect(parts).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'])
    // Several times, where each time is short: new connections are taken one by one.
    expect(turns).toBeGreaterThan(20)
  })
})
