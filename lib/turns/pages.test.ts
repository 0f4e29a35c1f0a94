import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { knownPersonsOf, noteKnown } from '@/lib/limits/credentials'
import { limitUnknown } from '@/lib/limits/unknown'
import { pageTurns } from '@/lib/turns/pages'
import type { Person } from '@/lib/turns/people-turns'

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://localhost/none')
  vi.stubEnv('BAYCALL_SECRET', 'a secret of a test that is long enough')
})
afterAll(() => void vi.unstubAllEnvs())

const { signal } = new AbortController()
const nameOf = (key: string) => createHash('sha256').update(key).digest('base64')

const cookie = 'baycall.session_token=somebody.mac'

const somebodyIn = (projectId: string, userId = 'somebody', kind: Person['kind'] = 'store', store = 'a'): Person => ({
  projectId,
  userId,
  kind,
  circle: `${kind} ${kind === 'store' ? store : ''}`,
})

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

// Each page that is made takes so long.
let nowMs = 1_000_000
const pageMs = 10
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => nowMs))
afterEach(() => void vi.restoreAllMocks())

/** What begins once four pages are done that are being made, in its order; each of `again` asks anew as it has begun. */
async function begunOf(
  asked: [who: string, headers: Parameters<typeof pageTurns.take>[0]['headers'], share?: string, url?: string][],
  again = '',
) {
  nowMs += 300_000
  const before = Array.from({ length: 4 }, () => pageTurns.take({ headers: {} }, signal, 'made'))
  await settled()
  const begun: string[] = []
  const ask = async ([who, headers, share, url = '/board']: (typeof asked)[number], times = 5): Promise<void> => {
    const giveBack = await pageTurns.take({ url, headers }, signal, share)
    begun.push(who)
    // A page takes some turns of the loop.
    await settled()
    nowMs += pageMs
    giveBack()
    if (who === again && times > 0) await ask([who, headers, share, url], times - 1)
  }
  const all = asked.map((one) => ask(one))
  await settled()
  for (const taken of before) (await taken)()
  await Promise.all(all)
  return begun
}

const strangers = (many: number) =>
  Array.from({ length: many }, (_, n) => ['stranger', { 'x-forwarded-for': `198.51.100.${n}` }] as [string, object])

it('strangers of however many networks leave those places who were somebody before, and what is somebody’s', async () => {
  noteKnown(new Headers({ cookie }), 'session', [somebodyIn('its-project')])
  const begun = await begunOf([
    ...strangers(100),
    ['somebody', { 'x-forwarded-for': '203.0.113.7', cookie }],
    ['project', { 'x-forwarded-for': '198.51.100.1' }, 'a project'],
  ])
  expect(begun.indexOf('somebody')).toBeLessThan(4)
  expect(begun.indexOf('project')).toBeLessThan(4)
})

it('nor does one of them keep the others from theirs', async () => {
  const much = Array.from({ length: 300 }, () => ['much', { 'x-forwarded-for': '198.51.100.1' }] as [string, object])
  const begun = await begunOf([...much, ...strangers(20).slice(2)])
  expect(begun.lastIndexOf('stranger')).toBeLessThan(40)
})

/** A hundred that one session asks for, each from another network. */
const inNetworks = (who: string, cookie: string, url: string) =>
  Array.from(
    { length: 100 },
    (_, n) =>
      [who, { cookie, 'x-forwarded-for': `198.51.100.${n}` }, undefined, url] as [string, object, undefined, string],
  )

const ofProject = (share: string, many: number, networks = many) =>
  Array.from(
    { length: many },
    (_, n) => [share, { 'x-forwarded-for': `203.0.113.${n % networks}` }, share] as [string, object, string],
  )

it('and those of a chain more than all of them together, and no more than four beside another project’s', async () => {
  const chain = await begunOf([...strangers(100), ...ofProject('chain', 80)])
  expect(chain.lastIndexOf('chain')).toBeLessThan(120)
  const both = await begunOf([...ofProject('chain', 80), ...ofProject('another', 10, 1)])
  expect(both.lastIndexOf('another')).toBeLessThan(55)
})

it('a key is nobody, also where it is sent as a cookie', async () => {
  const found = await limitUnknown(nameOf('pk_x'), new Request('http://here'), async () => 'somebody')
  expect(found).toBe('somebody')
  const asKey = { cookie: 'baycall.session_token=pk_x; baycall.tablet=pk_x' }
  const many = Array.from(
    { length: 100 },
    (_, n) => ['key', { ...asKey, 'x-forwarded-for': `198.51.100.${n}` }] as [string, object],
  )
  const begun = await begunOf([...many, ['project', {}, 'a project']])
  expect(begun.indexOf('project')).toBeLessThan(9)
})

it.each(['/docs', '/nothing', '/SIGN-IN', '/'])('nor is anybody by %s, which looks up nobody', async (url) => {
  noteKnown(new Headers({ cookie }), 'session', [somebodyIn('its-project')])
  const begun = await begunOf([...inNetworks('session', cookie, url), ['project', {}, 'a project']])
  expect(begun.indexOf('project')).toBeLessThan(9)
})

