import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { Browser } from '@/integration/browser'
import { openShop, type Shop } from '@/integration/shop'
import { whileHeld } from '@/integration/while-held'
import { actOnOrder } from '@/lib/actions/service'
import { listAudit } from '@/lib/audit/service'
import { createApiKey } from '@/lib/auth/api-keys'
import { whoIsHere } from '@/lib/auth/authenticate'
import { findApiKey, revokeApiKeys } from '@/lib/auth/data'
import { findApiKeyAgain } from '@/lib/auth/keys-again'
import type { ApiKeyCaller, StaffCaller } from '@/lib/auth/model'
import type { Act } from '@/lib/board/model'
import { getBoard } from '@/lib/board/service'
import { prisma } from '@/lib/db'
import { ingestBatch } from '@/lib/entries/service'
import { listPeople } from '@/lib/people/listing'
import { signProof } from '@/lib/pins/proof'
import { getOwnPin } from '@/lib/pins/service'
import { revealOrder } from '@/lib/privacy/service'
import { fieldsSeen } from '@/lib/settings/fields-seen'
import { getProjectSettings, getStoreSettings, listOwnProjectNames } from '@/lib/settings/service'
import { listStores } from '@/lib/stores/service'
import { boardInTurn, pageInTurn, sumInTurn, wideInTurn } from '@/lib/turns/reading'
import { listOwnViews } from '@/lib/views/service'
import { WalledClient } from '@/lib/walled-client'
import { makeCaller, makeTabletCaller } from '@/prisma/factories/caller'
import { createStaff, createStore } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'

let shop: Shop
beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
})

/** An owner, as a route knows them. */
const comesIn = () => makeCaller({ projectId: shop.projectId, role: 'owner', destinationIds: null })

const batchOf = (entryId: string) => ({
  projectId: shop.projectId,
  entries: [{ destinationId: shop.destinationId, entryId, entryTime: '2026-11-20T12:00:00.000Z', installRef: 'phone' }],
})

type InTurn = <T>(caller: StaffCaller, projectId: string, read: () => Promise<T>) => Promise<T>

const allStoresInTurn: InTurn = (caller, projectId, read) =>
  wideInTurn(caller, { turnOf: projectId, projectIds: [projectId] }, read)

const storeInTurn: InTurn = (caller, projectId, read) =>
  boardInTurn(caller, { projectId, destinationId: shop.destinationId }, read)

const reads: [string, InTurn, (caller: StaffCaller) => Promise<unknown>][] = [
  ['a board', storeInTurn, (caller) => getBoard(caller, shop, new Date())],
  ['who works there', pageInTurn, (caller) => listPeople(caller, { projectId: shop.projectId, search: '' })],
  ['which stores there are', allStoresInTurn, (caller) => listStores(caller)],
  ['the record', sumInTurn, (caller) => listAudit(caller, { projectId: shop.projectId, pageSize: 10 })],
]

/** What a reading answers that waits for its turn while something is changed, longer than a page takes. */
async function readBehind(inTurn: InTurn, read: () => Promise<unknown>, change: () => Promise<unknown>) {
  const others = await comesIn()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // More than are read at once.
  const before = Array.from({ length: 20 }, () => inTurn(others, shop.projectId, () => held).catch(() => {}))
  const since = performance.now()
  const asked = read().catch((error) => error)
  await change()
  expect(await until(() => performance.now() - since > 150, 5_000)).toBe(true)
  release()
  await Promise.all(before)
  return asked
}

it.each(reads)('whose session ends while they wait for it is not told %s', async (_, inTurn, read) => {
  const caller = await comesIn()
  const end = () => prisma().session.deleteMany({ where: { id: caller.sessionId } })
  expect(await readBehind(inTurn, () => read(caller), end)).toMatchObject({ code: 'credential_invalid' })
})

it.each(reads)('nor is who is made something else meanwhile, who is to ask again: %s', async (_, inTurn, read) => {
  const caller = await comesIn()
  const { destinationId } = await createStore(shop.projectId)
  const data = { role: 'staff', destinationIds: [destinationId] } as const
  const demote = () => prisma().membership.updateMany({ where: { userId: caller.userId }, data })
  const told = await readBehind(inTurn, () => read(caller), demote)
  expect(told).toMatchObject({ code: 'unavailable', extras: { headers: { 'retry-after': '1' } } })
})

it.each(reads)('whoever is what they were is told, however long they waited: %s', async (_, inTurn, read) => {
  const caller = await comesIn()
  expect(
    await readBehind(
      inTurn,
      () => read(caller),
      async () => {},
    ),
  ).not.toBeInstanceOf(Error)
})

