import { beforeEach, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { sql } from '@/lib/db'
import { entryRecord } from '@/prisma/factories/entry'
import { createStore } from '@/prisma/factories/project'

let shop: Shop
let owner: Record<string, string>
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  owner = (await shop.signIn({ role: 'owner' })).headers
})

const like = [
  'Harbour Street\u200b',
  '\u202eteertS ruobraH',
  'Harbour\u00ad Street',
  '\u2066Harbour Street\u2069',
  '\ufeffH',
  ...['.', '..', '...', 'harbour.rsc', ' ', '   '],
  ...[
    '\u3164',
    '\u034f',
    '\u115f',
    '\u2800',
    '\ufe0f',
    '\u{e0100}',
    '\ue000',
    '\u{1d159}',
    '\ufdd0',
    '\u0378',
    '\ufffc',
    '\u00a0',
    '\u3000',
  ].map((sign) => `Harbour${sign}Street`),
]

const ask = (address: string, sent: { method?: string; body?: unknown } = {}) =>
  shop.call(address, { headers: owner, key: null, ...sent })
const ofStore = (destinationId: string) => new URLSearchParams({ projectId: shop.projectId, destinationId })

type Row = { destination_id: string }
async function storeIds(): Promise<string[]> {
  const text = 'select destination_id from store where project_id = $1 and removed_at is null order by destination_id'
  return (await sql<Row>('stores-of-project', text, [shop.projectId])).map((row) => row.destination_id)
}

const refused = { status: 400, code: 'field_invalid', errors: [{ path: 'destinationId', message: expect.any(String) }] }

describe('a store whose id holds what cannot be seen', () => {
  it('is made by no order, whichever key it comes with, and the answer names the field', async () => {
    for (const key of [shop.publishableKey, shop.secretKey]) {
      for (const destinationId of like) {
        const { body } = await shop.create('10851', { destinationId }, { key })
        expect(body, destinationId).toMatchObject(refused)
      }
    }
    expect(await storeIds()).toEqual([shop.destinationId])
    // What is seen of it is what it is: any letters, signs and spaces go on making stores.
    for (const destinationId of ['Harbour Street', 'Ōtāhuhu 東京 🚗', 'فرع']) {
      expect((await shop.create('10851', { destinationId }, { key: shop.publishableKey })).status).toBe(201)
    }
  })

  it('is made by no entry, which costs its neighbours nothing', async () => {
    const [destinationId = ''] = like
    const entries = [{}, { destinationId }, { destinationId, zoneId: 'kerb', zoneName: 'Kerb' }, {}].map((more) =>
      entryRecord({ destinationId: shop.destinationId, ...more }),
    )
    const { body } = await shop.call('/api/prod1/entry', {
      method: 'POST',
      body: { projectId: shop.projectId, entries },
    })
    expect(body).toMatchObject({
      accepted: 2,
      duplicates: 0,
      rejectedTotal: 2,
      rejected: [1, 2].map((index) => ({ index, errors: refused.errors })),
    })
    expect(await storeIds()).toEqual([shop.destinationId])
    const zones = await sql<{ zone_id: string }>('zones', 'select zone_id from zone where project_id = $1', [
      shop.projectId,
    ])
    expect(zones).toEqual([{ zone_id: shop.zoneId }])
  })

  it('goes on where it was there before, until it is removed', async () => {
    const [destinationId = ''] = like
    await createStore(shop.projectId, { destinationId })
    for (const key of [shop.publishableKey, shop.secretKey]) {
      const { status, body } = await shop.create(`by ${key.slice(0, 2)}`, { destinationId }, { key })
      expect([status, body.destinationId]).toEqual([201, destinationId])
    }
    const entries = [entryRecord({ destinationId })]
    const sent = { method: 'POST', body: { projectId: shop.projectId, entries } }
    expect((await shop.call('/api/prod1/entry', sent)).body).toMatchObject({ accepted: 1, rejectedTotal: 0 })
    for (const orderId of ['by pk', 'by sk']) {
      expect((await shop.update(orderId, { destinationId, eventType: 'cancelled' })).status).toBe(200)
    }
    expect((await ask(`/api/staff/stores?${ofStore(destinationId)}`, { method: 'DELETE' })).status).toBe(204)
    const { body } = await shop.create('again', { destinationId }, { key: shop.publishableKey })
    expect(body).toMatchObject(refused)
  })
})

describe('the lists where a manager chooses a store', () => {
  it('say of each whether anybody has named it', async () => {
    await shop.create('10851', { destinationId: 'Harbour Street' }, { key: shop.publishableKey })
    const ofProject = `projectId=${shop.projectId}`
    const lists = async () => {
      const [people, pins, privacy] = await Promise.all([
        ask(`/api/staff/people?${ofProject}`),
        ask(`/api/staff/pins?${ofProject}`),
        ask(`/api/staff/projects/${shop.projectId}/privacy`),
      ])
      return [people.body.stores, (pins.body.rules as { stores: unknown }).stores, privacy.body.stores]
    }
    for (const stores of await lists()) {
      expect(stores).toContainEqual(expect.objectContaining({ destinationId: 'Harbour Street', isNew: true }))
      expect(stores).toContainEqual(expect.objectContaining({ destinationId: shop.destinationId, isNew: false }))
    }
    await ask(`/api/staff/stores/settings?${ofStore('Harbour Street')}`, { method: 'PATCH', body: { name: 'Mole' } })
    for (const stores of await lists()) {
      expect(stores).toContainEqual(expect.objectContaining({ name: 'Mole', isNew: false }))
    }
  })

  it('hold no name that a manager gave and that turns around what stands beside it', async () => {
    const address = `/api/staff/stores/settings?${ofStore(shop.destinationId)}`
    for (const name of ['\u202eteertS ruobraH', 'A\u2069', ' ']) {
      const { body } = await ask(address, { method: 'PATCH', body: { name } })
      expect(body).toMatchObject({ status: 400, code: 'field_invalid', errors: [{ path: 'name' }] })
    }
    expect((await ask(address, { method: 'PATCH', body: { name: 'می\u200cخواهم' } })).status).toBe(200)
  })
})

it('no page is made of an address that names a store as no id can be', async () => {
  for (const page of ['board', 'settings']) {
    const answer = await fetch(`${shop.baseUrl}/${page}/${shop.projectId}/%00`, { headers: owner })
    expect([page, answer.status]).toEqual([page, 404])
  }
})
