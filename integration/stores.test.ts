import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { EventReader, watch } from '@/integration/event-source'
import { openShop, type Shop } from '@/integration/shop'
import { Staff } from '@/integration/staff'
import { pools, sql } from '@/lib/db'
import { storesMessages } from '@/lib/stores/stores-watch'
import { createStaff, createStore } from '@/prisma/factories/project'

let shop: Shop
let readers: EventReader[] = []

beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
})
afterEach(() => {
  for (const reader of readers) reader.close()
  readers = []
})

function open(address: string, headers: Record<string, string>): EventReader {
  const reader = new EventReader(`${shop.baseUrl}${address}`, headers)
  readers.push(reader)
  return reader
}

type Told = { isWhole: boolean; stores: Record<string, unknown>[] }

async function told(reader: EventReader, wanted: (told: Told) => boolean = () => true): Promise<Told> {
  const { data } = await reader.next(({ event, data }) => event === 'stores' && wanted(data as Told))
  return data as Told
}

const stream = '/api/staff/stores/stream'

describe('the stream of all stores', () => {
  it('tells all of them, then those alone that change: who rings, since when, and whether a board is there', async () => {
    const { destinationId } = await createStore(shop.projectId, { name: 'Quiet' })
    const { headers } = await shop.signIn({ role: 'manager' })
    const reader = open(stream, headers)
    const whole = await told(reader)
    expect(whole.isWhole).toBe(true)
    expect(whole.stores.map((store) => store.destinationId).sort()).toEqual([destinationId, shop.destinationId].sort())

    const { body } = await shop.create('one', { eventType: 'arrival' })
    const changed = await told(reader)
    expect(changed).toMatchObject({
      isWhole: false,
      stores: [{ destinationId: shop.destinationId, arrived: 1, ringing: 1 }],
    })
    expect(changed.stores[0]).toMatchObject({ hasBoard: false, longestSince: expect.stringMatching(/Z$/) })

    const query = new URLSearchParams({ projectId: shop.projectId, destinationId: shop.destinationId, after: '0' })
    open(`/api/staff/board/stream?${query}`, headers)
      .next()
      .catch(() => undefined)
    await told(reader, ({ stores }) => stores[0]?.hasBoard === true)

    const staff = await Staff.of(shop)
    await staff.act(body, 'acknowledge')
    await told(reader, ({ stores }) => stores[0]?.ringing === 0 && stores[0]?.arrived === 1)
    await staff.act(body, 'complete')
    expect(await told(reader)).toMatchObject({ stores: [{ arrived: 0, longestSince: null }] })
  })

  it('counts whoever is on the way as the board shows them: not those it has forgotten', async () => {
    const { headers } = await shop.signIn()
    const onTheWay = { eventType: 'onTheWay' }
    const { body } = await shop.create('forgotten', onTheWay)
    await shop.create('on the way', onTheWay)
    await pools().hot.query(
      `update orders set last_update_time = last_update_time - interval '73 hours',
                         scheduled_time_for_collection = null
       where project_id = $1 and service_id = $2`,
      [shop.projectId, body.serviceId],
    )
    expect(await told(open(stream, headers))).toMatchObject({ stores: [{ onTheWay: 1 }] })
  })

  it('tells the stores of every other project while one cannot be looked at, and that one’s once it can', async () => {
    const broken = await openShop(shop.baseUrl)
    const set = (settings: string) =>
      pools().hot.query('update store set settings = $2 where project_id = $1', [broken.projectId, settings])
    await set('null')
    const both = await broken.signIn({ role: 'manager' })
    await pools().hot.query(
      `insert into membership (project_id, user_id, role, created_at)
       select $1, id, 'manager', now() from staff_user where email = $2`,
      [shop.projectId, both.account.email],
    )
    const ofBoth = open(stream, both.headers)
    const ofOne = open(stream, (await shop.signIn()).headers)
    expect(await told(ofOne)).toMatchObject({ isWhole: true, stores: [{ destinationId: shop.destinationId }] })
    expect(await told(ofBoth)).toMatchObject({ isWhole: false, stores: [{ destinationId: shop.destinationId }] })
    await shop.create('one', { eventType: 'arrival' })
    for (const reader of [ofOne, ofBoth]) {
      expect(await told(reader)).toMatchObject({ isWhole: false, stores: [{ ringing: 1 }] })
    }
    await set('{}')
    const { isWhole, stores } = await told(ofBoth)
    expect(isWhole).toBe(true)
    expect(stores.map((store) => store.destinationId).sort()).toEqual([broken.destinationId, shop.destinationId].sort())
  })

  it('does not say that all goes well while stores cannot be looked at', async () => {
    const broken = await openShop(shop.baseUrl)
    const reader = open(stream, (await broken.signIn({ role: 'manager' })).headers)
    const other = open(stream, (await shop.signIn()).headers)
    const beat = (of: EventReader) => of.next(({ event }) => event === 'heartbeat')
    await beat(reader)
    const set = (settings: string) =>
      pools().hot.query('update store set settings = $2 where project_id = $1', [broken.projectId, settings])
    await set('null')
    let beats = 0
    const counted = reader.next(({ event, data }) => {
      if (event === 'heartbeat') beats += 1
      return event === 'stores' && (data as Told).stores[0]?.name === 'Mended'
    })
    // What was on its way as that happened.
    await beat(other)
    const before = beats
    for (let n = 0; n < 2; n += 1) await beat(other)
    expect(beats).toBe(before)
    await pools().hot.query(`update store set settings = '{}', name = 'Mended' where project_id = $1`, [
      broken.projectId,
    ])
    await counted
    await beat(reader)
  })

  it('tells all, to each what is theirs, where the page has brought along those that ring and some by name', async () => {
    await sql(
      'seventy-stores',
      `insert into store (project_id, destination_id, name, time_zone, default_zone_id, created_at)
       select $1, 'branch-' || n, 'Branch ' || n, 'UTC', 'zone ' || n, now() from generate_series(100, 169) n`,
      [shop.projectId],
    )
    await shop.create('one', { destinationId: 'branch-169', eventType: 'arrival' })
    const browser = new Browser(shop)
    await browser.signIn(await createStaff({ projectId: shop.projectId, role: 'manager' }))
    const page = await (await fetch(`${shop.baseUrl}/board`, { headers: browser.headers })).text()
    const linked = new Set(page.match(/branch-1\d\d(?=")/g))
    expect([linked.has('branch-169'), linked.has('branch-100'), linked.has('branch-168')]).toEqual([true, true, false])
    const narrow = await shop.signIn({ destinationIds: ['branch-168', 'branch-169'] })
    const [all, some] = [browser.headers, narrow.headers].map((headers) => told(open(stream, headers)))
    const idsOf = async (of: Promise<Told> | undefined) => (await of)?.stores.map((store) => store.destinationId).sort()
    expect((await idsOf(all))?.length).toBe(71)
    expect(await idsOf(some)).toEqual(['branch-168', 'branch-169'])
  })

  it('tells who comes later all, and who is there already what changes, however many keep coming', async () => {
    const { destinationId } = await createStore(shop.projectId, { name: 'Quiet' })
    const { headers } = await shop.signIn({ role: 'manager' })
    const first = open(stream, headers)
    expect((await told(first)).isWhole).toBe(true)
    const both = [destinationId, shop.destinationId].sort()
    const others = [
      { of: headers, sees: both },
      { of: (await shop.signIn({ destinationIds: [destinationId] })).headers, sees: [destinationId] },
    ]
    let isOver = false
    const comeAndGo = async ({ of, sees }: (typeof others)[number]) => {
      while (!isOver) {
        const reader = open(stream, of)
        const { isWhole, stores } = await told(reader)
        expect([isWhole, stores.map((store) => store.destinationId).sort()]).toEqual([true, sees])
        reader.close()
      }
    }
    const onlyCome = async () => {
      while (!isOver) {
        const leaving = new AbortController()
        await fetch(`${shop.baseUrl}${stream}`, { headers, signal: leaving.signal })
        leaving.abort()
      }
    }
    const coming = [...others.map(comeAndGo), ...Array.from({ length: 4 }, onlyCome)]
    for (const ringing of [1, 2]) {
      await shop.create(`number ${ringing}`, { eventType: 'arrival' })
      expect(await told(first)).toMatchObject({ isWhole: false, stores: [{ ringing }] })
    }
    const board = watch(shop, headers)
    readers.push(board)
    board.next().catch(() => undefined)
    await told(first, ({ stores }) => stores[0]?.hasBoard === true)
    isOver = true
    await Promise.all(coming)
  })

  const makeThousand = () =>
    sql(
      'a-thousand-stores',
      `insert into store (project_id, destination_id, name, time_zone, default_zone_id, created_at)
       select $1, 'branch-' || n, 'Branch ' || lpad(n::text, 4, '0'), 'UTC', 'zone ' || n, now()
       from generate_series(1, 1000) n`,
      [shop.projectId],
    )

  const nextOf = async (of: ReturnType<typeof storesMessages>): Promise<Told> => {
    for (;;) {
      const { value } = await of.next()
      if (value?.event === 'stores') return JSON.parse(value.data)
    }
  }

  it('tells nobody anew of what another account has asked for, whoever joins', async () => {
    await makeThousand()
    const single = [{ projectId: shop.projectId, destinationId: 'branch-900' }]
    const gone = new AbortController()
    const all = { projectIds: [shop.projectId], single: [], rights: `all of ${shop.projectId}`, sees: () => true }
    const sees = ({ destinationId }: { destinationId: string }) => destinationId === 'branch-900'
    const one = { projectIds: [], single, rights: `one of ${shop.projectId}`, sees }
    const narrow = storesMessages(one, gone.signal)
    const first = storesMessages(all, gone.signal)
    const idsOf = ({ stores }: Told) => stores.map((store) => store.destinationId)
    try {
      const isKnown = (async () => {
        while (!idsOf(await nextOf(first)).includes('branch-900')) {}
      })()
      expect(idsOf(await nextOf(narrow))).toEqual(['branch-900'])
      await isKnown
      const second = storesMessages(all, gone.signal)
      while (!idsOf(await nextOf(second)).includes('branch-900')) {}
      await pools().hot.query(`update store set name = 'A' where project_id = $1 and destination_id = 'branch-1'`, [
        shop.projectId,
      ])
      expect(idsOf(await nextOf(first))).toEqual(['branch-1'])
    } finally {
      gone.abort()
    }
  })

  it('tells all anew where a store of very many is no longer among those listed, once its last customer has gone', async () => {
    await makeThousand()
    const staff = await Staff.of(shop)
    const { body } = await shop.create('last', { destinationId: 'branch-999', eventType: 'arrival' })
    const gone = new AbortController()
    const viewer = { projectIds: [shop.projectId], single: [], rights: 'a manager', sees: () => true }
    const stores = storesMessages(viewer, gone.signal)
    const ofLast = ({ stores }: Told) => stores.filter(({ destinationId }) => destinationId === 'branch-999')
    try {
      const first = await nextOf(stores)
      expect([first.isWhole, ofLast(first)]).toEqual([true, [expect.objectContaining({ ringing: 1 })]])
      await staff.act(body, 'acknowledge')
      expect(ofLast(await nextOf(stores))).toEqual([expect.objectContaining({ arrived: 1, ringing: 0 })])
      await staff.act(body, 'complete')
      const then = await nextOf(stores)
      expect([then.isWhole, then.stores.length > 300, ofLast(then)]).toEqual([true, false, []])
    } finally {
      gone.abort()
    }
  })

  it('keeps little for who reads too slowly: they are told all anew', async () => {
    await makeThousand()
    const single = Array.from({ length: 1_000 }, (_, n) => ({ ...shop, destinationId: `branch-${n + 1}` }))
    const viewer = { projectIds: [], single, rights: shop.projectId, sees: () => true }
    const gone = new AbortController()
    const [quick, slow] = [storesMessages(viewer, gone.signal), storesMessages(viewer, gone.signal)] as const
    try {
      const first = [nextOf(quick), nextOf(slow)]
      for (const { isWhole, stores } of await Promise.all(first))
        expect([isWhole, stores.length]).toEqual([true, 1_000])
      for (const [round, name] of ['a', 'b', 'c', 'd'].entries()) {
        await pools().bulk.query('update store set name = $2 where project_id = $1', [shop.projectId, name])
        const { isWhole, stores } = await nextOf(quick)
        expect([round, isWhole, stores.every((store) => store.name === name)]).toEqual([round, false, true])
      }
      const anew = await nextOf(slow)
      expect([anew.isWhole, anew.stores.length]).toEqual([true, 1_000])
      // What was changed before that was given up.
      const { stores } = anew.stores[0]?.name === 'd' ? anew : await nextOf(slow)
      expect(stores.every((store) => store.name === 'd')).toBe(true)
    } finally {
      gone.abort()
    }
  })

  it('is of the stores that somebody may see, and ends when that changes', async () => {
    await createStore(shop.projectId)
    await openShop(shop.baseUrl)
    const { headers, account } = await shop.signIn({ destinationIds: [shop.destinationId] })
    const reader = open(stream, headers)
    expect((await told(reader)).stores.map((store) => store.destinationId)).toEqual([shop.destinationId])
    await pools().hot.query(
      `delete from membership m using staff_user u where m.user_id = u.id and u.email = $1 and m.project_id = $2`,
      [account.email, shop.projectId],
    )
    await expect(reader.next(() => false)).rejects.toThrow('the stream ended')
    expect((await shop.call(stream, { key: null })).status).toBe(401)
  })
})