const lateReads: [string, string, (caller: StaffCaller) => Promise<unknown>][] = [
  ['a project’s settings', 'project', (caller) => getProjectSettings(caller, shop.projectId)],
  ['a store’s settings', 'store', (caller) => getStoreSettings(caller, shop)],
  ['the names of projects', 'project', (caller) => listOwnProjectNames(caller, [shop.projectId])],
  ['their saved views', 'saved_view', (caller) => listOwnViews(caller, shop.projectId)],
  ['whether they have a PIN', 'staff_pin', (caller) => getOwnPin(caller, shop.projectId)],
]

it.each(lateReads)('nor, where the database is what they wait for, %s', async (_, table, read) => {
  const caller = await comesIn()
  const told = await whileHeld(`lock table ${table} in access exclusive mode`, [], async ({ wait, release }) => {
    const asked = read(caller).catch((error) => error)
    expect(await wait(1)).toBe(true)
    const since = performance.now()
    await prisma().session.deleteMany({ where: { id: caller.sessionId } })
    expect(await until(() => performance.now() - since > 150, 5_000)).toBe(true)
    await release()
    return asked
  })
  expect(told).toMatchObject({ code: 'credential_invalid' })
  expect(await read(await comesIn())).toBeDefined()
})

it('nor is an order shown whole to whose session ends while it is', async () => {
  const { body } = await shop.create(randomUUID(), { eventType: 'arrival', customerName: 'Priya Shah' })
  const caller = await comesIn()
  const asked = { projectId: shop.projectId, serviceId: String(body.serviceId), request: new Request(shop.baseUrl) }
  const told = await whileHeld('lock table audit_entry in share mode', [], async ({ wait, release }) => {
    const shown = revealOrder(caller, asked, new Date()).catch((error) => error)
    expect(await wait(1)).toBe(true)
    const since = performance.now()
    await prisma().session.deleteMany({ where: { id: caller.sessionId } })
    expect(await until(() => performance.now() - since > 150, 5_000)).toBe(true)
    await release()
    return shown
  })
  expect(told).toMatchObject({ code: 'credential_invalid' })
  expect(await revealOrder(await comesIn(), asked, new Date())).toMatchObject({ customerName: 'Priya Shah' })
})

/** What the page of people is answered with where something is changed while it is made. */
async function pageBehind(change: (userId: string) => Promise<unknown>) {
  const account = await createStaff({ projectId: shop.projectId, role: 'owner' })
  const browser = new Browser(shop)
  await browser.signIn(account)
  const { id } = await prisma().user.findFirstOrThrow({ where: { email: account.email } })
  return whileHeld('lock table invitation in access exclusive mode', [], async ({ wait, release }) => {
    const asked = fetch(`${shop.baseUrl}/settings/people`, { headers: browser.headers })
    // Somebody else may open an invitation at that moment.
    expect(await wait(1, 'select i.invitation_id, i.email')).toBe(true)
    const since = performance.now()
    await change(id)
    expect(await until(() => performance.now() - since > 150, 5_000)).toBe(true)
    await release()
    return asked
  })
}

it('and a page that is made meanwhile is refused as a program is, and has not failed', async () => {
  const over = await pageBehind((userId) => prisma().session.deleteMany({ where: { userId } }))
  expect(over.status).toBe(401)
  const changed = await pageBehind((userId) =>
    prisma().membership.updateMany({ where: { userId }, data: { role: 'manager' } }),
  )
  expect([changed.status, changed.headers.get('retry-after')]).toEqual([503, '1'])
})

it('nor is anybody told that another’s session has ended, with whom they have asked for the same', async () => {
  const [first, second] = [await comesIn(), await comesIn()]
  const read = () => Promise.allSettled([first, second].map((caller) => fieldsSeen(caller, shop.projectId)))
  const end = () => prisma().session.deleteMany({ where: { id: first.sessionId } })
  expect(await readBehind(sumInTurn, read, end)).toMatchObject([
    { status: 'rejected', reason: { code: 'credential_invalid' } },
    { status: 'fulfilled', value: [] },
  ])
})

const asTablet = () => makeTabletCaller(shop)

