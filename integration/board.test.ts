import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { EventReader, watch } from '@/integration/event-source'
import { openShop, type Shop } from '@/integration/shop'
import { accessTokenLifeS, readAccessToken } from '@/lib/auth/access-token'
import { findStaffBySession } from '@/lib/auth/data'
import { beginning, positionOf } from '@/lib/board/feed/cursor'
import { streamBoard } from '@/lib/board/service'
import { storeMessages } from '@/lib/board/store-feed'
import { pools } from '@/lib/db'
import { isListening, onStoreNews } from '@/lib/feed/listener'
import type { StreamMessage } from '@/lib/http/event-stream'
import { streamStores } from '@/lib/stores/service'
import { acrossProjects, inProjects } from '@/lib/wall'
import { WalledClient } from '@/lib/walled-client'
import { createStore, openSessionOf } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'

let shop: Shop
let headers: Record<string, string>
let opened: EventReader[] = []

beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  headers = (await shop.signIn({ name: 'Ada Mensah' })).headers
})

afterEach(() => {
  for (const reader of opened) reader.close()
  opened = []
})

const address = (more = '') => `projectId=${shop.projectId}&destinationId=${shop.destinationId}${more}`
const getBoard = () => shop.call(`/api/staff/board?${address()}`, { headers, key: null })

async function openStream(cursor?: string): Promise<EventReader> {
  const after = cursor ?? String((await getBoard()).body.cursor)
  const reader = new EventReader(`${shop.baseUrl}/api/staff/board/stream?${address(`&after=${after}`)}`, headers)
  opened.push(reader)
  await reader.next(({ event }) => event === 'heartbeat')
  return reader
}

const act = (serviceId: unknown, action: string, by = headers) =>
  shop.call(`/api/staff/orders/${serviceId}/actions`, {
    method: 'POST',
    body: { projectId: shop.projectId, action },
    headers: by,
    key: null,
  })

describe("a store's board", () => {
  it('shows what staff may see: no token, no customEventMetaData', async () => {
    await shop.create('b1', { customerName: 'Priya N.', eventType: 'onTheWay', customEventMetaData: { secret: 's3' } })
    const { body } = await getBoard()
    expect(body.orders).toHaveLength(1)
    expect((body.orders as object[])[0]).toMatchObject({ orderId: 'b1', status: 'Registered', section: 'OnTheWay' })
    expect(JSON.stringify(body)).not.toMatch(/userToken|s3/)
  })

  it('is nobody else’s', async () => {
    const other = await openShop(shop.baseUrl)
    const stranger = (await other.signIn()).headers
    const { destinationId } = await createStore(shop.projectId)
    const narrowed = (await shop.signIn({ destinationIds: [destinationId] })).headers
    const made = await shop.create('b2')
    for (const by of [stranger, narrowed]) {
      expect((await shop.call(`/api/staff/board?${address()}`, { headers: by, key: null })).body.code).toBe(
        'store_not_found',
      )
      expect(
        (await shop.call(`/api/staff/board/stream?${address('&after=0')}`, { headers: by, key: null })).status,
      ).toBe(404)
      expect((await act(made.body.serviceId, 'complete', by)).status).toBe(404)
    }
    expect((await shop.call(`/api/staff/board?${address()}`, { key: null })).status).toBe(401)
  })
})

