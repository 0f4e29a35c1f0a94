import { beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { unhurried } from '@/integration/unhurried'
import { nextCustomer, visit } from '@/integration/visits'
import { actOnOrder } from '@/lib/actions/service'
import type { StaffCaller } from '@/lib/auth/model'
import { beginning } from '@/lib/board/feed/cursor'
import { getBoard, getBoardText, streamBoard } from '@/lib/board/service'
import { storeMessages } from '@/lib/board/store-feed'
import { pools } from '@/lib/db'
import { onReaderNews } from '@/lib/feed/listener'
import { wakeReader } from '@/lib/feed/wake'
import { maskedMessages } from '@/lib/privacy/shared-boards'
import { getTimeline } from '@/lib/timeline/service'
import { WalledClient } from '@/lib/walled-client'
import { makeCaller, makeTabletCaller } from '@/prisma/factories/caller'
import { createStore } from '@/prisma/factories/project'

let shop: Shop
let owner: Record<string, string>
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  owner = (await shop.signIn({ role: 'owner', name: 'Olga Owner' })).headers
})

const query = async (text: string, values: unknown[] = []) => (await pools().hot.query(text, values)).rows

const at = (place: string) => `/api/staff/projects/${shop.projectId}/${place}`

describe('a shared board that masks', () => {
  const mask = (patch: object) => shop.call(at('privacy'), { method: 'PATCH', body: patch, headers: owner, key: null })

  it('is sent nothing that names a customer: neither at first, nor live, nor for its actions', async () => {
    const priya = nextCustomer()
    const order = await visit(shop, 'm1', priya)
    const tablet = await makeTabletCaller(shop)
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    expect(JSON.stringify(await getBoard(tablet, key, new Date()))).toContain(priya.name)
    await mask({ maskOnSharedBoards: true })

    const sent: unknown[] = [await getBoard(tablet, key, new Date())]
    const board = sent[0] as Awaited<ReturnType<typeof getBoard>>
    expect(board.store.isMasked).toBe(true)
    expect(board.orders).toMatchObject([
      {
        customerName: `Priya ${priya.name.charAt(6)}.`,
        hsFields: { 'Car Plate': `•••${priya.plate.slice(-3)}`, Bay: '4' },
      },
    ])
    const gone = new AbortController()
    const messages = (await streamBoard(tablet, key, board.cursor))(gone.signal)
    // An app may make the name of a detail of what somebody has typed.
    const typed = { [`Call ${priya.name}`]: 'yes', [`ring ${priya.athome}`]: 'yes', [`rings ${priya.athome}`]: 'no' }
    await shop.update('m1', { hsFields: { phone: priya.athome, ...typed } })
    for await (const message of messages) {
      sent.push(message.data)
      if (message.event === 'orders' && message.data.includes('"phone"')) break
    }
    gone.abort()
    const act = { action: 'acknowledge' } as const
    const request = new Request(shop.baseUrl)
    const acting = { projectId: shop.projectId, serviceId: String(order.serviceId), act, request }
    sent.push(await actOnOrder(tablet, acting, new Date()))
    const refused = await actOnOrder(tablet, acting, new Date()).catch((error) => error.extras)
    expect(refused.members.order.orderId).toBe('m1')
    sent.push(refused)
    const reason = `${priya.name} rang`
    await actOnOrder(tablet, { ...acting, act: { action: 'cancel', reason } }, new Date())
    sent.push(await getBoard(tablet, key, new Date()), await getTimeline(tablet, acting))
    // Who was first is told, and not why.
    const late = await actOnOrder(tablet, { ...acting, act: { action: 'complete' } }, new Date()).catch((e) => e.extras)
    expect(late.members.lastChange).toMatchObject({ eventType: 'cancelled', reason: null })
    sent.push(late)
    // Of an order that is gone its events may be left.
    await query(
      `update order_event set details = details || '{"reason": "Priya Gone rang"}'
      where project_id = $1 and event_type = 'cancelled'`,
      [shop.projectId],
    )
    await query('delete from orders where project_id = $1 and service_id = $2', [shop.projectId, order.serviceId])
    expect(JSON.stringify(await getTimeline(tablet, acting))).not.toContain('Gone')
    const text = JSON.stringify(sent)
    const ending = `•••${priya.number.slice(-3)}`
    expect(text).toContain(`"${ending}":"yes","•••":"yes","${ending} (2)":"no"`)
    for (const value of [priya.name, priya.name.slice(6), priya.athome, priya.number, priya.plate]) {
      expect(text).not.toContain(value)
    }
  })

  it('hides what is to be hidden as it is given, however long it took to make', async () => {
    const priya = nextCustomer()
    await visit(shop, 'm6', priya)
    const tablet = await makeTabletCaller(shop)
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const { query } = WalledClient.prototype
    const ask = vi.spyOn(WalledClient.prototype, 'query')
    const clock = vi.spyOn(performance, 'now')
    /** What is read first of what a board is to hide is not so any more by the time that it is there, and that took its time. */
    const changingMeanwhile = <Told>(patch: object, read: () => Promise<Told>) => {
      const change = vi.fn(async () => {
        await mask(patch)
        const now = performance.now()
        clock.mockImplementation(() => now + 1000)
      })
      ask.mockImplementation(async function (this: WalledClient, ...asked: unknown[]) {
        const answer = await Reflect.apply(query, this, asked)
        const { name, values } = Object(asked[0])
        if (name === 'find-masking' && values[0] === shop.projectId && change.mock.calls.length === 0) await change()
        return answer
      } as never)
      return read().finally(() => clock.mockReset())
    }
    try {
      const text = await changingMeanwhile({ maskOnSharedBoards: true }, () => getBoardText(tablet, key, new Date()))
      expect(new TextDecoder().decode(text)).not.toContain(priya.name)
      const open = await changingMeanwhile({ maskOnSharedBoards: false }, () => getBoard(tablet, key, new Date()))
      expect(JSON.stringify(open)).toContain(priya.name)
      const board = await changingMeanwhile({ maskOnSharedBoards: true }, () => getBoard(tablet, key, new Date()))
      expect(JSON.stringify(board)).not.toContain(priya.name)
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('is read anew where it was read by other rules than are in force as its stream begins', async () => {
    await visit(shop, 'm3', nextCustomer())
    const tablet = await makeTabletCaller(shop)
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const boardNow = () => getBoard(tablet, key, new Date())
    const isReset = async ({ cursor, maskedBy }: Awaited<ReturnType<typeof getBoard>>) => {
      const gone = new AbortController()
      const stream = (await streamBoard(tablet, key, cursor, maskedBy))(gone.signal)
      const { value } = await stream.next()
      gone.abort()
      // What one stream believes for a second is believed by the next that is open beside it.
      await stream.return(undefined)
      return value?.event === 'reset'
    }
    const [open, inPart, withHints] = [
      await boardNow(),
      await mask({ maskOnSharedBoards: true }).then(boardNow),
      await mask({ personalFields: { Hint: 'other' } }).then(boardNow),
    ]
    expect(await Promise.all([open, inPart, withHints].map(isReset))).toEqual([true, true, false])
    await mask({ maskOnSharedBoards: false, personalFields: { Hint: null } })
    expect(await Promise.all([open, inPart, withHints].map(isReset))).toEqual([false, true, true])
  })

  it('is read anew where the browser was another caller as it was read; what names a customer says by what rules it hides', async () => {
    const customer = nextCustomer()
    await visit(shop, 'm4', customer)
    const tablet = await makeTabletCaller(shop)
    const person = await makeCaller({ projectId: shop.projectId, role: 'staff', destinationIds: null })
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const firstOf = async (caller: StaffCaller, { cursor, maskedBy }: { cursor: string; maskedBy?: string }) => {
      const gone = new AbortController()
      const stream = (await streamBoard(caller, key, cursor, maskedBy))(gone.signal)
      const { value } = await stream.next()
      gone.abort()
      await stream.return(undefined)
      return value?.event
    }
    // Where nothing is hidden a tablet's is told from a person's all the same.
    const open = await getBoard(tablet, key, new Date())
    expect(await firstOf(tablet, open)).not.toBe('reset')
    expect(await firstOf(tablet, { cursor: open.cursor })).not.toBe('reset')
    expect(await firstOf(person, open)).toBe('reset')
    await mask({ maskOnSharedBoards: true })
    expect(await firstOf(tablet, open)).toBe('reset')
    const [masked, whole] = [await getBoard(tablet, key, new Date()), await getBoard(person, key, new Date())]
    expect(whole.maskedBy).toBe('nothing')
    expect(await firstOf(tablet, masked)).not.toBe('reset')
    expect(await firstOf(person, whole)).not.toBe('reset')
    expect(await firstOf(tablet, whole)).toBe('reset')
    expect(await firstOf(tablet, { cursor: whole.cursor })).toBe('reset')
    expect(await firstOf(person, masked)).toBe('reset')

    const [order] = masked.orders
    if (!order) throw new Error('There is no order')
    const acting = {
      ...key,
      serviceId: order.serviceId,
      act: { action: 'acknowledge' } as const,
      request: new Request(shop.baseUrl),
    }
    const { maskedBy } = masked
    expect(await actOnOrder(tablet, acting, new Date())).toMatchObject({ maskedBy, isAcknowledged: true })
    const refused = await actOnOrder(tablet, acting, new Date()).catch((error) => error.extras)
    expect(refused.members.order).toMatchObject({ maskedBy })
    expect(await getTimeline(tablet, acting)).toMatchObject({ maskedBy })
    expect(await getTimeline(person, acting)).toMatchObject({ maskedBy: 'nothing' })
  })

  it('hides in a timeline the names under which the order stood before, also once the order is gone', async () => {
    const [priya, next] = [nextCustomer(), nextCustomer()]
    const hsFields = { [`for ${priya.name}`]: '2', [`with ${next.name}`]: '1', Bay: '4' }
    const { body: order } = await shop.create('before', { customerName: priya.name, hsFields })
    await shop.update('before', { customerName: next.name, eventType: 'arrival' })
    await mask({ maskOnSharedBoards: true })
    const acting = { projectId: shop.projectId, serviceId: String(order.serviceId) }
    const timeline = await getTimeline(await makeTabletCaller(shop), acting)
    expect(timeline.events.at(-1)?.changed.sort()).toEqual(['Bay', 'customerName', '•••', '••• (2)'].sort())
    await query('delete from orders where project_id = $1 and service_id = $2', [shop.projectId, order.serviceId])
    const text = JSON.stringify([timeline, await getTimeline(await makeTabletCaller(shop), acting)])
    expect(text).toContain('•••')
    for (const { name } of [priya, next]) expect(text).not.toContain(name.slice(6))
  })

  it('hides the names that an order holds now alone, and a former one in a detail that is declared', async () => {
    const [priya, next] = [nextCustomer(), nextCustomer()]
    const told = { 'Pickup person': priya.name, Hint: `${priya.name} waits`, Plan: `${next.name} comes` }
    await shop.create('former', { customerName: next.name, hsFields: told })
    await shop.update('former', { hsFields: { 'Pickup person': null }, eventType: 'arrival' })
    const hsFieldsNow = async () => {
      const key = { projectId: shop.projectId, destinationId: shop.destinationId }
      const { orders } = await getBoard(await makeTabletCaller(shop), key, new Date())
      return orders.find(({ orderId }) => orderId === 'former')?.hsFields
    }
    await mask({ maskOnSharedBoards: true })
    expect(await hsFieldsNow()).toEqual({ Hint: `${priya.name} waits`, Plan: '•••' })
    await mask({ maskOnSharedBoards: true, personalFields: { Hint: 'other' } })
    expect(await hsFieldsNow()).toEqual({ Hint: '•••', Plan: '•••' })
  })

  it('ends for who reads slowly what was missed, once the right has ended', async () => {
    await Promise.all(Array.from({ length: 150 }, (_, n) => shop.create(`slow-${n}`)))
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const gone = new AbortController()
    const clock = vi.spyOn(performance, 'now')
    try {
      const tablet = await makeTabletCaller(shop)
      const stream = (await streamBoard(tablet, key, '0'))(gone.signal)
      expect((await stream.next()).value?.event).toBe('orders')
      await query('update tablet set revoked_at = now() where tablet_id = $1', [tablet.userId])
      const now = performance.now()
      clock.mockImplementation(() => now + 6_000)
      expect((await stream.next()).done).toBe(true)
    } finally {
      clock.mockRestore()
      gone.abort()
    }
  })

  it('ends before the rest of what was missed, as soon as the right has ended', async () => {
    await Promise.all(Array.from({ length: 150 }, (_, n) => shop.create(`rest-${n}`)))
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const gone = new AbortController()
    const tablet = await makeTabletCaller(shop)
    // However long that takes, it is not the time that ends it.
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    try {
      const stream = (await streamBoard(tablet, key, '0'))(gone.signal)
      expect((await stream.next()).value?.event).toBe('orders')
      await query('update tablet set revoked_at = now() where tablet_id = $1', [tablet.userId])
      const heard = new Promise<void>((resolve) => onReaderNews(tablet.userId, resolve))
      wakeReader(tablet.userId)
      await heard
      expect((await stream.next()).done).toBe(true)
    } finally {
      clock.mockRestore()
      gone.abort()
    }
  })

  it('masks its streams as soon as its project says so, and asks and masks once for all of them', async () => {
    const priya = nextCustomer()
    await visit(shop, 'm4', priya)
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const asked = vi.spyOn(WalledClient.prototype, 'query')
    const lookUps = () =>
      asked.mock.calls.filter(
        ([query]) => Object(query).name === 'find-masking' && Object(query).values[0] === shop.projectId,
      )
    const gone = new AbortController()
    const tablet = await makeTabletCaller(shop)
    const streams = Array.from({ length: 10 }, () =>
      maskedMessages(tablet, key, storeMessages(key, beginning, gone.signal), undefined),
    )
    /** Reads each stream on, up to a message that holds a text. */
    const until = (event: string, text: string) =>
      Promise.all(
        streams.map(async (stream) => {
          for (;;) {
            const { value, done } = await stream.next()
            if (done) throw new Error('a stream ended')
            if (value.event === event && value.data.includes(text)) return value
          }
        }),
      )
    expect((await until('orders', 'm4'))[0]?.data).toContain(priya.name)
    expect(lookUps().length).toBeLessThan(streams.length)
    await mask({ maskOnSharedBoards: true })
    await until('reset', '')
    await shop.update('m4', { customerName: `${priya.name} later`, hsFields: { Ref: 'later' } })
    const told = await until('orders', 'later')
    for (const { data } of told) {
      expect(data).toContain('"Priya L."')
      expect(data).not.toContain(priya.name)
    }
    // Made once, however many look: a large order may not hold up the server for each of them.
    expect(new Set(told).size).toBe(1)
    await Promise.all(streams.map((stream) => stream.return(undefined)))
    gone.abort()
    asked.mockRestore()
  })

  it('names nobody either where some of the details are left out at first that tell the name', async () => {
    await mask({ maskOnSharedBoards: true })
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const stream = maskedMessages(
      await makeTabletCaller(shop),
      key,
      storeMessages(key, beginning, new AbortController().signal),
      undefined,
    )
    const told: string[] = []
    const read = async () => {
      const { value, done } = await stream.next()
      if (done) throw new Error('the stream ended')
      if (value.event === 'orders') told.push(value.data)
      return value.event
    }
    while ((await read()) !== 'heartbeat');
    const ids = Array.from({ length: 30 }, (_, n) => `n${n}`)
    const notes = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`note ${n}`, 'x'.repeat(980)]))
    const hsFields = { Ref: 'Zoe Quillfeather', 'Contact name': `Zoe Quillfeather${' '.repeat(980)}`, ...notes }
    const arrive = (id: string) => shop.create(id, { eventType: 'arrival', customerName: 'Zoe', hsFields })
    await Promise.all(ids.map(arrive))
    while (!ids.every((id) => told.some((data) => data.includes(`"${id}"`)))) await read()
    expect(told.filter((data) => data.includes('"detailsFollow":true')).length).toBeGreaterThan(0)
    expect(told.filter((data) => data.includes('Quillfeather'))).toEqual([])
    await stream.return(undefined)
  })

  it('is read also where thousands of arrivals each call their details otherwise', async () => {
    const tablet = await makeTabletCaller(shop)
    await mask({ maskOnSharedBoards: true })
    await visit(shop, 'm1', nextCustomer())
    await unhurried(
      `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, customer_name,
         arrived_at, created_at, last_update_time, last_transition_time, hs_fields)
       select $1::uuid, gen_random_uuid(), $2, 'crowd ' || n, 't', 'Arrived', 'Arrived', 'Priya Natarajan', now(), now(), now(), now(),
         (select jsonb_object_agg(left(md5(n || 'a' || d) || ' ' || md5(n || 'b' || d), 64), 'x')
          from generate_series(1, 8) d)
       from generate_series(1, 12000) n`,
      [shop.projectId, shop.destinationId],
    )
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const { orders } = await getBoard(tablet, key, new Date())
    expect(orders.length).toBeGreaterThan(50)
    expect(orders.every(({ customerName }) => /^Priya \p{Lu}\.$/u.test(customerName))).toBe(true)
  })

  it('shows a usual order whole, and of a long one what stands on its row, whatever arrived before them', async () => {
    const eva = nextCustomer()
    const telling = { [`Full name of whoever is going to collect ${'it '.repeat(5)}`]: eva.name }
    const details = (count: number, of: (n: number) => [string, string]) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => of(n)))
    const typed = { customerName: 'Eva', hsFields: { [`Bag of ${eva.name}`]: 'shelf 9', ...telling } }
    await shop.create('typed', { eventType: 'arrival', ...typed })
    await query(`update orders set arrived_at = now() - interval '2 hours' where project_id = $1`, [shop.projectId])
    await unhurried(
      `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, customer_name,
         arrived_at, created_at, last_update_time, last_transition_time, hs_fields)
       select $1::uuid, gen_random_uuid(), $2, 'odd ' || n, 't', 'Arrived', 'Arrived', 'Priya Natarajan', t, t, t, t,
         (select jsonb_object_agg(repeat('ä', 30) || left(md5(n || 'a' || d), 30), 'x') from generate_series(1, 45) d)
       from generate_series(1, 150) n, (select now() - interval '1 hour' as t) t`,
      [shop.projectId, shop.destinationId],
    )
    const customer = nextCustomer()
    const car = { 'Car Make': 'Skoda', 'Car Color': 'white', 'Car Model': 'Fabia', 'Parking Bay': '4' }
    const bags = {
      Items: `4 bags ${'of flour '.repeat(20).trim()}`,
      Total: '41.20',
      Slot: '10-11',
      Gate: '2',
      Level: '1',
    }
    const told = { 'Collector full name': customer.name, [`For ${customer.name}`]: 'shelf 9' }
    await shop.create('usual', {
      eventType: 'arrival',
      customerName: 'Anna Smith',
      hsFields: { ...car, ...bags, ...told },
    })
    const blank = { ...details(12, (n) => [`O${n}`, '']), [`For ${eva.name}`]: '' }
    const long = { ...blank, ...details(25, (n) => [`Order detail ${n}`, 'x']), ...car, ...typed.hsFields }
    await shop.create('long', { eventType: 'arrival', customerName: 'Eva', hsFields: long })
    await mask({ maskOnSharedBoards: true })
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const text = new TextDecoder().decode(await getBoardText(await makeTabletCaller(shop), key, new Date()))
    const { orders } = JSON.parse(text) as { orders: { orderId: string; hsFields: Record<string, string> }[] }
    expect(orders).toHaveLength(153)
    const shown = (id: string) => orders.find(({ orderId }) => orderId === id)?.hsFields
    expect(shown('usual')).toMatchObject({ ...car, ...bags, '•••': 'shelf 9' })
    expect(shown('long')).toMatchObject({ 'Car Model': 'Fabia', 'Parking Bay': '4' })
    expect(Object.keys(shown('long') ?? {})).toHaveLength(8)
    for (const { name } of [customer, eva]) expect(text).not.toContain(name)
  })

  it('keeps no other board of its project waiting, however long it takes to hide what it tells', async () => {
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    const { destinationId: second } = await createStore(shop.projectId)
    const { destinationId: quiet } = await createStore(shop.projectId)
    const tablets = [await makeTabletCaller(shop), await makeTabletCaller({ ...key, destinationId: second })]
    const person = await makeCaller({ projectId: shop.projectId, role: 'manager', destinationIds: null })
    await mask({ maskOnSharedBoards: true })
    await unhurried(
      `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, customer_name,
         arrived_at, created_at, last_update_time, last_transition_time, hs_fields)
       select $1::uuid, gen_random_uuid(), s, 'crowd ' || n, 't', 'Arrived', 'Arrived', repeat('äBab ', 9), now(), now(), now(), now(),
         (select jsonb_object_agg('last name ' || d || n, repeat('öB ', 10)) from generate_series(1, 10) d)
       from unnest($2::text[]) s cross join generate_series(1, 3000) n`,
      [shop.projectId, [shop.destinationId, second]],
    )
    let hidden = 0
    const readings = [shop.destinationId, second].map(async (destinationId, nth) => {
      const { orders } = await getBoard(tablets[nth] as StaffCaller, { ...key, destinationId }, new Date())
      hidden += 1
      return orders
    })
    const { store } = await getBoard(person, { ...key, destinationId: quiet }, new Date())
    expect([store.destinationId, hidden]).toEqual([quiet, 0])
    for (const orders of await Promise.all(readings)) expect(JSON.stringify(orders)).not.toContain('öB')
  })

  it('is a tablet’s alone, and a store may differ from its project', async () => {
    const priya = nextCustomer()
    await visit(shop, 'm2', priya)
    const key = { projectId: shop.projectId, destinationId: shop.destinationId }
    await mask({ maskOnSharedBoards: true })
    const person = await makeCaller({ projectId: shop.projectId, role: 'staff', destinationIds: [shop.destinationId] })
    expect((await getBoard(person, key, new Date())).orders[0]?.customerName).toBe(priya.name)
    await mask({ stores: { [shop.destinationId]: false } })
    expect((await getBoard(await makeTabletCaller(shop), key, new Date())).orders[0]?.customerName).toBe(priya.name)
    const { body } = await mask({ maskOnSharedBoards: false, stores: { [shop.destinationId]: true } })
    expect(body).toMatchObject({ maskOnSharedBoards: false, stores: [{ maskOnSharedBoards: true }] })
    expect((await getBoard(await makeTabletCaller(shop), key, new Date())).store.isMasked).toBe(true)
  })

  it('masks a store, and a detail, that is called what every object inherits', async () => {
    const odd = { projectId: shop.projectId, destinationId: '__proto__' }
    await shop.create('m5', {
      destinationId: '__proto__',
      customerName: 'Priya Rao',
      hsFields: JSON.parse('{"__proto__":"x"}'),
    })
    await mask({ maskOnSharedBoards: true })
    await mask(JSON.parse('{"stores":{"__proto__":false},"personalFields":{"__proto__":"other"}}'))
    const board = async (store: typeof odd) => getBoard(await makeTabletCaller(store), store, new Date())
    expect((await board(odd)).orders[0]?.customerName).toBe('Priya Rao')
    await mask(JSON.parse('{"stores":{"__proto__":null}}'))
    expect((await board(odd)).orders[0]?.hsFields).toEqual(JSON.parse('{"__proto__":"•••"}'))
  })

  it('shows an order whole to whoever asks, and that is in the record', async () => {
    const priya = nextCustomer()
    const order = await visit(shop, 'm3', priya)
    const { account, headers } = await shop.signIn({ role: 'staff', name: 'Sam Okafor' })
    expect(account.email).not.toBe('')
    const reveal = (body: object, asking = headers) =>
      shop.call(`/api/staff/orders/${order.serviceId}/reveal`, { method: 'POST', body, headers: asking, key: null })
    expect((await reveal({ projectId: shop.projectId })).body).toMatchObject({ customerName: priya.name })
    const elsewhere = (await shop.signIn({ role: 'staff', destinationIds: ['another'] })).headers
    expect((await reveal({ projectId: shop.projectId }, elsewhere)).body.code).toBe('order_not_found')
    const lines = await query(
      `select actor_name, subject_id from audit_entry where action = 'order.revealed' and project_id = $1`,
      [shop.projectId],
    )
    expect(lines).toEqual([{ actor_name: 'Sam Okafor', subject_id: order.serviceId }])
    // Who has a whole board revealed is stopped, and fills no record.
    const again = () => reveal({ projectId: shop.projectId }).then(({ status }) => status)
    const statuses = await Promise.all(Array.from({ length: 45 }, again))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })
})
