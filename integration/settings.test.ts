import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type EventReader, watch } from '@/integration/event-source'
import { openShop, type Shop } from '@/integration/shop'
import { findStaffBySession } from '@/lib/auth/data'
import type { StaffCaller } from '@/lib/auth/model'
import { prisma } from '@/lib/db'
import { changeStoreSettings } from '@/lib/settings/service'
import { createStore } from '@/prisma/factories/project'

let shop: Shop
let manager: Record<string, string>
let readers: EventReader[] = []

beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  manager = (await shop.signIn({ role: 'manager' })).headers
})
afterEach(() => {
  for (const reader of readers) reader.close()
  readers = []
})

const ofProject = () => `/api/staff/projects/${shop.projectId}/settings`
const ofStore = (destinationId = shop.destinationId) =>
  `/api/staff/stores/settings?${new URLSearchParams({ projectId: shop.projectId, destinationId })}`
const get = (address: string, headers = manager) => shop.call(address, { headers, key: null })
const patch = (address: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.call(address, { method: 'PATCH', body, headers: { ...manager, ...headers }, key: null })

async function boardSettings(): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({ projectId: shop.projectId, destinationId: shop.destinationId })
  const { body } = await get(`/api/staff/board?${query}`)
  return (body.store as { settings: Record<string, unknown> }).settings
}

const waits = { dueSeconds: 60, lateSeconds: 90, overSeconds: 120 }

