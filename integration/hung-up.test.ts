import { expect, it } from 'vitest'
import { findSessionByToken } from '@/lib/auth/data'
import { pools } from '@/lib/db'
import { HungUp } from '@/lib/errors'
import { Patience } from '@/lib/patience'
import { acrossProjects, currentShare } from '@/lib/wall'

it('whoever hangs up while it is looked up who they are stands in nobody’s way any more', async () => {
  const { hot } = pools()
  const holder = acrossProjects(currentShare) ?? ''
  const places = Array.from({ length: (hot.options.max ?? 1) - 1 }, () => hot.share?.take(holder, {}))
  expect(places).toEqual(places.map(() => undefined))
  const asking = new AbortController()
  const look = (signal: AbortSignal) =>
    Patience.during(() => findSessionByToken('nobody’s', new Date(), Patience.signal()), { signal })
  const leaves = look(asking.signal)
  const stays = look(new AbortController().signal)
  let isServed = false
  const served = stays.finally(() => {
    isServed = true
  })
  asking.abort()
  await expect(leaves).rejects.toBeInstanceOf(HungUp)
  expect(isServed).toBe(false)
  for (const _ of places) hot.share?.giveBack(holder)
  expect(await served).toBeNull()
})