/** A tablet on which somebody's PIN has named them; `userId`: of whose account it is. */
async function asNamed(userId?: string): Promise<StaffCaller> {
  const caller = await makeTabletCaller(shop)
  const { projectId } = shop
  const personId = userId ?? randomUUID()
  const row = { projectId, personId, hasAccount: userId !== undefined, name: 'Sam', digest: randomBytes(32) }
  const { setAt } = await prisma().staffPin.create({ data: { ...row, setAt: new Date() } })
  const tabletId = caller.tablet?.tabletId ?? ''
  const proof = signProof({
    tabletId,
    personId,
    setAt,
    digits: 6,
    seconds: 60,
    until: new Date(Date.now() + 60_000),
    turn: 'now',
  })
  return { ...caller, tablet: { tabletId, name: 'Counter 1', proof, shown: null }, name: personId }
}
const asNamedMember = async () => asNamed((await comesIn()).userId)

it.each(['orders', 'audit_entry'])(
  'nor by who is named by a PIN that is taken away, while %s is waited for',
  async (table) => {
    const { body } = await shop.create(randomUUID(), { eventType: 'arrival', customerName: 'Priya Shah' })
    const by = await asNamed()
    const asked = { projectId: shop.projectId, serviceId: String(body.serviceId), request: new Request(shop.baseUrl) }
    const told = await whileHeld(`lock table ${table} in access exclusive mode`, [], async ({ wait, release }) => {
      const shown = revealOrder(by, asked, new Date()).catch((error) => error)
      expect(await wait(1)).toBe(true)
      await prisma().staffPin.deleteMany({ where: { personId: by.name } })
      await release()
      return shown
    })
    expect(told).toMatchObject({ code: 'pin_required' })
    expect(await revealOrder(await asNamed(), asked, new Date())).toMatchObject({ customerName: 'Priya Shah' })
  },
)

// Of whom, how it ends, and what they are told.
const ends: [string, () => Promise<StaffCaller>, (caller: StaffCaller) => Promise<unknown>, string][] = [
  [
    'whose session ends',
    comesIn,
    ({ sessionId }) => prisma().session.deleteMany({ where: { id: sessionId } }),
    'credential_invalid',
  ],
  ['who is taken out', comesIn, ({ userId }) => prisma().membership.deleteMany({ where: { userId } }), 'unavailable'],
  [
    'who is made something else',
    comesIn,
    ({ userId }) => prisma().membership.updateMany({ where: { userId }, data: { role: 'staff' } }),
    'unavailable',
  ],
  [
    'whose tablet is revoked',
    asTablet,
    ({ userId }) => prisma().tablet.updateMany({ where: { tabletId: userId }, data: { revokedAt: new Date() } }),
    'credential_invalid',
  ],
  [
    'whose PIN is taken away',
    () => asNamed(),
    ({ name }) => prisma().staffPin.deleteMany({ where: { personId: name } }),
    'pin_required',
  ],
  [
    'whose PIN is set anew',
    () => asNamed(),
    ({ name }) => prisma().staffPin.updateMany({ where: { personId: name }, data: { setAt: new Date(0) } }),
    'pin_required',
  ],
  [
    'who is named by a PIN and loses the store',
    asNamedMember,
    ({ name }) => prisma().membership.updateMany({ where: { userId: name }, data: { destinationIds: ['another'] } }),
    'pin_required',
  ],
]

describe('an order that somebody acts on while others hold it', () => {
  const act = (by: StaffCaller, serviceId: string, act: Act) => {
    const acting = { projectId: shop.projectId, serviceId, act, request: new Request(shop.baseUrl) }
    return actOnOrder(by, acting, new Date()).catch((error) => error)
  }
  const held = 'select 1 from orders where project_id = $1 and service_id = $2 for update'

  it.each(ends)('is left as it is by somebody %s meanwhile', async (_, comes, end, code) => {
    const { body: order } = await shop.create(randomUUID(), { eventType: 'arrival' })
    const serviceId = String(order.serviceId)
    const colleague = await comesIn()
    const acknowledged = await act(colleague, serviceId, { action: 'acknowledge' })
    for (const action of [
      { action: 'complete' },
      { action: 'move', section: 'Expected' },
      { action: 'undo', version: acknowledged.version },
    ] as const) {
      const by = await comes()
      const told = await whileHeld(held, [shop.projectId, serviceId], async ({ wait, release }) => {
        const acted = act(by, serviceId, action)
        expect(await wait(1)).toBe(true)
        await end(by)
        await release()
        return acted
      })
      expect([action.action, told]).toMatchObject([action.action, { code }])
    }
    const { version } = await prisma().order.findFirstOrThrow({ where: { serviceId } })
    expect(version).toBe(acknowledged.version)
  })

  it.each([
    ['a person', comesIn],
    ['a tablet', asTablet],
    ['somebody named by a PIN', () => asNamed()],
    ['somebody of the project named by a PIN', asNamedMember],
  ])('is changed by %s who is what they were, once it is theirs', async (_, comes) => {
    const { body: order } = await shop.create(randomUUID(), { eventType: 'arrival' })
    const serviceId = String(order.serviceId)
    const by = await comes()
    // Others write to it while they wait.
    const told = `update orders set hs_fields = '{"Bay":"7"}' where project_id = $1 and service_id = $2`
    const done = await whileHeld(told, [shop.projectId, serviceId], async ({ wait, keep }) => {
      const acted = act(by, serviceId, { action: 'complete' })
      expect(await wait(1)).toBe(true)
      await keep()
      return acted
    })
    const closedBy = by.tablet?.proof ? expect.stringMatching(/.+ · Counter 1$/) : by.name
    expect(done).toMatchObject({ status: 'Completed', closedBy, hsFields: { Bay: '7' } })
    expect(await act(by, serviceId, { action: 'undo', version: done.version })).toMatchObject({ section: 'Arrived' })
  })
})