describe('settings', () => {
  it('are the product’s until a manager decides, then the project’s, and a store’s where it differs', async () => {
    expect(await boardSettings()).toEqual({
      waits: { dueSeconds: 120, lateSeconds: 180, overSeconds: 300 },
      goalSeconds: 180,
      preparationSeconds: 300,
      acknowledgeWithinSeconds: 120,
      ticketFace: null,
      bays: [],
    })
    const ticketFace = { bayField: 'Spot', fields: ['Gift'] }
    await patch(ofProject(), { waits, goalSeconds: 100, ticketFace })
    await patch(ofStore(), { goalSeconds: 50, bays: ['1', 'Bay 2'] })
    expect(await boardSettings()).toMatchObject({ waits, goalSeconds: 50, ticketFace, bays: ['1', 'Bay 2'] })
    const { body } = await patch(ofStore(), { goalSeconds: null })
    expect(body).toMatchObject({ settings: { goalSeconds: null }, inherited: { goalSeconds: 100 } })
    expect(await boardSettings()).toMatchObject({ goalSeconds: 100, bays: ['1', 'Bay 2'] })
  })

  it('name a new store, which is then no longer new', async () => {
    await shop.create('first', { destinationId: 'unheard of' })
    expect((await get(ofStore('unheard of'))).body).toMatchObject({ name: 'unheard of', isNew: true })
    const { body } = await patch(ofStore('unheard of'), { name: ' Harbour Street ', timeZone: 'Europe/Madrid' })
    expect(body).toMatchObject({ name: 'Harbour Street', isNew: false, timeZone: 'Europe/Madrid' })
  })

  it('offer the fields of recent orders, the most frequent first', async () => {
    await shop.create('a', { hsFields: { Gift: 'yes', Spot: '1' } })
    await shop.create('b', { hsFields: { Spot: '2' } })
    // A name that tells somebody's phone is none of a field.
    await shop.create('c', { hsFields: { 'Call 01632 960 983': 'yes' } })
    expect((await get(ofProject())).body).toMatchObject({ fieldsSeen: ['Spot', 'Gift'] })
    // Those of other stores are nothing to whoever has one.
    const { headers } = await shop.signIn({ role: 'manager', destinationIds: [shop.destinationId] })
    const { body } = await shop.call(ofProject(), { headers, key: null })
    expect(body).toMatchObject({ projectId: shop.projectId, fieldsSeen: [] })
  })

  it('are refused with every bad field named, and nothing is changed', async () => {
    const { status, body } = await patch(ofStore(), {
      waits: { dueSeconds: 100, lateSeconds: 90, overSeconds: 80 },
      goalSeconds: 1,
      preparationSeconds: 1.5,
      timeZone: 'Madrid',
      name: ' ',
      bays: ['4', 'Bay 04'],
      colour: 'red',
    })
    expect(status).toBe(400)
    const paths = (body.errors as { path: string }[]).map(({ path }) => path)
    expect(paths.sort()).toEqual([
      'bays',
      'colour',
      'goalSeconds',
      'name',
      'preparationSeconds',
      'timeZone',
      'waits.lateSeconds',
      'waits.overSeconds',
    ])
    expect((await get(ofStore())).body).toMatchObject({ version: 1, bays: [] })
    const face = { bayField: 'Spot', fields: ['Gift', 'Gift'] }
    expect((await patch(ofProject(), { ticketFace: face })).body.errors).toMatchObject([{ path: 'ticketFace.fields' }])
    const tooMany = Array.from({ length: 201 }, (_, at) => `bay ${at}`)
    expect((await patch(ofStore(), { bays: tooMany })).status).toBe(400)
    expect((await patch(ofStore(), { bays: tooMany.slice(1) })).status).toBe(200)
  })

  it('are not overwritten unseen: of two managers the second learns that there was a first', async () => {
    const { headers } = await get(ofProject())
    const etag = headers.get('etag') ?? ''
    const answers = await Promise.all(
      [90, 100].map((goalSeconds) => patch(ofProject(), { goalSeconds }, { 'if-match': etag })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const won = answers.find(({ status }) => status === 200)
    expect((await get(ofProject())).body).toEqual(won?.body)
    expect(
      (await patch(ofProject(), { goalSeconds: 95 }, { 'if-match': String(won?.headers.get('etag')) })).status,
    ).toBe(200)
    expect((await patch(ofStore(), {}, { 'if-match': '"7"' })).body.code).toBe('version_mismatch')
  })

  it('lose nothing when twenty are changed at once', async () => {
    const parts = [{ waits }, { goalSeconds: 77 }, { preparationSeconds: 66 }, { acknowledgeWithinSeconds: 55 }]
    await Promise.all(Array.from({ length: 20 }, (_, at) => patch(ofStore(), parts[at % 4])))
    expect((await get(ofStore())).body).toMatchObject({ version: 21, settings: Object.assign({}, ...parts) })
  })
})

describe('settings belong to managers', () => {
  it('of that project, and of those stores', async () => {
    const staff = (await shop.signIn({ role: 'staff' })).headers
    const stranger = (await (await openShop(shop.baseUrl)).signIn({ role: 'owner' })).headers
    const { destinationId } = await createStore(shop.projectId)
    const narrowed = (await shop.signIn({ role: 'manager', destinationIds: [destinationId] })).headers
    for (const address of [ofProject(), ofStore()]) {
      expect((await get(address, staff)).body.code).toBe('right_missing')
      expect((await patch(address, {}, staff)).body.code).toBe('right_missing')
      expect((await get(address, stranger)).status).toBe(404)
      expect((await patch(address, {}, stranger)).status).toBe(404)
      expect((await shop.call(address, { key: null })).status).toBe(401)
    }
    expect((await patch(ofStore(destinationId), { goalSeconds: 60 }, narrowed)).status).toBe(200)
    expect((await patch(ofStore(), {}, narrowed)).body.code).toBe('store_not_found')
    expect((await get(ofProject(), narrowed)).status).toBe(200)
    expect((await patch(ofProject(), {}, narrowed)).body.code).toBe('right_missing')
  })
})

it('a manager who changes and changes is stopped, as each leaves a line for good; others are not', async () => {
  const callerOf = async (): Promise<StaffCaller> => {
    const { account } = await shop.signIn({ role: 'manager' })
    const { id } = await prisma().session.findFirstOrThrow({ where: { user: { email: account.email } } })
    const caller = await findStaffBySession(id, new Date())
    if (!caller) throw new Error('there is no such session')
    return caller
  }
  const request = new Request(shop.baseUrl)
  const key = { projectId: shop.projectId, destinationId: shop.destinationId }
  const change = (caller: StaffCaller) =>
    changeStoreSettings(caller, key, { patch: {}, ifMatch: undefined, request, now: new Date() }).then(
      () => 'changed',
      ({ code }) => code,
    )
  const busy = await callerOf()
  const all = await Promise.all(Array.from({ length: 230 }, () => change(busy)))
  const changed = all.filter((one) => one === 'changed').length
  // A process lets its first three pass unasked.
  expect([changed >= 200 && changed < 210, all.at(-1), await change(await callerOf())]).toEqual([
    true,
    'too_many_requests',
    'changed',
  ])
})

describe('a board that is open', () => {
  const settingsOf = async (reader: EventReader) => {
    const { data, id } = await reader.next(({ event }) => event === 'settings')
    return { ...(data.store as Record<string, unknown>), id }
  }

  it('learns of a change within a second, of its store’s and of the project’s, and keeps its cursor', async () => {
    const reader = watch(shop, manager)
    readers.push(reader)
    expect(await settingsOf(reader)).toMatchObject({ settings: { goalSeconds: 180 }, id: '' })
    await reader.next(({ event }) => event === 'heartbeat')
    const changes = [
      [ofStore(), { goalSeconds: 60 }, { goalSeconds: 60 }],
      [ofProject(), { goalSeconds: 50, preparationSeconds: 40 }, { goalSeconds: 60, preparationSeconds: 40 }],
    ] as const
    for (const [address, change, settings] of changes) {
      await patch(address, change)
      const changedAt = performance.now()
      expect(await settingsOf(reader)).toMatchObject({ settings, id: '' })
      expect(performance.now() - changedAt).toBeLessThan(1_000)
    }
  })

  it('is told on coming back, whatever it has missed', async () => {
    const reader = watch(shop, manager)
    await settingsOf(reader)
    reader.close()
    await patch(ofStore(), { name: 'Renamed', bays: ['7'] })
    const again = watch(shop, manager)
    readers.push(again)
    expect(await settingsOf(again)).toMatchObject({ name: 'Renamed', settings: { bays: ['7'] } })
  })
})
