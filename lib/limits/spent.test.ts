import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signAccessToken } from '@/lib/auth/access-token'
import { credentialIn } from '@/lib/limits/credentials'
import { forgetSpent, noteSpent, secondsSpent } from '@/lib/limits/spent'

const stubSettings = () => {
  vi.stubEnv('DATABASE_URL', 'postgresql://localhost/none')
  vi.stubEnv('BAYCALL_SECRET', 'a secret of a test that is long enough')
}
// Tokens are signed before the first test.
stubSettings()
beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  stubSettings()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const session = (value: string) => new Headers({ cookie: `baycall.session_token=${value}` })
const bearer = (scheme: string, session: string, at = 0) =>
  new Headers({ authorization: `${scheme} ${signAccessToken(session, new Date(at))}` })
const forged = (token: Headers) => new Headers({ authorization: `${token.get('authorization')}x` })
const tablet = new Headers({ cookie: 'baycall.tablet=tablet' })

it.each([
  [
    'session',
    session('one.mac%3D'),
    [
      session('%6Fne.mac%3D'),
      session('"one.mac%3D"'),
      new Headers({ ...Object.fromEntries(session('one.x')), authorization: 'x' }),
    ],
  ],
  ['accessToken', bearer('Bearer', 'two'), [bearer('bEARER  ', 'two'), bearer('Bearer', 'two', 5_000)]],
  ['tablet', tablet, [new Headers({ cookie: 'baycall.session_token=any; baycall.tablet=tablet' })]],
] as const)(
  'whoever is refused by a credential (%s) is so however it is written, and whatever is sent beside it',
  (kind, sent, others) => {
    for (const one of [sent, ...others]) {
      const shown = credentialIn(one, kind) ?? ''
      noteSpent(shown, 20)
      for (const other of [sent, ...others]) expect(secondsSpent(other)).toBe(20)
      forgetSpent(() => shown)
      expect(secondsSpent(sent)).toBe(0)
    }
    noteSpent(credentialIn(sent, kind) ?? '', 20)
    // The same text as another kind of credential is another one.
    for (const other of [
      session('two'),
      session('tablet'),
      bearer('Bearer', 'one'),
      forged(bearer('Bearer', 'two')),
      new Headers({ cookie: 'baycall.tablet=one' }),
    ])
      expect(secondsSpent(other)).toBe(0)
    vi.advanceTimersByTime(20_000)
  },
)

it('once a second one of theirs is looked at, until they may come again', () => {
  noteSpent(credentialIn(tablet, 'tablet') ?? '', 3)
  const told = Array.from({ length: 8 }, () => {
    const both = [secondsSpent(tablet), secondsSpent(tablet)]
    vi.advanceTimersByTime(500)
    return both
  })
  expect(told).toEqual([
    ...[
      [3, 3],
      [3, 3],
      [0, 2],
      [2, 2],
    ],
    ...[
      [0, 1],
      [1, 1],
      [0, 0],
      [0, 0],
    ],
  ])
})
