import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract, type Held } from '@/integration/contract'
import { meetCommonRefusals, notMet } from '@/integration/refusals'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { whileHeld } from '@/integration/while-held'
import { findApiKeyCaller } from '@/lib/auth/api-keys'
import { findApiKey } from '@/lib/auth/data'
import { sql } from '@/lib/db'
import { listKeys } from '@/lib/keys/data'
import { mostKeys } from '@/lib/keys/model'
import type { ApiKey, MadeKey } from '@/lib/keys/schema'
import { createKey, createStore } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'
import { inRoot } from '@/scripts/settings/places.mjs'

const keys = '/api/staff/keys'
const one = `${keys}/{keyId}`
const rotation = `${one}/rotation`

let contract: Contract
let shop: Shop
let owner: Record<string, string>
let signedIn: Awaited<ReturnType<Shop['signIn']>>

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  signedIn = await shop.signIn({ role: 'owner', name: 'Ada Mensah' })
  owner = signedIn.headers
})

/** As JSON has them: times as text. */
type Told<Of> = {
  [Key in keyof Of]: Of[Key] extends Date ? string : Of[Key] extends Date | null ? string | null : Of[Key]
}
type ToldKey = Told<ApiKey>
type Made = { key: string; apiKey: ToldKey }

const ids = () => ({ projectId: shop.projectId })
const made = (held: Held) => held.body as Made

async function make(more: object = {}): Promise<Made> {
  const body = { ...ids(), kind: 'secret', name: 'Web shop', ...more }
  return made(await contract.expect(`POST ${keys}`, 201, null, { headers: owner, body }))
}

const rotate = (keyId: string, overlapSeconds: number) => ({
  headers: owner,
  params: { keyId },
  body: { ...ids(), overlapSeconds },
})
const about = (keyId: string, headers = owner) => ({ headers, params: { keyId }, query: ids() })

async function list(): Promise<ToldKey[]> {
  const { body } = await contract.expect(`GET ${keys}`, 200, null, { headers: owner, query: ids() })
  return (body as { keys: ToldKey[] }).keys
}

const orders = () => `/api/orders?projectId=${shop.projectId}`
const statusWith = async (key: string, at = shop) => (await at.call(orders(), { key })).status

/** Whether a key would be taken at a time, as the look-up of requests decides it. */
async function isTakenAt(key: string, time: number): Promise<boolean> {
  return (await findApiKey(createHash('sha256').update(key).digest(), new Date(time))) !== null
}

/** What the record says of a key. */
async function linesOf(keyId: string): Promise<{ action: string; actor: object; details: object }[]> {
  const query = { ...ids(), subjectKind: 'key', subjectId: keyId }
  const { body } = await contract.expect('GET /api/staff/audit', 200, null, { headers: owner, query })
  return (body as { entries: { action: string; actor: object; details: object }[] }).entries
}