it('a key that is revoked while a batch waits for its turn writes nothing of it', async () => {
  const { body } = await shop.call('/api/prod1/entry', { method: 'POST', body: batchOf('first') })
  expect(body).toMatchObject({ accepted: 1 })
  const caller = await findApiKey(createHash('sha256').update(shop.secretKey).digest(), new Date())
  if (!caller) throw new Error('there is no such key')
  const send = (entryId: string) =>
    ingestBatch({ caller, whoIsHere: whoIsHere(caller) }, JSON.stringify(batchOf(entryId)), new Date())
  const ofFirst = `delete from entry where project_id = $1 and entry_id = 'first'`
  const answers = await whileHeld(ofFirst, [shop.projectId], async ({ wait, release }) => {
    const first = send('first')
    expect(await wait(1)).toBe(true)
    // Behind it: of a project's batches one is written at a time.
    const both = Promise.allSettled([first, send('second')])
    const since = performance.now()
    await prisma().apiKey.update({
      where: { projectId_keyId: { projectId: shop.projectId, keyId: caller.keyId } },
      data: { revokedAt: new Date() },
    })
    // As long as a key may be believed without a look.
    expect(await until(() => performance.now() - since > 1_100, 5_000)).toBe(true)
    await release()
    return both
  })
  expect(answers).toMatchObject([
    { status: 'fulfilled', value: { duplicates: 1 } },
    { status: 'rejected', reason: { code: 'credential_invalid' } },
  ])
  expect(await prisma().entry.count({ where: { projectId: shop.projectId, entryId: 'second' } })).toBe(0)
})

it('whether keys are good is looked at once for all who ask meanwhile, and never by a look that had begun', async () => {
  const callers = await Promise.all(
    ['one', 'other'].map(async (name) => {
      const { keyId } = await createApiKey({ projectId: shop.projectId, kind: 'secret', name }, new Date())
      return { kind: 'apiKey', projectId: shop.projectId, keyId } as ApiKeyCaller
    }),
  )
  const [one, other] = callers as [ApiKeyCaller, ApiKeyCaller]
  const { query } = WalledClient.prototype
  const looks: string[][] = []
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  let tell = () => {}
  const isRevoked = new Promise<void>((resolve) => {
    tell = resolve
  })
  vi.spyOn(WalledClient.prototype, 'query').mockImplementation(async function (
    this: WalledClient,
    ...asked: unknown[]
  ) {
    const done = await Reflect.apply(query, this, asked)
    const { name, values } = Object(asked[0])
    if (name !== 'list-good-keys' || values[0] !== shop.projectId) return done
    looks.push(values[1])
    begin()
    // What the first has found is told when it is true no more.
    if (looks.length === 1) await isRevoked
    return done
  } as never)
  try {
    const first = findApiKeyAgain(one)
    await begun
    await revokeApiKeys(shop.projectId, one.keyId, new Date())
    const meanwhile = Promise.all(Array.from({ length: 500 }, (_, n) => findApiKeyAgain(n % 2 ? one : other)))
    tell()
    expect(await first).toBe(one)
    expect(new Set(await meanwhile)).toEqual(new Set([other, null]))
    expect(await findApiKeyAgain(other)).toBe(other)
    expect(looks.map((keys) => keys.length)).toEqual([1, 2, 1])
  } finally {
    vi.restoreAllMocks()
  }
})
