import { expect, it } from 'vitest'
import { unlessEnded } from '@/lib/auth/ended-sessions'

it('a session that was not found is asked for no more, and others are', async () => {
  const asked: string[] = []
  const find = async (session: string) => {
    asked.push(session)
    return session === 'alive' ? session : null
  }
  const found = []
  for (const session of ['alive', 'ended', 'ended', 'alive', 'another']) found.push(await unlessEnded(session, find))
  expect(found).toEqual(['alive', null, null, 'alive', null])
  expect(asked).toEqual(['alive', 'ended', 'alive', 'another'])
})
