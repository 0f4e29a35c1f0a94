import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unlessEnded } from '@/lib/auth/ended-sessions'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a session that was not found is asked for once a minute, and others always', async () => {
  const asked: string[] = []
  const find = async (session: string) => {
    asked.push(session)
    return session === 'alive' ? session : null
  }
  const found = []
  for (const session of ['alive', 'ended', 'ended', 'alive', 'another']) found.push(await unlessEnded(session, find))
  expect(found).toEqual(['alive', null, null, 'alive', null])
  expect(asked).toEqual(['alive', 'ended', 'alive', 'another'])
  vi.advanceTimersByTime(60_000)
  await unlessEnded('ended', find)
  expect(asked).toHaveLength(5)
})
