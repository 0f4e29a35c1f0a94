import { beforeAll, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { openShop, type Shop } from '@/integration/shop'
import { whileHeld } from '@/integration/while-held'
import { getBoard, streamBoard } from '@/lib/board/service'
import { prisma } from '@/lib/db'
import { onReaderNews } from '@/lib/feed/listener'
import { wakeReader } from '@/lib/feed/wake'
import { streamStores } from '@/lib/stores/service'
import { makeCaller } from '@/prisma/factories/caller'
import { createStaff } from '@/prisma/factories/project'

let shop: Shop
beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
})

async function comesIn() {
  const account = await createStaff({ projectId: shop.projectId, role: 'owner' })
  const browser = new Browser(shop)
  expect((await browser.signIn(account)).status).toBe(200)
  const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email: account.email } })
  return { browser, userId, ...account }
}

const place = () => `projectId=${shop.projectId}`
const ofProject = (what: string) => `/api/staff/projects/${shop.projectId}/${what}`
const store = () => `${place()}&destinationId=${encodeURIComponent(shop.destinationId)}`

// What is changed is there before the session ends: hence a promise of what is sent.
// One each: nobody has another's.
const pins = ['482915', '605283']

// Of each, what is answered where the session has ended, and where who asks is something else.
const changes: [string, [ended: number, other: number], () => Promise<(by: Browser) => ReturnType<Browser['send']>>][] =
  [
    [
      'a project’s settings',
      [401, 403],
      async () => (by) => by.send('PATCH', ofProject('settings'), { knownStoresOnly: true }),
    ],
    [
      'a store’s settings',
      [401, 403],
      async () => (by) => by.send('PATCH', `/api/staff/stores/settings?${store()}`, { name: 'Mole' }),
    ],
    [
      'what is personal',
      [401, 403],
      async () => (by) => by.send('PATCH', ofProject('privacy'), { maskOnSharedBoards: true }),
    ],
    ['which stores there are', [401, 403], async () => (by) => by.send('DELETE', `/api/staff/stores?${store()}`)],
    [
      'who is invited',
      [404, 404],
      async () => {
        const invitations = '/api/staff/people/invitations'
        const { browser } = await comesIn()
        const wanted = { projectId: shop.projectId, email: 'x@shop.example', role: 'staff', destinationIds: null }
        await browser.send('POST', invitations, wanted)
        const { invitationId } = await prisma().invitation.findFirstOrThrow({ where: { projectId: shop.projectId } })
        return (by) => by.send('DELETE', `${invitations}/${invitationId}?${place()}`)
      },
    ],
    [
      'which keys work',
      [403, 403],
      async () => {
        const { browser } = await comesIn()
        const wanted = { projectId: shop.projectId, kind: 'secret', name: 'Shop' }
        const { body } = await browser.send('POST', '/api/staff/keys', wanted)
        const { keyId } = body.apiKey as { keyId: string }
        return (by) => by.send('DELETE', `/api/staff/keys/${keyId}?${place()}`)
      },
    ],
    [
      'who has a PIN',
      [404, 404],
      async () => {
        const { browser, userId } = await comesIn()
        const set = await browser.send('PUT', `/api/staff/pin?${place()}`, { pin: pins.pop() })
        expect(set.status).toBe(200)
        return (by) => by.send('DELETE', `/api/staff/pins/${userId}?${place()}`)
      },
    ],
  ]

const viewsOf = (userId: string) => prisma().savedView.findMany({ where: { userId }, select: { name: true } })

