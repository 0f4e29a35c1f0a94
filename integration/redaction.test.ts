import { beforeEach, describe, expect, inject, it } from 'vitest'
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
  const times = ['created_at', 'on_the_way_at', 'arrived_at', 'acknowledged_at', 'closed_at'].map(earlier)
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

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const tables = await query(`select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = current_schema()`)
  const told = await Promise.all(
    tables.map(({ relname }) =>
      query(`select t::text as line from "${relname}" t where t::text like '%' || $1 || '%'`, [mark]),
    ),
  )
  return told
    .flat()
    .map(({ line }) => line)
    .join('\n')
}

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

  it('what a project names goes, and nothing else; before that a hand-over can be undone with all its details', async () => {
    const manager = (await shop.signIn({ role: 'manager' })).headers
    const address = `/api/staff/projects/${shop.projectId}/settings`
    const settings = {
      method: 'PATCH',
      body: { redactedFields: ['carPlate', 'from', 'undone', 'Reason'] },
      headers: manager,
      key: null,
    }
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

// Words that a retailer may call a detail by, and those that only look like it.
const theirs = `Name of customer, customer.name, Customer (name), pickupName, clientName, buyerName, Kundenname, Nachname,
  nombre cliente, Apellidos, nomClient, prénom, driver, pickedUpBy, phone, Customer Phone, contact_no, mobile number, cell,
  cellphone, Handynummer, Teléfono, tel, licence, license, Registration number, Reg, vrm, placa, Matrícula, Nummernschild,
  Car Plate, number-plate, mail, eMail, e-mail address, address, Adresse`
const harmless = `Cancellation policy, parcelCell, template, storeName, Product name, zone_name, fenceName, file name,
  itemName, tournament, economy, nombre de artículos, automobile, headphones, hotel, contactless, Store address, Region,
  Bay, Parking Bay, Car Model, Car Color, basket, placard, handyman, party size, 🚗`
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
