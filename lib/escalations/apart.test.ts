import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Apart } from '@/lib/escalations/apart'
import { log } from '@/lib/log'

const { level } = log
beforeEach(() => {
  log.level = 'silent'
})
afterEach(() => {
  log.level = level
})

describe('of projects that cannot be looked at', () => {
  it('three keep no other from its turn, however often those that are watched are looked at in between', async () => {
    const apart = new Apart(() => 0)
    const seen: string[] = []
    const look = async (projectIds: string[]) => {
      if (projectIds.some((one) => ['a', 'b', 'c'].includes(one))) throw new Error('too slow')
      seen.push(...projectIds)
      return projectIds
    }
    const all = ['watched', 'a', 'b', 'c', 'ours']
    expect(await apart.lookAt({ projectIds: all, isWide: true }, look)).toEqual(['watched'])
    await apart.lookAt({ projectIds: ['watched'], isWide: false }, look)
    expect(await apart.lookAt({ projectIds: all, isWide: true }, look)).toEqual(['watched', 'ours'])
    // Who does not ring any more is forgotten, and looked at with the others when they ring again.
    await apart.lookAt({ projectIds: ['watched'], isWide: true }, look)
    expect(apart.has('a')).toBe(false)
  })

  it('so many are looked at by themselves as there is time for, and the others of them first the next time', async () => {
    let ms = 0
    const apart = new Apart(() => ms)
    const all = Array.from({ length: 12 }, (_, n) => `project-${n}`)
    const seen: string[] = []
    const look = async (projectIds: string[]) => {
      if (projectIds.length === 12) throw new Error('too slow')
      ms += 1_000
      if (projectIds.length === 1) seen.push(...projectIds)
      return projectIds
    }
    await apart.lookAt({ projectIds: all, isWide: true }, look)
    expect(seen).toEqual(all.slice(0, 6))
    await apart.lookAt({ projectIds: all, isWide: true }, look)
    expect(seen).toEqual(all)
  })
})