describe('a key', () => {
  it('is told once, works at once, and stands in the list with who made it and when it was used', async () => {
    const { key, apiKey } = await make({ name: ' Web shop ' })
    expect(key).toMatch(/^sk_[\w-]{43}$/)
    expect(apiKey).toMatchObject({
      name: 'Web shop',
      kind: 'secret',
      isTest: false,
      prefix: key.slice(0, 10),
      destinationIds: null,
      madeBy: 'Ada Mensah',
      expiresAt: null,
      lastUsedAt: null,
      state: 'active',
    })
    expect(await statusWith(key)).toBe(200)
    const listed = async () => (await list()).find(({ keyId }) => keyId === apiKey.keyId)
    await expect.poll(async () => (await listed())?.lastUsedAt ?? '', { timeout: 5_000 }).toMatch(/^\d{4}-/)
    expect(JSON.stringify(await list())).not.toContain(key.slice(10))
    expect(await linesOf(apiKey.keyId)).toMatchObject([
      {
        action: 'key.made',
        actor: { kind: 'staff', name: 'Ada Mensah', address: '127.0.0.1' },
        details: { kind: 'secret', isTest: false, destinationIds: null, expiresAt: null },
      },
    ])
  })

  it('is an owner’s matter: not a manager’s, not another project’s, nobody’s without a credential', async () => {
    const { apiKey } = await make()
    const manager = (await shop.signIn({ role: 'manager' })).headers
    const staff = (await shop.signIn({ role: 'staff' })).headers
    const stranger = (await (await openShop(shop.baseUrl)).signIn({ role: 'owner' })).headers
    const body = { ...ids(), kind: 'secret', name: 'x' }
    const { keyId } = apiKey
    for (const [headers, status, code] of [
      [manager, 403, 'right_missing'],
      [staff, 403, 'right_missing'],
      [stranger, 404, 'project_not_found'],
    ] as const) {
      await contract.expect(`GET ${keys}`, status, code, { headers, query: ids() })
      await contract.expect(`POST ${keys}`, status, code, { headers, body })
      await contract.expect(`POST ${rotation}`, status, code, { ...rotate(keyId, 0), headers })
      await contract.expect(`GET ${one}`, status, code, about(keyId, headers))
      await contract.expect(`DELETE ${one}`, status, code, about(keyId, headers))
    }
    const mine = await openShop(shop.baseUrl)
    const elsewhere = (await mine.signIn({ role: 'owner' })).headers
    const query = { projectId: mine.projectId }
    const theirs = { headers: elsewhere, params: { keyId }, query }
    await contract.expect(`GET ${one}`, 404, 'key_not_found', theirs)
    await contract.expect(`DELETE ${one}`, 404, 'key_not_found', theirs)
    const sent = { headers: elsewhere, params: { keyId }, body: { ...query, overlapSeconds: 0 } }
    await contract.expect(`POST ${rotation}`, 404, 'key_not_found', sent)
    expect((await list()).find((key) => key.keyId === keyId)?.state).toBe('active')
    expect(await linesOf(keyId)).toHaveLength(1)
  })

  it('that is narrowed to stores reaches no other, and neither does the one it is rotated to', async () => {
    const { destinationId } = await createStore(shop.projectId)
    const { key, apiKey } = await make({ destinationIds: [destinationId] })
    const next = made(await contract.expect(`POST ${rotation}`, 201, null, rotate(apiKey.keyId, 3_600)))
    expect(next.apiKey).toMatchObject({ destinationIds: [destinationId], storeCount: 1 })
    for (const [at, one] of [key, next.key].entries()) {
      expect((await shop.create(`narrow-${at}`, { destinationId }, { key: one })).status).toBe(201)
      expect((await shop.create(`narrow-${at}`, {}, { key: one })).body.code).toBe('store_not_found')
    }
  })

  it('is listed with its first stores, and told alone with all of them, and so is the one it is rotated to', async () => {
    const stores = await Promise.all(Array.from({ length: 21 }, () => createStore(shop.projectId)))
    const destinationIds = stores.map((store) => store.destinationId)
    const { apiKey } = await make({ destinationIds })
    const next = made(await contract.expect(`POST ${rotation}`, 201, null, rotate(apiKey.keyId, 3_600)))
    for (const { keyId } of [apiKey, next.apiKey]) {
      const listed = (await list()).find((key) => key.keyId === keyId)
      expect(listed).toMatchObject({ destinationIds: destinationIds.slice(0, 20), storeCount: 21 })
      const { body } = await contract.expect(`GET ${one}`, 200, null, about(keyId))
      expect(body).toEqual({ ...listed, destinationIds })
    }
  })

  it('ends when it was to end, and cannot be made to have ended', async () => {
    const inAnHour = Date.now() + 3_600_000
    const { key, apiKey } = await make({ expiresAt: new Date(inAnHour).toISOString() })
    expect(await isTakenAt(key, inAnHour - 1)).toBe(true)
    expect(await isTakenAt(key, inAnHour)).toBe(false)
    // Nor by what was looked up a moment ago.
    const takes = (ms: number) => findApiKeyCaller(key, new Request(shop.baseUrl), new Date(ms))
    expect([await takes(inAnHour - 1), await takes(inAnHour)]).toMatchObject([{ keyId: apiKey.keyId }, null])
    expect(apiKey.expiresAt).toBe(new Date(inAnHour).toISOString())
    const past = { headers: owner, body: { ...ids(), kind: 'secret', name: 'x', expiresAt: '2020-01-01T00:00:00Z' } }
    await contract.expect(`POST ${keys}`, 400, 'field_invalid', past)
    for (const body of [
      { ...ids(), kind: 'secret', name: ' ' },
      { ...ids(), kind: 'secret', name: 'x', destinationIds: [] },
      { ...ids(), kind: 'secret', name: 'x', destinationIds: ['a', 'a'] },
    ]) {
      await contract.expect(`POST ${keys}`, 400, 'field_invalid', { headers: owner, body })
    }
  })
})