const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('/page.tsx'))
  .filter((name) => /require(Staff|Board)\(/.test(readFileSync(`app/${name}`, 'utf8')))
it.each(pages)('by app/%s, which looks up who asks, somebody is', async (name) => {
  noteKnown(new Headers({ cookie }), 'session', [somebodyIn('its-project')])
  const begun = await begunOf([...strangers(20), ['somebody', { cookie }, undefined, `/${dirname(name)}`]])
  expect(begun.indexOf('somebody')).toBeLessThan(9)
})

it('in however many networks a session is, in each round are four pages of its project', async () => {
  noteKnown(new Headers({ cookie }), 'session', [somebodyIn('its-project')])
  const begun = await begunOf([
    ...inNetworks('session', cookie, '/board/nothing'),
    ['another', {}, 'a project'],
    ['another', {}, 'a project'],
  ])
  expect(begun.lastIndexOf('another')).toBeLessThan(14)
})

const cookieOf = (name: string) => `baycall.session_token=${name}.mac`
const note = (person: Person) => noteKnown(new Headers({ cookie: cookieOf(person.userId) }), 'session', [person])

/** So many pages that 56 of one store ask for, in several sessions. */
const ofStore = (projectId: string, many: number, url = '/board') =>
  Array.from({ length: many }, (_, n) => {
    note(somebodyIn(projectId, `${projectId}-${n % 56}`))
    const headers = { cookie: cookieOf(`${projectId}-${n % 56}`), 'x-forwarded-for': `203.0.113.${n % 250}` }
    return [projectId, headers, undefined, url] as [string, object, undefined, string]
  })

it('nor do those of one store, of however many accounts and sessions, keep its owner and other stores from theirs', async () => {
  const flock = ofStore('its-project', 280)
  note(somebodyIn('its-project', 'owner', 'owners'))
  note(somebodyIn('its-project', 'other', 'store', 'b'))
  const begun = await begunOf([
    ...flock,
    ['owner', { cookie: cookieOf('owner') }, undefined, '/settings/people'],
    ['other', { cookie: cookieOf('other') }, undefined, '/board/its-project/b'],
  ])
  expect(Math.max(begun.indexOf('owner'), begun.indexOf('other'))).toBeLessThan(12)
  expect(begun.length).toBe(282)
})

it('nor do any of them, whether this process knows them or not, keep anybody from signing in', async () => {
  const unknown = Array.from(
    { length: 200 },
    (_, n) =>
      ['unknown', { cookie: cookieOf(`unknown${n}`), 'x-forwarded-for': `198.51.100.${n}` }] as [string, object],
  )
  const begun = await begunOf([...ofStore('its-project', 280), ...unknown, ['somebody', {}, undefined, '/sign-in']])
  expect(begun.indexOf('somebody')).toBeLessThan(12)
})

it('nor is anybody by what a link fetches ahead', async () => {
  noteKnown(new Headers({ cookie }), 'session', [somebodyIn('its-project')])
  const ahead = inNetworks('ahead', cookie, '/board').map(
    ([who, headers, share, url]) =>
      [who, { ...headers, rsc: '1', 'next-router-prefetch': '1' }, share, url] as [string, object, undefined, string],
  )
  const begun = await begunOf([...ahead, ['project', {}, 'a project']])
  expect(begun.indexOf('project')).toBeLessThan(9)
})

it('but what only says that it is fetched ahead, and is made whole, is its project’s', async () => {
  noteKnown(new Headers({ cookie }), 'session', [somebodyIn('its-project')])
  const said = inNetworks('said', cookie, '/board').map(
    ([who, headers, share, url]) =>
      [who, { ...headers, 'next-router-prefetch': '1' }, share, url] as [string, object, undefined, string],
  )
  const begun = await begunOf([...said, ['stranger', {}, undefined, '/sign-in']])
  expect(begun.indexOf('stranger')).toBeLessThan(9)
})

it('whoever is in two projects stands in the row of the one whose page they open', async () => {
  noteKnown(new Headers({ cookie }), 'session', [somebodyIn('chain'), somebodyIn('shop')])
  const begun = await begunOf([
    ...ofStore('chain', 80),
    ['of the chain', { cookie }, undefined, '/board/chain/1'],
    ['of the shop', { cookie }, undefined, '/board/shop/1'],
  ])
  expect(begun.indexOf('of the shop')).toBeLessThan(9)
  expect(begun.indexOf('of the chain')).toBeGreaterThan(9)
})

it('who was looked up an hour ago is a stranger, and so is at once who was nobody then, or whom an answer has not looked up', () => {
  const headers = new Headers({ cookie })
  const note = (...projectIds: string[]) =>
    noteKnown(
      headers,
      'session',
      projectIds.map((id) => somebodyIn(id)),
    )
  const projectsKnown = () => knownPersonsOf(headers).map(({ projectId }) => projectId)
  vi.restoreAllMocks()
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    note('its-project')
    vi.advanceTimersByTime(60 * 60 * 1000 - 1)
    expect(projectsKnown()).toEqual(['its-project'])
    vi.advanceTimersByTime(1)
    expect(projectsKnown()).toEqual([])

    note('its-project')
    note()
    expect(projectsKnown()).toEqual([])

    note('its-project')
    vi.advanceTimersByTime(1)
    const since = performance.now()
    pageTurns.made({ url: '/docs', headers: { cookie } }, since)
    pageTurns.made({ url: '/board', headers: { cookie, rsc: '1', 'next-router-prefetch': '1' } }, performance.now())
    expect(projectsKnown()).toEqual(['its-project'])
    note('its-project')
    pageTurns.made({ url: '/board', headers: { cookie } }, since)
    expect(projectsKnown()).toEqual(['its-project'])
    vi.advanceTimersByTime(1)
    pageTurns.made({ url: '/board/nothing', headers: { cookie } }, performance.now())
    expect(projectsKnown()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

it('a few who come again at once keep nobody’s second page waiting', async () => {
  const again = Array.from({ length: 6 }, (_, n) => ['again', {}, `project ${n}`] as [string, object, string])
  const begun = await begunOf([...again, ['second', {}, 'another'], ['second', {}, 'another']], 'again')
  expect(begun.lastIndexOf('second')).toBeLessThan(15)
})