it.each([
  [
    'made',
    (by: Browser) => by.send('POST', '/api/staff/views', { projectId: shop.projectId, name: 'Late', filters: {} }),
  ],
  ['renamed', (by: Browser, view: string) => by.send('PATCH', `${view}?${place()}`, { name: 'Late' })],
  ['deleted', (by: Browser, view: string) => by.send('DELETE', `${view}?${place()}`)],
])('nor is a view %s in a session that has ended meanwhile, or by who is not there any more', async (_, change) => {
  for (const [what, code] of [
    ['delete from staff_session where user_id = $1', 'credential_invalid'],
    ['delete from membership where user_id = $1', 'unavailable'],
  ] as const) {
    const { browser, userId } = await comesIn()
    const wanted = { projectId: shop.projectId, name: 'Early', filters: {} }
    const made = await browser.send('POST', '/api/staff/views', wanted)
    const answer = await whileHeld(what, [userId], async ({ wait, keep }) => {
      const sent = change(browser, `/api/staff/views/${made.body.viewId}`)
      expect(await wait(1)).toBe(true)
      await keep()
      return sent
    })
    expect([answer.body.code, await viewsOf(userId)]).toEqual([code, [{ name: 'Early' }]])
  }
})

const linesNow = () =>
  prisma().auditEntry.count({ where: { projectId: shop.projectId, NOT: { action: { startsWith: 'account.' } } } })

type Held = [what: string, values: unknown[]]

/** Asks for a change, which waits for what is held, and is kept then: its answer, and how many lines the record has of it. */
async function changedBehind([what, values]: Held, ask: () => ReturnType<Browser['send']>) {
  const before = await linesNow()
  const { status } = await whileHeld(what, values, async ({ wait, keep }) => {
    const sent = ask()
    // Who asks has been let in by then: what is held is not to be seen yet.
    await Promise.race([sent, wait(1)])
    await keep()
    return sent
  })
  return { status, lines: (await linesNow()) - before }
}

it.each(changes)('a session that has ended meanwhile changes nothing: %s', async (_, [status], prepare) => {
  const change = await prepare()
  const { browser, userId } = await comesIn()
  const ending: Held = ['delete from staff_session where user_id = $1', [userId]]
  expect(await changedBehind(ending, () => change(browser))).toEqual({ status, lines: 0 })
})

it.each(changes)('nor does somebody who has been made something else meanwhile: %s', async (_, [, status], prepare) => {
  const change = await prepare()
  const { browser, userId } = await comesIn()
  // As updatePerson does it: alone first, then the row.
  const demotion: Held = [
    `with alone as (select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 431)))
     update membership set role = 'staff' from alone where user_id = $2 and project_id = $1::uuid`,
    [shop.projectId, userId],
  ]
  expect(await changedBehind(demotion, () => change(browser))).toEqual({ status, lines: 0 })
})

it('of two sessions that end each other the first one lives', async () => {
  const { browser, userId, ...account } = await comesIn()
  const { id } = await prisma().session.findFirstOrThrow({ where: { userId } })
  const theirs = new Browser(shop)
  expect((await theirs.signIn(account)).status).toBe(200)
  const ending: Held = [
    `with alone as (select pg_advisory_xact_lock(hashtextextended($1, 434)))
     delete from staff_session using alone where id = $2`,
    [userId, id],
  ]
  const end = () => browser.send('DELETE', '/api/staff/account/sessions')
  expect(await changedBehind(ending, end)).toEqual({ status: 401, lines: 0 })
  expect(await theirs.isIn()).toBe(true)
})

it('by the password alone nobody comes in once a second step is on, however long they have waited', async () => {
  const { browser: _, userId, ...account } = await comesIn()
  const late = new Browser(shop)
  const answer = await whileHeld('lock table staff_account in exclusive mode', [], async ({ wait, release }) => {
    const signingIn = late.signIn(account)
    expect(await wait(1)).toBe(true)
    const now = new Date()
    await prisma().secondStep.create({ data: { userId, secret: new Uint8Array(20), createdAt: now, confirmedAt: now } })
    await release()
    return signingIn
  })
  expect([answer.status, answer.body.code, await late.isIn()]).toEqual([401, 'second_step_required', false])
  expect(await prisma().session.count({ where: { userId } })).toBe(1)
})