describe('rotating a key', () => {
  it('that never ends makes one that never does', async () => {
    const { apiKey } = await make()
    const next = made(await contract.expect(`POST ${rotation}`, 201, null, rotate(apiKey.keyId, 60)))
    expect([apiKey.expiresAt, next.apiKey.expiresAt]).toEqual([null, null])
  })

  it('that works to the end of all time makes one that does, and the list tells of both', async () => {
    const { apiKey } = await make({ expiresAt: '9999-12-31T00:00:00.000Z' })
    const next = made(await contract.expect(`POST ${rotation}`, 201, null, rotate(apiKey.keyId, 60)))
    expect(next.apiKey.expiresAt).toBe('9999-12-31T00:00:00.000Z')
    expect((await list()).map(({ keyId }) => keyId)).toEqual(expect.arrayContaining([apiKey.keyId, next.apiKey.keyId]))
  })

  it('makes one with the same rights and as long a life; the old one works until the overlap is over', async () => {
    const lifeMs = 40 * 86_400_000
    const { key, apiKey } = await make({ kind: 'publishable', expiresAt: new Date(Date.now() + lifeMs).toISOString() })
    const next = made(await contract.expect(`POST ${rotation}`, 201, null, rotate(apiKey.keyId, 3_600)))
    expect(next.key).toMatch(/^pk_/)
    expect(next.apiKey).toMatchObject({ name: apiKey.name, kind: 'publishable', replaces: apiKey.keyId })
    const life = (of: ToldKey) => Date.parse(of.expiresAt ?? '') - Date.parse(of.createdAt)
    expect(life(next.apiKey)).toBe(life(apiKey))
    const old = (await list()).find(({ keyId }) => keyId === apiKey.keyId)
    expect(old).toMatchObject({ state: 'ending', replacedBy: next.apiKey.keyId })
    const endsAt = Date.parse(old?.expiresAt ?? '')
    expect(endsAt - Date.parse(next.apiKey.createdAt)).toBe(3_600_000)
    expect([await isTakenAt(key, endsAt - 1), await isTakenAt(key, endsAt)]).toEqual([true, false])
    expect(await isTakenAt(next.key, endsAt)).toBe(true)
    expect(await linesOf(apiKey.keyId)).toMatchObject([
      { action: 'key.rotated', details: { replacedBy: next.apiKey.keyId } },
      { action: 'key.made' },
    ])
    expect(await linesOf(next.apiKey.keyId)).toEqual([])
  })

  it('never lets the old one live longer than it would have, and ends it at once where nobody needs it', async () => {
    const soon = Date.now() + 60_000
    const short = await make({ expiresAt: new Date(soon).toISOString() })
    await contract.expect(`POST ${rotation}`, 201, null, rotate(short.apiKey.keyId, 604_800))
    const listed = (await list()).find(({ keyId }) => keyId === short.apiKey.keyId)
    expect(listed?.expiresAt).toBe(new Date(soon).toISOString())

    const { key, apiKey } = await make()
    const next = made(await contract.expect(`POST ${rotation}`, 201, null, rotate(apiKey.keyId, 0)))
    expect((await list()).find(({ keyId }) => keyId === apiKey.keyId)?.state).toBe('replaced')
    expect([await statusWith(key), await statusWith(next.key)]).toEqual([401, 200])
    await contract.expect(`POST ${rotation}`, 409, 'key_not_in_force', rotate(apiKey.keyId, 0))
    await contract.expect(`DELETE ${one}`, 409, 'key_not_in_force', about(apiKey.keyId))
  })

  it('without an overlap ends the old one on servers too whose clocks are behind', async () => {
    const { key, apiKey } = await make()
    await contract.expect(`POST ${rotation}`, 201, null, rotate(apiKey.keyId, 0))
    const behind = new Date(Date.now() - 600_000)
    expect(await findApiKey(createHash('sha256').update(key).digest(), behind)).toBeNull()
    const [listed] = (await listKeys(shop.projectId, behind)).filter(({ keyId }) => keyId === apiKey.keyId)
    expect(listed).toMatchObject({ state: 'replaced', revokedAt: null })
  })

  it('by several at once makes one new key, and the others learn that it was done', async () => {
    const { apiKey } = await make({ name: 'Rotated by all' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => contract.send(`POST ${rotation}`, rotate(apiKey.keyId, 60))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    const named = (await list()).filter(({ name }) => name === 'Rotated by all')
    expect(named.map(({ state }) => state).sort()).toEqual(['active', 'ending'])
    expect((await linesOf(apiKey.keyId)).map(({ action }) => action)).toEqual(['key.rotated', 'key.made'])
  })
})

describe('whoever is making a key, or a link for somebody, while they are taken out, or made something else', () => {
  it.each([
    ['delete from membership where project_id = $1 and user_id = $2', 'right'],
    [`update membership set role = 'staff' where project_id = $1 and user_id = $2`, 'right'],
    ['with of as (select $1::uuid) delete from staff_session where user_id = $2', 'session'],
  ] as const)('or signed out, makes none: %s', async (change, ended) => {
    const mine = await openShop(shop.baseUrl)
    await mine.signIn({ role: 'owner' })
    const { account, headers } = await mine.signIn({ role: 'owner' })
    const send = { method: 'POST', headers, key: null }
    const wanted = { projectId: mine.projectId, kind: 'secret', name: 'Left behind' }
    const first = (await mine.call(keys, { ...send, body: wanted })).body as unknown as Made
    const idOf = async ({ email }: { email: string }) =>
      (await sql<{ id: string }>('user-of', 'select id from staff_user where email = $1', [email]))[0]?.id
    const [userId, colleagueId] = [await idOf(account), await idOf((await mine.signIn({ role: 'owner' })).account)]
    const link = `/api/staff/people/${colleagueId}/password-link?projectId=${mine.projectId}`
    const rotation = `${keys}/${first.apiKey.keyId}/rotation`
    // Whoever ends it holds this first.
    const [whose, seed] = ended === 'right' ? [`${mine.projectId} ${userId}`, 431] : [userId, 434]
    const friend = { email: 'friend@shop.example', role: 'owner', destinationIds: null }
    const invited = { projectId: mine.projectId, ...friend }
    // All have been let in, and wait.
    const answers = await whileHeld(
      'select pg_advisory_xact_lock(hashtextextended($1, $2::int))',
      [whose, seed],
      async ({ wait, release }) => {
        const making = Promise.all([
          mine.call(keys, { ...send, body: wanted }),
          mine.call(rotation, { ...send, body: { projectId: mine.projectId, overlapSeconds: 0 } }),
          mine.call('/api/staff/people/invitations', { ...send, body: invited }),
          mine.call(link, send),
        ])
        expect(await wait(4)).toBe(true)
        await sql(`change by ${change.slice(0, 6)}`, change, [mine.projectId, userId])
        await release()
        return await making
      },
    )
    const [made, rotated, ...links] = answers.map(({ status, body }) => [status, body.code])
    expect([made, rotated]).toEqual(Array(2).fill([403, 'right_missing']))
    expect(links).toEqual(Array(2).fill([404, 'project_not_found']))
  })
})

describe('revoking a key', () => {
  let other: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    other = await startServer({ databaseUrl: inject('databaseUrl'), env: { WORKERS: '1' } })
  })
  afterAll(() => other?.stop())

  it('is in effect on every process of every server within five seconds', async () => {
    const { key, apiKey } = await make()
    const servers = [shop, shop.at(other.baseUrl)]
    // Several at a time: each server has two processes, and each believes a while what it has read.
    const ask = () => Promise.all(servers.flatMap((at) => Array.from({ length: 6 }, () => statusWith(key, at))))
    expect(new Set(await ask())).toEqual(new Set([200]))
    await contract.expect(`DELETE ${one}`, 200, null, about(apiKey.keyId))
    const revokedAt = performance.now()
    expect(await until(async () => (await ask()).every((status) => status === 401), 20_000)).toBe(true)
    expect(performance.now() - revokedAt).toBeLessThan(5_000)
    expect((await list()).find(({ keyId }) => keyId === apiKey.keyId)).toMatchObject({ state: 'revoked' })
  })

  it('is done once, also when two do it, and is noted once', async () => {
    const { apiKey } = await make()
    const answers = await Promise.all([1, 2, 3].map(() => contract.send(`DELETE ${one}`, about(apiKey.keyId))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const answer = await contract.send(`POST ${rotation}`, rotate(apiKey.keyId, 0))
    expect(answer.code).toBe('key_not_in_force')
    expect((await linesOf(apiKey.keyId)).map(({ action }) => action)).toEqual(['key.revoked', 'key.made'])
  })
})

describe('a test key', () => {
  it('does what a live one does, and is marked in the list, in answers and in the timelines of its orders', async () => {
    const { key, apiKey } = await make({ isTest: true })
    expect(key).toMatch(/^sk_test_/)
    expect(apiKey).toMatchObject({ isTest: true, prefix: key.slice(0, 15) })
    const made = await shop.create('tried', {}, { key })
    expect([made.status, made.headers.get('x-test-key')]).toEqual([201, 'true'])
    const refused = await shop.create('tried', {}, { key })
    expect([refused.status, refused.headers.get('x-test-key')]).toEqual([409, 'true'])
    const app = await make({ isTest: true, kind: 'publishable' })
    const listed = await shop.call(`/api/orders?projectId=${shop.projectId}`, { key: app.key })
    expect([listed.status, listed.headers.get('x-test-key')]).toEqual([403, 'true'])
    const live = await shop.update('tried', { eventType: 'onTheWay' })
    expect([live.status, live.headers.get('x-test-key')]).toEqual([200, null])
    const timeline = await shop.call(`/api/staff/orders/${made.body.serviceId}/timeline?projectId=${shop.projectId}`, {
      headers: owner,
      key: null,
    })
    const events = timeline.body.events as { eventType: string; isTest: boolean }[]
    expect(events.map(({ eventType, isTest }) => [eventType, isTest])).toEqual([
      ['onTheWay', false],
      ['registration', true],
    ])
    const next = await contract.expect(`POST ${rotation}`, 201, null, rotate(apiKey.keyId, 0))
    expect(made.status === 201 && (next.body as MadeKey).key).toMatch(/^sk_test_/)
  })
})

describe('the console', () => {
  const run = async (...args: string[]) => {
    const ran = await promisify(execFile)(process.execPath, ['--import', 'tsx', inRoot('scripts', 'keys.ts'), ...args])
    return ran.stdout
  }

  it('makes, rotates, lists and revokes keys by the same rules, and the record says that it did', async () => {
    const mine = await openShop(shop.baseUrl)
    const project = ['--project', mine.projectId]
    const key = (await run('create', '--kind', 'secret', '--name', 'Till', '--test', ...project)).split('\n')[0] ?? ''
    expect(key).toMatch(/^sk_test_/)
    for (const date of ['32', '12/31', '5', '', '2100-02-31']) {
      const odd = run('create', '--kind', 'secret', '--name', 'Odd', '--expires', date, ...project)
      await expect(odd).rejects.toMatchObject({ stderr: expect.stringContaining('--expires wants a date to come') })
    }
    for (const overlap of ['2h', 'constructor']) {
      const odd = run('rotate', key.slice(0, 15), '--overlap', overlap, ...project)
      await expect(odd).rejects.toMatchObject({ stderr: '--overlap is one of now, 1h, 24h, 7d.\n' })
    }
    const next = (await run('rotate', key.slice(0, 15), '--overlap', '1h', ...project)).split('\n')[0] ?? ''
    await run('revoke', next.slice(0, 15), ...project)
    const told = await run('list', ...project)
    expect(told).toMatch(/sk_test_.* secret \(test\) {2}"Till" · rotated, overlaps until 20/)
    expect(told).toMatch(/sk_test_.* secret \(test\) {2}"Till" · revoked 20/)
    const stores = await Promise.all(Array.from({ length: 21 }, () => createStore(mine.projectId)))
    const narrow = stores.map((store) => store.destinationId)
    await createKey(mine.projectId, 'secret', { destinationIds: narrow })
    expect(await run('list', ...project)).toContain(` · stores ${narrow.join(', ')}\n`)
    const { headers } = await mine.signIn({ role: 'owner' })
    const query = { projectId: mine.projectId, kind: 'keys' }
    const { body } = await contract.expect('GET /api/staff/audit', 200, null, { headers, query })
    const lines = (body as { entries: { action: string; actor: object }[] }).entries
    expect(lines.map(({ action }) => action)).toEqual(['key.revoked', 'key.rotated', 'key.made'])
    for (const { actor } of lines) expect(actor).toEqual({ kind: 'console', id: null, name: null, address: null })
  })
})

describe('keys are answered as the document says', () => {
  it('also where there are as many as there may be, and where a request is refused', async () => {
    const full = await openShop(shop.baseUrl)
    const { headers } = await full.signIn({ role: 'owner' })
    // It has two already.
    await Promise.all(Array.from({ length: mostKeys - 3 }, () => createKey(full.projectId, 'secret')))
    const body = { projectId: full.projectId, kind: 'secret', name: 'x' }
    await contract.expect(`POST ${keys}`, 201, null, { headers, body })
    await contract.expect(`POST ${keys}`, 409, 'keys_full', { headers, body })
    const { body: listed } = await contract.expect(`GET ${keys}`, 200, null, {
      headers,
      query: { projectId: full.projectId },
    })
    const [newest] = (listed as { keys: ToldKey[] }).keys
    const overlap = { projectId: full.projectId, overlapSeconds: 60 }
    const params = { keyId: newest?.keyId ?? '' }
    await contract.expect(`POST ${rotation}`, 409, 'keys_full', { headers, params, body: overlap })
    const bad = { headers: owner, params: { keyId: 'none' } }
    await contract.expect(`GET ${one}`, 400, 'field_invalid', { ...bad, query: ids() })
    await contract.expect(`DELETE ${one}`, 400, 'field_invalid', { ...bad, query: ids() })
    await contract.expect(`POST ${rotation}`, 400, 'field_invalid', { ...bad, body: { ...ids(), overlapSeconds: -1 } })
    const origin = { origin: inject('baseUrl') }
    const sent = { method: 'POST', body: signedIn.account, headers: origin, key: null }
    const browser = await shop.call('/api/staff/session', sent)
    const cookie = browser.headers.getSetCookie().map((given) => given.split(';')[0])
    await meetCommonRefusals(contract, 'keys', { bearer: owner, cookie: { cookie: cookie.join('; ') }, none: origin })
    expect(notMet(contract, 'keys')).toEqual([])
  })
})
