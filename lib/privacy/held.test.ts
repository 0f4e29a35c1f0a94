import { expect, it } from 'vitest'
import { Held } from '@/lib/privacy/held'

it('makes what is asked for all the time but once, however many others come by, and keeps few of those', () => {
  const made: string[] = []
  const held = new Held((key) => {
    made.push(key)
    return key.toUpperCase()
  })
  for (let n = 0; n < 20_000; n += 1) {
    expect(held.of('bay')).toBe('BAY')
    held.of(`other ${n}`)
  }
  expect(made.filter((key) => key === 'bay')).toHaveLength(1)
  expect(made).toHaveLength(20_001)
  held.of('other 19999')
  held.of('other 0')
  expect(made).toHaveLength(20_002)
})
