import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unlessEnded } from '@/lib/auth/ended-sessions'
import { Patience } from '@/lib/patience'
import { acrossProjects, currentShare } from '@/lib/wall'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a session that was not found is asked for once a minute, and others always', async () => {
  const asked: string[] = []
  const find = async (session: string) => {
    asked.push(session)
    return session === 'alive' ? session : null
  }
  const found = []
  const ask = (session: string) => unlessEnded(session, find, () => 'a project')
  for (const session of ['alive', 'ended', 'ended', 'alive', 'another']) found.push(await ask(session))
  expect(found).toEqual(['alive', null, null, 'alive', null])
  expect(asked).toEqual(['alive', 'ended', 'alive', 'another'])
  // Though the clock be set back meanwhile.
  vi.setSystemTime(0)
  vi.advanceTimersByTime(60_000)
  await ask('ended')
  expect(asked).toHaveLength(5)
})

it('who was signed in when last asked waits for the database with those who are known of their project, and nobody else', async () => {
  const rows: [string, boolean, string | null][] = []
  const request = { signal: new AbortController().signal }
  const signedIn = new Set(['her', 'his'])
  const find = async (session: string) => {
    rows.push([session, Patience.row().isFamiliar, acrossProjects(currentShare)])
    return signedIn.has(session) ? session : null
  }
  const ask = (session: string) =>
    Patience.during(async () => {
      await unlessEnded(session, find, (found) => `${found} project`)
      // What else the request asks for is not known to be for them.
      expect([Patience.row().isFamiliar, acrossProjects(currentShare)]).toEqual([false, '*'])
    }, request)
  for (const session of ['her', 'his', 'nobodys']) await ask(session)
  signedIn.delete('his')
  for (const session of ['her', 'his']) await ask(session)
  vi.advanceTimersByTime(60_000)
  for (const session of ['her', 'his', 'nobodys']) await ask(session)
  expect(rows).toEqual([
    ['her', false, '*'],
    ['his', false, '*'],
    ['nobodys', false, '*'],
    ['her', true, 'look-ups her project'],
    ['his', true, 'look-ups his project'],
    ['her', true, 'look-ups her project'],
    ['his', false, '*'],
    ['nobodys', false, '*'],
  ])
})