it('of a session that is begun while others are about to be ended the record tells as well, and how many they were', async () => {
  const { browser, userId, ...account } = await comesIn()
  const theirs = new Browser(shop)
  const alone: Held = ['select pg_advisory_xact_lock(hashtextextended($1, 434))', [userId]]
  const { status } = await whileHeld(...alone, async ({ wait, release }) => {
    const ending = browser.send('DELETE', '/api/staff/account/sessions')
    expect(await wait(1)).toBe(true)
    expect((await theirs.signIn(account)).status).toBe(200)
    await release()
    return ending
  })
  expect([status, await theirs.isIn(), await browser.isIn()]).toEqual([204, false, true])
  const ended = { projectId: shop.projectId, subjectId: userId, action: 'account.sessionEnded' }
  expect(await prisma().auditEntry.findMany({ where: ended })).toMatchObject([
    { actorId: userId, subjectName: expect.any(String), details: { count: 1 } },
  ])
  expect((await browser.send('DELETE', '/api/staff/account/sessions')).status).toBe(204)
  expect(await prisma().auditEntry.count({ where: ended })).toBe(1)
})

it('whoever ends a session comes before all that is asked for in it from then on, however much that is', async () => {
  const { browser, userId, ...account } = await comesIn()
  const theirs = new Browser(shop)
  expect((await theirs.signIn(account)).status).toBe(200)
  expect((await browser.send('PUT', `/api/staff/pin?${place()}`, { pin: '739164' })).status).toBe(200)
  const held: Held = ['select 1 from staff_pin where person_id = $1 for update', [userId]]
  const answers = await whileHeld(...held, async ({ wait, release }) => {
    const underWay = browser.send('DELETE', `/api/staff/pin?${place()}`)
    expect(await wait(1)).toBe(true)
    const end = theirs.send('DELETE', '/api/staff/account/sessions')
    expect(await wait(2)).toBe(true)
    const late = browser.send('PATCH', `/api/staff/stores/settings?${store()}`, { name: 'Behind the end' })
    await Promise.race([late, wait(3)])
    await release()
    return (await Promise.all([underWay, end, late])).map(({ status }) => status)
  })
  expect(answers).toEqual([204, 204, 401])
  const { name } = await prisma().store.findFirstOrThrow({ where: { destinationId: shop.destinationId } })
  expect(name).not.toBe('Behind the end')
})

it('who is signed out while a project is read through for a customer empties nothing', async () => {
  const customer = { customerName: 'Priya Nair', hsFields: { phone: '+1 555 0142' } }
  expect((await shop.create('of-priya', customer)).status).toBe(201)
  const { browser, userId } = await comesIn()
  const before = await linesNow()
  const asked = { kind: 'phone', value: '+1 555 0142' }
  // Nothing is emptied before the record has a line of it.
  const answer = await whileHeld('lock table saved_view in access exclusive mode', [], async ({ wait, release }) => {
    const sent = browser.send('POST', ofProject('customers/erase'), asked)
    expect(await wait(1)).toBe(true)
    await prisma().session.deleteMany({ where: { userId } })
    await release()
    return sent
  })
  expect([answer.status, answer.body.code]).toEqual([403, 'right_missing'])
  expect((await shop.get('of-priya')).body).toMatchObject(customer)
  expect((await linesNow()) - before).toBe(1)
})

it('whose session ends before anything listens for that is told nothing by the streams that were let in', async () => {
  const caller = await makeCaller({ projectId: shop.projectId, role: 'staff', destinationIds: null })
  const key = { projectId: shop.projectId, destinationId: shop.destinationId }
  const { cursor } = await getBoard(caller, key, new Date())
  // Whoever has listened all the while: a process that begins to looks at all of its streams by that.
  const heard = new Promise<void>((resolve) => onReaderNews(caller.userId, resolve))
  wakeReader(caller.userId)
  await heard
  const gone = new AbortController()
  const streams = [(await streamBoard(caller, key, cursor))(gone.signal), streamStores(caller)(gone.signal)]
  await prisma().session.delete({ where: { id: caller.sessionId } })
  await shop.create('behind-the-end')
  const first = await Promise.all(streams.map((stream) => stream.next()))
  gone.abort()
  expect(first).toEqual(Array(2).fill({ done: true, value: undefined }))
})