describe('the stream', () => {
  it('tells of each change as it happens, with the whole order', async () => {
    const reader = await openStream()
    await shop.create('s1', { customerName: 'Dan' })
    expect((await reader.nextOrder('s1')).order).toMatchObject({ section: 'Expected', version: 1 })
    await shop.update('s1', { eventType: 'arrival', hsFields: { 'Parking Bay': '4' } })
    expect((await reader.nextOrder('s1')).order).toMatchObject({
      section: 'Arrived',
      version: 2,
      hsFields: { 'Parking Bay': '4' },
      isAcknowledged: false,
    })
  })

  it('tells of an order whose details alone change all the time once a second, of what stands then, and of arrivals at once', async () => {
    const reader = await openStream()
    await Promise.all([shop.create('busy'), shop.create('calm')])
    const startedAt = performance.now()
    const rush = (async () => {
      for (let turn = 0; turn < 40; turn++) await shop.update('busy', { hsFields: { turn } })
    })()
    await reader.nextOrder('busy')
    await shop.update('calm', { eventType: 'arrival' })
    await rush
    const heard: string[] = []
    let last: unknown
    await reader.next(({ event, data }) => {
      const orders = event === 'orders' ? (data.orders as Record<string, unknown>[]) : []
      for (const order of orders) heard.push(`${order.orderId} ${order.section}`)
      last = orders.find(({ orderId }) => orderId === 'busy') ?? last
      return (last as { hsFields?: { turn?: string } } | undefined)?.hsFields?.turn === '39'
    })
    expect(heard).toContain('calm Arrived')
    // Of forty changes: one a second, and some at the ends.
    const seconds = (performance.now() - startedAt) / 1000
    expect(heard.filter((what) => what.startsWith('busy')).length).toBeLessThanOrEqual(3 + seconds)
    await shop.update('busy', { eventType: 'arrival' })
    expect((await reader.nextOrder('busy')).order).toMatchObject({ section: 'Arrived', hsFields: { turn: '39' } })
  })

  it('tells who comes back of what it missed in messages that are small, however large the orders are', async () => {
    const detail = 'x'.repeat(50_000)
    await pools().hot.query(
      `with made as (
         insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, hs_fields,
                             created_at, last_update_time, last_transition_time)
         select $1, gen_random_uuid(), $2, 'missed-' || n, gen_random_uuid(), 'Registered', 'Expected',
                jsonb_build_object('Bay', $3::text), now(), now(), now()
         from generate_series(1, 120) n returning service_id)
       insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, recorded_at)
       select $1, $2, service_id, 'registration', 'Registered', 'Expected', 1, 'api', clock_timestamp() from made`,
      [shop.projectId, shop.destinationId, detail],
    )
    const reader = new EventReader(`${shop.baseUrl}/api/staff/board/stream?${address('&after=0')}`, headers)
    opened.push(reader)
    const missed = new Set<unknown>()
    let longest = 0
    await reader.next(({ event, data }) => {
      if (event !== 'orders') return false
      longest = Math.max(longest, JSON.stringify(data).length)
      for (const { orderId } of data.orders as { orderId: string }[]) missed.add(orderId)
      return missed.size === 120
    })
    expect(longest).toBeLessThan(1_100_000)
  })

  it('tells of everybody who arrives with much to tell at once, and of the rest of it afterwards, whoever comes back meanwhile', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `large-${n}`)
    const notes = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`note ${n}`, 'x'.repeat(1_000)]))
    const hsFields = { ...notes, Bay: '4' }
    await Promise.all(names.map((name) => shop.create(name)))
    const reader = await openStream()
    const arrives = (name: string) => shop.update(name, { eventType: 'arrival', hsFields })
    const arriving = Promise.all(names.map(arrives))
    type Told = { orderId: string; section: string; detailsFollow?: true; hsFields: object }
    const heard = new Set<string>()
    const whole = new Set<string>()
    const listen = async (to: EventReader, isDone: () => boolean) => {
      const { id } = await to.next(({ event, data }) => {
        const arrived = (event === 'orders' ? (data.orders as Told[]) : []).filter(
          ({ section }) => section === 'Arrived',
        )
        for (const { orderId, detailsFollow, hsFields: told } of arrived) {
          heard.add(orderId)
          if (detailsFollow) expect(told).toEqual({ 'note 0': notes['note 0'], 'note 1': notes['note 1'], Bay: '4' })
          else whole.add(orderId)
          if (!detailsFollow) expect(told).toEqual(hsFields)
        }
        return isDone()
      })
      return id
    }
    const id = await listen(reader, () => heard.size === names.length)
    await arriving
    expect(whole.size).toBeGreaterThan(0)
    expect(whole.size).toBeLessThan(names.length)
    const missing = new Set(names.filter((name) => !whole.has(name)))
    whole.clear()
    const again = new EventReader(`${shop.baseUrl}/api/staff/board/stream?${address(`&after=${id}`)}`, headers)
    opened.push(again)
    const isThere = () => [...missing].every((name) => whole.has(name))
    await listen(again, isThere)
    await listen(reader, isThere)
  })

  it('resumes behind the last message, with nothing lost', async () => {
    const reader = await openStream()
    await shop.create('s2')
    const { id } = await reader.nextOrder('s2')
    reader.close()
    await shop.update('s2', { eventType: 'arrival' })
    await shop.create('s3')
    const again = new EventReader(`${shop.baseUrl}/api/staff/board/stream?${address('&after=0')}`, {
      ...headers,
      'last-event-id': id,
    })
    opened.push(again)
    const { data } = await again.next(({ event }) => event === 'orders')
    const orders = data.orders as { orderId: string; section: string }[]
    expect(orders.find((o) => o.orderId === 's2')?.section).toBe('Arrived')
    expect(orders.map((o) => o.orderId)).toContain('s3')
  })

  it('has a board read itself anew that comes with what is no cursor of its store, and tells it what happens from then on', async () => {
    const other = await openShop(shop.baseUrl)
    await shop.create('known')
    await other.create('theirs')
    // Long enough ago for a cursor to stand behind it.
    await pools().hot.query(
      `update order_event set recorded_at = recorded_at - interval '1 minute' where project_id in ($1, $2)`,
      [shop.projectId, other.projectId],
    )
    const ofOther = `projectId=${other.projectId}&destinationId=${other.destinationId}`
    const theirs = await shop.call(`/api/staff/board?${ofOther}`, { ...(await other.signIn()), key: null })
    const cursor = String((await getBoard()).body.cursor)
    const altered = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`
    // As a release before this one had them; another store's; one that was altered.
    for (const [at, after] of ['24015', String(theirs.body.cursor), altered].entries()) {
      const reader = new EventReader(`${shop.baseUrl}/api/staff/board/stream?${address(`&after=${after}`)}`, headers)
      opened.push(reader)
      expect((await reader.next()).event).toBe('reset')
      await reader.next(({ event }) => event === 'heartbeat')
      await shop.create(`since-${at}`)
      await reader.nextOrder(`since-${at}`)
    }
    const reader = new EventReader(`${shop.baseUrl}/api/staff/board/stream?${address(`&after=${cursor}`)}`, headers)
    opened.push(reader)
    expect((await reader.next()).event).toBe('orders')
  })

  it('skips no row that commits after one with a higher sequence', async () => {
    const slow = await shop.create('slow')
    const reader = await openStream()
    const client = await pools().hot.connect()
    try {
      // A writer that takes its sequence now and commits later.
      await client.query('begin')
      await client.query(
        `update orders set customer_name = 'changed late', version = version + 1 where project_id = $1 and service_id = $2`,
        [shop.projectId, slow.body.serviceId],
      )
      await client.query(
        `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, recorded_at)
         values ($1, $2, $3, 'updateOrder', 'Registered', 'Expected', 2, 'api', clock_timestamp())`,
        [shop.projectId, shop.destinationId, slow.body.serviceId],
      )
      await shop.create('fast')
      await reader.nextOrder('fast')
      await client.query('commit')
    } finally {
      client.release()
    }
    expect((await reader.nextOrder('slow')).order).toMatchObject({ customerName: 'changed late', version: 2 })
  })

  it('tells twenty boards the same', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => openStream()))
    const ids = Array.from({ length: 10 }, () => `s-${randomUUID()}`)
    await Promise.all(ids.map((id) => shop.create(id)))
    for (const reader of readers) {
      const missing = new Set(ids)
      await reader.next(({ event, data }) => {
        if (event === 'orders') for (const o of data.orders as { orderId: string }[]) missing.delete(o.orderId)
        return missing.size === 0
      })
      expect(missing.size).toBe(0)
    }
  })

  it('reads once what all boards of a store have missed that come back together', async () => {
    await Promise.all(Array.from({ length: 150 }, (_, at) => shop.create(`missed-${at}`)))
    const asked = vi.spyOn(WalledClient.prototype, 'query')
    const reads = () =>
      asked.mock.calls.filter(
        ([query]) => Object(query).name === 'find-board-orders' && Object(query).values[0] === shop.projectId,
      ).length
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const missedBy = async () => {
      const ids = new Set<string>()
      for await (const { event, data } of storeMessages(key, beginning, new AbortController().signal)) {
        if (event === 'heartbeat') return ids
        if (event === 'orders') for (const order of JSON.parse(data).orders) ids.add(order.orderId)
      }
      return ids
    }
    try {
      const boards = await inProjects([shop.projectId], () => Promise.all(Array.from({ length: 30 }, missedBy)))
      expect(boards.map((ids) => ids.size)).toEqual(Array(30).fill(150))
      // Two hundreds for the first, for those who ask meanwhile, and for the feed; each by itself reads sixty.
      expect(reads()).toBeLessThan(30)
    } finally {
      asked.mockRestore()
    }
  })

  it('tells whoever comes back of arrivals first, and between what they missed of what happens meanwhile', async () => {
    const hsFields = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`field ${n}`, 'x'.repeat(1_000)]))
    const large = Array.from({ length: 20 }, (_, at) => `large-${at}`)
    await Promise.all(large.map((orderId) => shop.create(orderId, { hsFields })))
    // More than is looked at together.
    await pools().hot.query(
      `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, recorded_at)
       select o.project_id, o.destination_id, o.service_id, 'updateOrder', o.status, o.section, o.version, 'api', clock_timestamp()
       from orders o cross join generate_series(1, 60) where o.project_id = $1`,
      [shop.projectId],
    )
    await shop.create('was there', { eventType: 'arrival' })
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const idsIn = ({ event, data }: StreamMessage): string[] =>
      event === 'orders' ? JSON.parse(data).orders.map(({ orderId }: { orderId: string }) => orderId) : []
    const [slow, prompt] = [1, 2].map(() => storeMessages(key, beginning, new AbortController().signal))
    const next = async (stream: typeof slow) => (await stream?.next())?.value || { event: 'over', data: '' }
    try {
      const first = await next(slow)
      expect(idsIn(first)[0]).toBe('was there')
      while ((await next(prompt)).event !== 'heartbeat');
      await shop.create('comes', { eventType: 'arrival' })
      while (!idsIn(await next(prompt)).includes('comes'));
      // A feed says once more what is not settled yet: that may come before.
      const told = [first]
      while (!idsIn(told.at(-1) ?? first).includes('comes')) told.push(await next(slow))
      expect(told.at(-1)).not.toHaveProperty('id')
      const missed = () => told.filter(({ id }) => id === first.id).flatMap(idsIn)
      const before = missed().length
      while (told.at(-1)?.event !== 'heartbeat') told.push(await next(slow))
      expect(new Set(missed())).toEqual(new Set(['was there', ...large]))
      expect(before).toBeLessThan(missed().length)
    } finally {
      for (const stream of [slow, prompt]) await stream?.return(undefined)
    }
  })

  it('keeps so much for all who do not read what they missed, and no more: the others read their board anew', async () => {
    const hsFields = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`field ${n}`, 'x'.repeat(1_000)]))
    const count = 80
    await Promise.all(Array.from({ length: count }, (_, at) => shop.create(`large-${at}`, { hsFields })))
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    // Each from a cursor of its own, so that each reads for itself: 4 million characters, of which it takes one.
    const streams = Array.from({ length: 16 }, (_, n) =>
      storeMessages(key, { ...beginning, sequence: BigInt(-n) }, new AbortController().signal),
    )
    const first: (StreamMessage | undefined)[] = []
    for (const stream of streams) first.push((await stream.next()).value ?? undefined)
    let resets = 0
    for (const [n, stream] of streams.entries()) {
      const told: StreamMessage[] = []
      for (let next = first[n]; next && next.event !== 'heartbeat'; next = (await stream.next()).value ?? undefined)
        told.push(next)
      await stream.return(undefined)
      const isReset = told.some(({ event }) => event === 'reset')
      const orders = told.flatMap(({ event, data }) => (event === 'orders' ? JSON.parse(data).orders : []))
      if (isReset) resets += 1
      else expect(orders).toHaveLength(count)
    }
    expect([resets >= 4, resets < 16]).toEqual([true, true])
  })

  it('ends the stream of whoever keeps most of what no reset stands for: it comes again and is told of what it missed', async () => {
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const pushes: ((message: StreamMessage) => void)[] = []
    const open = (after: string) =>
      storeMessages(key, positionOf(key, after), new AbortController().signal, (push) => {
        pushes.push(push)
        return () => {}
      })
    const elsewhere = (characters: number) => ({ event: 'elsewhere', data: 'x'.repeat(characters) })
    const stalled = open('0')
    const prompt = open('0')
    const others = [stalled, prompt]
    const readUntil = async (stream: AsyncGenerator<StreamMessage>, event: string, told: StreamMessage[] = []) => {
      for (let next = await stream.next(); !next.done; next = await stream.next()) {
        told.push(next.value)
        if (next.value.event === event) return told
      }
      return told
    }
    try {
      const cursor = (await readUntil(stalled, 'heartbeat')).at(-1)?.id ?? ''
      await readUntil(prompt, 'heartbeat')
      pushes[0]?.(elsewhere(20_000_000))
      await shop.create('meanwhile')
      pushes[1]?.(elsewhere(15_000_000))
      expect((await readUntil(prompt, 'elsewhere')).at(-1)?.data).toHaveLength(15_000_000)
      expect(await readUntil(stalled, 'elsewhere')).toEqual([])
      const again = open(cursor)
      others.push(again)
      const told = await readUntil(again, 'heartbeat')
      // What it missed, and perhaps once more by the feed.
      expect([...new Set(told.map(({ event }) => event))]).toEqual(['orders', 'settings', 'heartbeat'])
      expect(told[0]?.data).toContain('"meanwhile"')
    } finally {
      for (const stream of others) await stream.return(undefined)
    }
  })

  it('tells of what it could not read once it can, whether or not anybody says so again', async () => {
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const stopListening = onStoreNews(shop.projectId, shop.destinationId, () => {})
    expect(await until(isListening, 10_000)).toBe(true)
    // No heartbeat comes meanwhile, which would look by itself.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const query = WalledClient.prototype.query as (...asked: unknown[]) => Promise<unknown>
    let failures = 0
    const asking = vi.spyOn(WalledClient.prototype, 'query')
    const stream = storeMessages(key, beginning, new AbortController().signal)
    const readUntil = async (event: string) => {
      for await (const message of { [Symbol.asyncIterator]: () => ({ next: () => stream.next() }) })
        if (message.event === event) return message
    }
    try {
      await readUntil('heartbeat')
      asking.mockImplementation(function (this: WalledClient, ...asked: unknown[]) {
        const { name, values } = Object(asked[0])
        if (name !== 'list-changes' || values[0] !== shop.projectId || failures === 2) {
          return Reflect.apply(query, this, asked)
        }
        failures += 1
        return Promise.reject(new Error('gone'))
      } as typeof WalledClient.prototype.query)
      await shop.create('unread')
      expect((await readUntil('orders'))?.data).toContain('"unread"')
      expect(failures).toBe(2)
    } finally {
      asking.mockRestore()
      vi.useRealTimers()
      await stream.return(undefined)
      stopListening()
    }
  })

  it('says when the gap is too wide to stream', async () => {
    await pools().hot.query(
      `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, recorded_at)
       select $1, $2, gen_random_uuid(), 'updateOrder', 'Registered', 'Expected', 1, 'api', clock_timestamp() - interval '1 hour'
       from generate_series(1, 1200)`,
      [shop.projectId, shop.destinationId],
    )
    const reader = new EventReader(`${shop.baseUrl}/api/staff/board/stream?${address('&after=0')}`, headers)
    opened.push(reader)
    expect((await reader.next()).event).toBe('reset')
    await shop.create('after the reset')
    expect((await reader.nextOrder('after the reset')).order).toMatchObject({ version: 1 })
  })
})

describe('the stream under stress', () => {
  it('tells of what comes behind a rush of more changes than it reads at a time', async () => {
    const reader = await openStream()
    await pools().hot.query(
      `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, recorded_at)
       select $1, $2, gen_random_uuid(), 'updateOrder', 'Registered', 'Expected', 1, 'api', clock_timestamp()
       from generate_series(1, 2500)`,
      [shop.projectId, shop.destinationId],
    )
    await shop.create('behind the rush')
    expect((await reader.nextOrder('behind the rush')).order).toMatchObject({ version: 1 })
    const joining = await openStream()
    await shop.create('after the rush')
    expect((await joining.nextOrder('after the rush')).order).toMatchObject({ version: 1 })
  })

  it('ends with the access token that it is read with, however long the session lives', async () => {
    const { account } = await shop.signIn()
    const almostAnHourAgo = new Date(Date.now() - (accessTokenLifeS - 5) * 1000)
    const theirs = { authorization: `Bearer ${await openSessionOf(account.email, almostAnHourAgo)}` }
    const streams = [watch(shop, theirs), new EventReader(`${shop.baseUrl}/api/staff/stores/stream`, theirs)]
    opened.push(...streams)
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: expect.any(String) })
    for (const stream of streams) await expect(stream.next(() => false)).rejects.toThrow('the stream ended')
    expect(await shop.call('/api/staff/session', { headers: theirs, key: null })).toMatchObject({ status: 401 })
  })

  it.each(['narrowed', 'removed', 'signed out', 'signed out elsewhere'])('ends at once for who is %s', async (how) => {
    const owner = (await shop.signIn({ role: 'owner' })).headers
    const { headers: theirs, account } = await shop.signIn()
    const sessionId = readAccessToken(String(theirs.authorization).replace('Bearer ', ''), new Date())?.sessionId ?? ''
    const caller = await acrossProjects(() => findStaffBySession(sessionId, new Date()))
    if (!caller) throw new Error('no session')
    const other = { authorization: `Bearer ${await openSessionOf(account.email)}` }
    const { destinationId: elsewhere } = await createStore(shop.projectId)
    const person = `/api/staff/people/${caller.userId}?projectId=${shop.projectId}`
    const by = {
      narrowed: {
        path: person,
        method: 'PATCH',
        body: { role: 'staff', destinationIds: [elsewhere] },
        headers: owner,
      },
      removed: { path: person, method: 'DELETE', headers: owner },
      'signed out': { path: '/api/staff/session', method: 'DELETE', headers: theirs },
      'signed out elsewhere': { path: '/api/staff/account/sessions', method: 'DELETE', headers: other },
    }[how]
    const stopListening = onStoreNews(shop.projectId, '', () => {})
    expect(await until(isListening, 10_000)).toBe(true)
    // No heartbeat comes meanwhile, with which each stream looks.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const gone = new AbortController()
    try {
      const key = { projectId: shop.projectId, destinationId: shop.destinationId }
      const streams = await inProjects([shop.projectId], async () => [
        (await streamBoard(caller, key, '0'))(gone.signal),
        streamStores(caller)(gone.signal),
      ])
      const readToEnd = async (stream: AsyncGenerator<StreamMessage>) => {
        for (const told: string[] = []; ; ) {
          const next = await inProjects([shop.projectId], () => stream.next())
          if (next.done) return told
          told.push(next.value.event)
        }
      }
      // By its first message each hears of what changes.
      await inProjects([shop.projectId], () => Promise.all(streams.map((stream) => stream.next())))
      const told = Promise.all(streams.map(readToEnd))
      expect((await shop.call(by?.path ?? '', { ...by, key: null })).status).toBeLessThan(300)
      const [ofBoard = [], ofStores = []] = await told
      // How its store is set up, and which others wait, may be told once more.
      const atFirst = ['settings', 'elsewhere', 'heartbeat']
      expect(ofBoard.filter((event) => !atFirst.includes(event))).toEqual([])
      expect(ofStores.filter((event) => event !== 'stores')).toEqual([])
    } finally {
      gone.abort()
      vi.useRealTimers()
      stopListening()
    }
  })

  it('ends with the right to see it, though nobody says that it is gone', async () => {
    const { headers: theirs } = await shop.signIn()
    headers = theirs
    const reader = await openStream()
    await pools().hot.query(
      'delete from staff_session where user_id in (select user_id from membership where project_id = $1)',
      [shop.projectId],
    )
    await expect(reader.next(() => false)).rejects.toThrow('the stream ended')
  })
})

describe('staff', () => {
  it('acknowledge an arrival once: of two taps the second learns who was first', async () => {
    const made = await shop.create('a1')
    expect((await act(made.body.serviceId, 'acknowledge')).body.code).toBe('action_conflict')
    await shop.update('a1', { eventType: 'arrival' })
    const answers = await Promise.all([
      act(made.body.serviceId, 'acknowledge'),
      act(made.body.serviceId, 'acknowledge'),
    ])
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    expect(won?.status).toBe(200)
    expect(won?.body).toMatchObject({ isAcknowledged: true, acknowledgedBy: 'Ada Mensah' })
    expect(lost?.status).toBe(409)
    expect(lost?.body.detail).toContain('Ada Mensah')
    expect(lost?.body.order).toMatchObject({ isAcknowledged: true, orderId: 'a1' })
    expect((await shop.get('a1')).body.isAcknowledged).toBe(true)
  })

  it('complete an order, which every board learns and the customer’s app as well', async () => {
    const made = await shop.create('a2', { eventType: 'arrival' })
    const reader = await openStream()
    expect((await act(made.body.serviceId, 'complete')).body).toMatchObject({
      status: 'Completed',
      closedBy: 'Ada Mensah',
    })
    // How it was made may be told once more: a cursor stands before what was underway when it was asked for.
    let told = await reader.nextOrder('a2')
    while (told.order.section !== 'Done') told = await reader.nextOrder('a2')
    expect(told.order).toMatchObject({ isAcknowledged: true })
    expect((await shop.get('a2')).body.status).toBe('Completed')
    expect((await shop.update('a2', { eventType: 'arrival' })).body.code).toBe('order_closed')
    expect((await act(made.body.serviceId, 'complete')).body.code).toBe('action_conflict')
  })
})
