import { expect, it } from 'vitest'
import { slices } from '@/lib/slices'

it('however many work, what comes in is looked at after each of their slices', async () => {
  const seen: string[] = []
  let isOver = false
  const look = () => {
    seen.push('look')
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const work = async (name: string) => {
    const giveWay = slices()
    for (let part = 0; part < 3; part++) {
      await giveWay()
      seen.push(name)
      // A part that is as long as a slice.
      for (const since = performance.now(); performance.now() - since < 11; );
    }
  }
  await Promise.all(['a', 'b', 'c'].map(work))
  isOver = true
  const parts = seen
    .join(' ')
    .split(/(?: ?look)+ ?/)
    .filter(Boolean)
  expect(parts).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'])
})
