import pg from 'pg'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { rowsWith } from '@/integration/rows-with'
import { openShop, type Shop } from '@/integration/shop'
import { Staff } from '@/integration/staff'
import { pools } from '@/lib/db'
import { foundFields } from '@/lib/redaction/model'
import { redactClosedOrders } from '@/lib/redaction/service'

let shop: Shop
let ada: Staff
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  ada = await Staff.of(shop, { name: 'Ada Mensah' })
})

const query = async (text: string, values: unknown[] = []) => (await pools().hot.query(text, values)).rows

/** As if everything of this shop had happened so much earlier. */
async function letHoursPass(hours: number): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - $2 * interval '1 hour'`
  const columns = ['created_at', 'last_update_time', 'on_the_way_at', 'arrived_at', 'acknowledged_at', 'closed_at']
  const times = columns.map(earlier)
  await query(`update orders set ${times} where project_id = $1`, [shop.projectId, hours])
  await query(`update order_event set ${earlier('recorded_at')} where project_id = $1`, [shop.projectId, hours])
  await query(`update idempotency_key set ${earlier('free_at')} where project_id = $1`, [shop.projectId, hours])
}

async function redactOld(orderId: string): Promise<void> {
  // While a server is at it, it is its turn.
  for (let isDone = false; !isDone; ) {
    await redactClosedOrders(new Date())
    const rows = await query('select redacted_at from orders where project_id = $1 and order_id = $2', [
      shop.projectId,
      orderId,
    ])
    isDone = rows.every((row) => row.redacted_at !== null)
  }
}

/** Every row of every table that holds the mark, as text. */
const everything = async () => (await rowsWith(mark)).join('\n')

// In each of the texts that name this customer, and in nothing else.
const mark = `q${process.pid}x${Date.now().toString(36)}`
const secrets = { name: `Priya ${mark}`, phone: `+1 555 ${mark}`, plate: `NM ${mark}`, mail: `${mark}@example.test` }

async function visit(orderId: string) {
  const told = {
    eventType: 'onTheWay',
    customerName: secrets.name,
    hsFields: { 'Car Plate': secrets.plate, customer_phone: secrets.phone, 'Car Model': 'Corsa' },
    customEventMetaData: { driverMobile: secrets.phone, eMail: secrets.mail, basket: 'b-7' },
  }
  const headers = { 'idempotency-key': `${mark}-${orderId}` }
  const { body: order } = await shop.create(orderId, told, { headers })
  const details = { hsFields: { 'Car Plate': `2${secrets.plate}`, Bay: '4' }, customerName: `2${secrets.name}` }
  await shop.update(orderId, { eventType: 'arrival', ...details }, { headers: { 'idempotency-key': `${mark}-u` } })
  await ada.act(order, 'acknowledge')
  const { body: done } = await ada.act(order, 'complete')
  return { order, done }
}

describe('a day after an order was closed', () => {
  it('nothing in the whole database names its customer any more, and its waits and timeline are as they were', async () => {
    const { order } = await visit('r1')
    const { body: left } = await shop.create('r0', { eventType: 'arrival' })
    await ada.act(left, 'cancel', { reason: `${secrets.name} called, ${secrets.phone}` })
    expect(await everything()).toMatch(/Priya/)
    await letHoursPass(23.9)
    const { body: before } = await ada.timeline(order)
    const times = () =>
      query(
        'select arrived_at, acknowledged_at, closed_at, status from orders where project_id = $1 order by order_id',
        [shop.projectId],
      )
    await redactClosedOrders(new Date())
    expect(await everything()).toMatch(/Priya/)
    await letHoursPass(0.2)
    const timesBefore = await times()
    await redactOld('r1')
    await redactOld('r0')
    // The keys of requests were named by this test and hold nothing of a customer; a day later they are gone as well.
    expect(await everything()).toBe('')
    expect(await times()).toEqual(timesBefore)
    const { body: after } = await ada.timeline(order)
    const toldBy = (body: typeof after) =>
      (body.events as { eventType: string; changed: string[] }[]).map(({ eventType, changed }) => [
        eventType,
        changed.toSorted(),
      ])
    expect(toldBy(after)).toEqual(toldBy(before))
    const { body } = await shop.get('r1')
    expect(body).toMatchObject({
      customerName: '',
      hsFields: { 'Car Plate': '', customer_phone: '', 'Car Model': 'Corsa', Bay: '4' },
    })
  })

  it('a detail goes whose own name is the customer’s, or a phone or plate of theirs, unless it is declared or only looks so', async () => {
    const named = {
      ...{ [`Call ${secrets.name}`]: 'yes', [`bag of ${mark} Priya`]: '2', '+1 555 010 0199': 'yes' },
      ...{ 'for Sam Okafor': '1', 'Bay 12': 'free', 'Store 01632 960 771': 'yes' },
    }
    const ofItems = { '4006381333931': '2', 'SKU 1234': '1', basket: 'b-7' }
    const looking = { 'BAY 104': 'free', '1000 pcs': 'yes', utm_1700000000: 'x' }
    const others = { 'Pickup person': 'Sam Okafor', Telefon: '555 010-0199' }
    const { body: order } = await shop.create('r5', {
      customerName: secrets.name,
      hsFields: { ...named, ...looking, ...others, 'x@priya.example': 'yes' },
      customEventMetaData: { 'NM12 PRY': '1', licence: 'nm12pry', ...ofItems },
    })
    await shop.update('r5', { eventType: 'arrival', customerName: 'Priya', hsFields: { 'x@priya.example': null } })
    await ada.act(order, 'complete')
    await query(
      `update project set settings = settings || '{"personalFields": {"Store 01632 960 771": "none"}}' where project_id = $1`,
      [shop.projectId],
    )
    await letHoursPass(24.1)
    await redactOld('r5')
    expect(await everything()).toBe('')
    const bays = { 'Bay 12': 'free', 'Store 01632 960 771': 'yes' }
    const kept = { ...bays, ...looking, 'Pickup person': '', Telefon: '' }
    expect((await shop.get('r5')).body.hsFields).toEqual(kept)
    const told = await query(
      `select e.details -> 'hsFields' as fields from order_event e
       where e.project_id = $1 and e.details ? 'hsFields' order by e.sequence`,
      [shop.projectId],
    )
    expect(told.map(({ fields }) => fields)).toEqual([kept, {}])
    const [{ meta }] = await query('select custom_event_meta_data as meta from orders where project_id = $1', [
      shop.projectId,
    ])
    expect(meta).toEqual({ licence: '', ...ofItems })
  })

  it('a detail is emptied that says the customer’s name, phone or plate, though its own name says nothing', async () => {
    const known = { phone: '01632 960983', 'Car Plate': 'NM12 PRY', email: secrets.mail }
    const saying = { slip: `FOR ${mark} PRIYA`, kz: 'nm12pry', tip: 'call 01632-960-983', to: `<${secrets.mail}>` }
    const kept = { ref2: '01632 960984', basket: '4006381333931', Bay: '4', desk: 'help@shop.example' }
    const meta = { slip: `${secrets.name}’s bags`, sku: 'SKU 1234' }
    const hsFields = { ...known, ...saying, ...kept }
    const { body: order } = await shop.create('r6', { customerName: secrets.name, hsFields, customEventMetaData: meta })
    await shop.update('r6', {
      eventType: 'arrival',
      customerName: 'Guest',
      hsFields: { label: secrets.name, slip: 'x' },
    })
    await ada.act(order, 'complete')
    await letHoursPass(24.1)
    await redactOld('r6')
    expect(await everything()).toBe('')
    const emptied = (details: object) => Object.fromEntries(Object.keys(details).map((key) => [key, '']))
    const gone = { ...emptied(known), ...emptied(saying) }
    expect((await shop.get('r6')).body.hsFields).toEqual({ ...gone, ...kept, label: '' })
    const told = await query(
      `select e.details -> 'hsFields' as fields from order_event e
       where e.project_id = $1 and e.details ? 'hsFields' order by e.sequence`,
      [shop.projectId],
    )
    expect(told.map(({ fields }) => fields)).toEqual([
      { ...gone, ...kept },
      { label: '', slip: '' },
    ])
    const [{ sku }] = await query(`select custom_event_meta_data -> 'sku' as sku from orders where project_id = $1`, [
      shop.projectId,
    ])
    expect(sku).toBe('SKU 1234')
  })

  it('what a project names goes, and nothing else; before that a hand-over can be undone with all its details', async () => {
    const owner = (await shop.signIn({ role: 'owner' })).headers
    const address = `/api/staff/projects/${shop.projectId}/settings`
    const settings = {
      method: 'PATCH',
      body: { redactedFields: ['carPlate', 'from', 'undone', 'Reason'] },
      headers: owner,
      key: null,
    }
    const manager = (await shop.signIn({ role: 'manager' })).headers
    expect((await shop.call(address, { ...settings, headers: manager })).body.code).toBe('right_missing')
    expect((await shop.call(address, settings)).body.settings).toMatchObject({ redactedFields: { 0: 'carPlate' } })
    const { order, done } = await visit('r2')
    await letHoursPass(23.9)
    const { body: back } = await ada.act(order, 'undo', { version: done.version })
    expect(back).toMatchObject({ section: 'Arrived', customerName: `2${secrets.name}` })
    await ada.act(order, 'complete')
    await letHoursPass(24.1)
    await redactOld('r2')
    const { body: timeline } = await ada.timeline(order)
    expect(timeline.events).toMatchObject([{ from: 'Arrived' }, { undone: 'fulfilled' }, {}, {}, {}, {}])
    const { body } = await shop.get('r2')
    expect(body.customerName).toBe(`2${secrets.name}`)
    expect(body.hsFields).toMatchObject({ 'Car Plate': '', customer_phone: secrets.phone })
  })
})

describe('an order that nobody closes', () => {
  const told = { customerName: 'Priya', hsFields: { phone: '+1 555 0100', Bay: '4' } }
  const names = async () => {
    const rows = await query('select order_id, customer_name from orders where project_id = $1 order by order_id', [
      shop.projectId,
    ])
    return Object.fromEntries(rows.map((row) => [row.order_id, row.customer_name]))
  }

  it('is emptied three days after its last change, or after it is due; a day after, if it was over from the start', async () => {
    const dueInDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()
    await shop.create('left', told)
    await shop.create('came', { ...told, eventType: 'arrival' })
    await shop.create('over', { ...told, eventType: 'fulfilled' })
    await shop.create('due', { ...told, scheduledTimeForCollection: dueInDays(3) })
    await letHoursPass(24.1)
    await redactOld('over')
    expect(await names()).toEqual({ came: 'Priya', due: 'Priya', left: 'Priya', over: '' })
    await letHoursPass(48)
    await redactOld('left')
    await redactOld('came')
    expect(await names()).toEqual({ came: '', due: 'Priya', left: '', over: '' })
    expect((await shop.get('left')).body).toMatchObject({ status: 'Registered', hsFields: { phone: '', Bay: '4' } })
  })

  it('is emptied a year after its last change, whenever it is due', async () => {
    await shop.create('far', { ...told, scheduledTimeForCollection: '9000-01-01T00:00:00Z' })
    await letHoursPass(364 * 24)
    await redactClosedOrders(new Date())
    expect(await names()).toEqual({ far: 'Priya' })
    await letHoursPass(25)
    await redactOld('far')
    expect(await names()).toEqual({ far: '' })
  })

  it('is emptied again where something was told of it afterwards', async () => {
    await shop.create('left', told)
    await letHoursPass(72.1)
    await redactOld('left')
    await shop.update('left', { ...told, eventType: 'onTheWay' })
    await redactClosedOrders(new Date())
    expect(await names()).toEqual({ left: 'Priya' })
    await letHoursPass(72.1)
    await redactOld('left')
    expect(await names()).toEqual({ left: '' })
    const [kept] = await query(
      `select count(*)::int as n from order_event where project_id = $1 and details::text ~ 'Priya|0100'`,
      [shop.projectId],
    )
    expect(kept.n).toBe(0)
  })
})

describe('an order that was told very much', () => {
  const names = 25

  /** As if a phone had told an order so often of details with new names, and taken the last ones back each time. */
  async function tellOften(orderId: string, times: number): Promise<void> {
    await query(
      `insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor,
                                details, recorded_at)
       select o.project_id, o.destination_id, o.service_id, 'updateOrder', o.status, o.section, n, 'api',
              jsonb_build_object('hsFields', (select jsonb_object_agg('phone ' || x || ' ' || (n - y),
                case when y = 0 then to_jsonb('+1 555 ' || $3::text) else 'null' end)
                from generate_series(1, $5::int) x, generate_series(0, 1) y)),
              o.created_at
       from orders o, generate_series(1, $4::int) n where o.project_id = $1 and o.order_id = $2`,
      [shop.projectId, orderId, mark, times, names],
    )
  }

  it('is redacted whole, and so is every other', async () => {
    for (const orderId of ['much', 'else']) await shop.create(orderId, { eventType: 'arrival', customerName: 'Priya' })
    await tellOften('much', 250)
    for (const orderId of ['much', 'else']) await shop.update(orderId, { eventType: 'cancelled' })
    await letHoursPass(24.1)
    await redactOld('much')
    await redactOld('else')
    expect((await everything()).includes(shop.projectId)).toBe(false)
    const [kept] = await query(
      `select count(*)::int as n from order_event e, jsonb_each(e.details -> 'hsFields') d
       where e.project_id = $1 and d.value = '""'`,
      [shop.projectId],
    )
    expect(kept.n).toBe(250 * names)
  })

  it('keeps no name of its customer in the names of its details, wherever in it that was told', async () => {
    const others = { 'Sam Okafor waits': 'yes', Telefon: '', Bay: '4' }
    const hsFields = {
      [`Bags of Ann ${mark}`]: '2',
      slip: `for Ann ${mark}`,
      ...others,
      [`call 01632 960 993 ${mark}`]: 'yes',
    }
    const { body: order } = await shop.create('long', { customerName: `Ann ${mark}`, hsFields })
    await tellOften('long', 120)
    await shop.update('long', { customerName: 'Guest', hsFields: { [`Ann ${mark} is late`]: 'no', slip: 'none' } })
    await tellOften('long', 120)
    await shop.update('long', { hsFields: { label: `${mark} ANN` } })
    // Known from behind: who comes, and by which number.
    await shop.update('long', { hsFields: { driver: 'Sam Okafor', Telefon: `01632 960993` }, eventType: 'cancelled' })
    await letHoursPass(24.1)
    // One of the last lines cannot be emptied at first: what is before it has been by then.
    const owner = new pg.Client({ connectionString: inject('databaseUrl') })
    await owner.connect()
    try {
      await owner.query(`create function refuse_${mark}() returns trigger language plpgsql as $$
        begin raise exception 'not now'; end $$`)
      await owner.query(`create trigger refuse_${mark} before update on order_event for each row
        when (new.service_id = '${order.serviceId}' and new.details -> 'hsFields' ->> 'driver' = '')
        execute function refuse_${mark}()`)
      await redactClosedOrders(new Date())
    } finally {
      await owner.query(`drop function if exists refuse_${mark} cascade`)
      await owner.end()
    }
    const [first] = await query('select redacted_at from orders where service_id = $1', [order.serviceId])
    expect(first.redacted_at).toBe(null)
    // It is set aside for an hour.
    for (let isDone = false; !isDone; ) {
      await redactClosedOrders(new Date(Date.now() + 61 * 60_000))
      const [row] = await query('select redacted_at from orders where service_id = $1', [order.serviceId])
      isDone = row.redacted_at !== null
    }
    expect((await everything()).includes(shop.projectId)).toBe(false)
    expect((await shop.get('long')).body.hsFields).toEqual({
      ...{ Bay: '4', driver: '', label: '', slip: '', Telefon: '' },
    })
    const left = await query(
      `select distinct k.key from order_event e, jsonb_object_keys(e.details -> 'hsFields') k (key)
       where e.project_id = $1 and k.key !~ '^phone ' order by k.key`,
      [shop.projectId],
    )
    expect(left.map(({ key }) => key)).toEqual(['Bay', 'driver', 'label', 'slip', 'Telefon'].sort())
  })

  it('keeps no other from its turn where it cannot be redacted', async () => {
    for (const orderId of ['bad', 'good']) await shop.create(orderId, { eventType: 'arrival', customerName: 'Priya' })
    for (const orderId of ['bad', 'good']) await shop.update(orderId, { eventType: 'cancelled' })
    await letHoursPass(24.1)
    await query(`update orders set hs_fields = '"none"' where project_id = $1 and order_id = 'bad'`, [shop.projectId])
    await redactOld('good')
    const left = await query('select order_id from orders where project_id = $1 and redacted_at is null', [
      shop.projectId,
    ])
    expect(left).toEqual([{ order_id: 'bad' }])
    await query('delete from orders where project_id = $1', [shop.projectId])
  })
})

it('what others hold keeps nobody behind it from their turn, though it is a whole batch', async () => {
  const told = { eventType: 'cancelled', customerName: 'Priya' }
  await Promise.all(Array.from({ length: 200 }, (_, n) => shop.create(`held-${n}`, told)))
  await shop.create('behind', told)
  await letHoursPass(24.1)
  const holder = new pg.Client({ connectionString: inject('databaseUrl') })
  await holder.connect()
  try {
    await holder.query('begin')
    const held = `select 1 from orders where project_id = $1 and order_id <> 'behind' for update`
    expect((await holder.query(held, [shop.projectId])).rowCount).toBe(200)
    await redactOld('behind')
    const left = await query('select count(*)::int as n from orders where project_id = $1 and redacted_at is null', [
      shop.projectId,
    ])
    expect(left).toEqual([{ n: 200 }])
  } finally {
    await holder.end()
  }
  await query('delete from orders where project_id = $1', [shop.projectId])
})

// Words that a retailer may call a detail by, and those that only look like it.
const theirs = `Name of customer, customer.name, Customer (name), pickupName, clientName, buyerName, Kundenname, Nachname,
  nombre cliente, Apellidos, nomClient, prénom, driver, pickedUpBy, phone, Customer Phone, contact_no, mobile number, cell,
  cellphone, Handynummer, Teléfono, tel, licence, license, Registration number, Reg, vrm, placa, Matrícula, Nummernschild,
  Car Plate, number-plate, mail, eMail, e-mail address, address, Adresse, vehicle, carInfo, Auto, Fahrzeug, KFZ, immat,
  patente, VRN, Cognome, Achternaam, Nazwisko, Příjmení, Soyadı, Фамилия, Efternavn, Voornaam, Förnamn, Nome, Imię,
  Mobil, Mobilnummer, GSM, sms, collector, pickup_person, person_collecting, alternatePickup, note, comments`
const harmless = `Cancellation policy, parcelCell, template, storeName, Product name, zone_name, fenceName, file name,
  itemName, tournament, economy, nombre de artículos, automobile, headphones, hotel, contactless, Store address, Region,
  Bay, Parking Bay, Car Model, Car Color, Fahrzeugfarbe, Automarke, carMake, card, carrier, footnote, basket, placard, handyman, party size, 🚗`
const wordsIn = (list: string) => list.split(/,\s+/)

describe('a detail names a customer', () => {
  it.each([
    [true, wordsIn(theirs)],
    [false, wordsIn(harmless)],
  ])('by what it is called: %s', async (isTheirs, keys) => {
    const rows = await query('select key, is_redacted(key, null, $2) as is from unnest($1::text[]) key', [
      keys,
      foundFields,
    ])
    expect(rows.filter(({ is }) => is !== isTheirs).map(({ key }) => key)).toEqual([])
  })
})
