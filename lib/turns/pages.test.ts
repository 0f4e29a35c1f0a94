import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { credentialsIn } from '@/lib/limits/credentials'
import { noteSomebodys } from '@/lib/limits/unknown'
import { pageTurns } from '@/lib/turns/pages'

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://localhost/none')
  vi.stubEnv('BAYCALL_SECRET', 'a secret of a test that is long enough')
})
afterAll(() => void vi.unstubAllEnvs())

const { signal } = new AbortController()

it('strangers of however many networks leave those places who were somebody before, and what is somebody’s', async () => {
  const cookie = 'baycall.session_token=somebody.mac'
  for (const name of credentialsIn(new Headers({ cookie }))) noteSomebodys(name, true)
  const begun: string[] = []
  const ask = (who: string, sent: Parameters<typeof pageTurns.take>[0], share?: string) =>
    pageTurns.take(sent, signal, share)?.then(() => begun.push(who))
  for (let n = 0; n < 4; n += 1) expect(ask('made', { 'x-forwarded-for': '192.0.2.1' })).toBeUndefined()
  const waiting = Array.from({ length: 100 }, (_, n) => ask('stranger', { 'x-forwarded-for': `198.51.100.${n}` }))
  waiting.push(ask('somebody', { 'x-forwarded-for': '203.0.113.7', cookie }))
  waiting.push(ask('project', { 'x-forwarded-for': '198.51.100.1' }, 'a project'))
  for (let n = 0; n < 106; n += 1) pageTurns.giveBack()
  await Promise.all(waiting)
  expect(begun.indexOf('somebody')).toBeLessThan(9)
  expect(begun.indexOf('project')).toBeLessThan(10)
})
