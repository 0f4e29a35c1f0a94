import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { apiTable } from '@/integration/access/api-table'
import { ask } from '@/integration/access/asking'
import { type Caller, everybody } from '@/integration/access/callers'
import { accountTable } from '@/integration/access/groups/account'
import { ownerTable } from '@/integration/access/groups/owners'
import { peopleTable } from '@/integration/access/groups/people'
import { tabletTable } from '@/integration/access/groups/tablets'
import { pageTable } from '@/integration/access/page-table'
import { type Row, readTable, see } from '@/integration/access/reading'
import { asOwner, makeWorld, type World } from '@/integration/access/world'
import { unhurried } from '@/integration/unhurried'

// What an answer may hold, in characters: two million of orders' or entries' details, and what stands around them. A page
// holds its list twice, as it is drawn and as what it is drawn from.
const mostOfAnswer = 2_500_000
const mostOfPage = 3_500_000

const isRead = ({ method, address }: Row) => method === 'GET' || address.endsWith('/_search')
const ofTable = (text: string) => readTable(text).rows.filter((row) => isRead(row) && row.ask === '')
// Those are sent in parts.
const isFile = (address: string) => address.endsWith('/export')
// Whatever these callers are: an address that is none, the figures of the server, which are not theirs, and the page that
// only leads to another.
const tellsNobody = ({ address }: Row) => ['/api/**', '/api/metrics', '/'].includes(address)
const reads = [apiTable, peopleTable, accountTable, tabletTable, ownerTable]
  .flatMap(ofTable)
  .filter((row) => !isFile(row.address) && !tellsNobody(row))
const pages = ofTable(pageTable).filter((row) => !tellsNobody(row))

// A retailer at the end of everything that the product allows: 20,000 stores of the longest names and ids, a thousand of
// which decide for themselves, and people, tablets, keys and PINs to the last, each for a thousand stores; of keys some fewer
// work than may, so that those who ask for one have made it.
const fill: Record<string, string> = {
  stores: `insert into store (project_id, destination_id, name, is_new, time_zone, default_zone_id, settings, created_at)
    select $1::uuid, repeat('界', 100) || n, repeat('店', 70) || n, n % 2 = 0, 'America/Argentina/Buenos_Aires', 'zone-' || n,
      case when n <= 1000 then '{"pinForActions":true,"pinSeconds":30,"maskOnSharedBoards":true}'::jsonb else '{}'::jsonb end
      || jsonb_build_object('bays', (select jsonb_agg(repeat('湾', 30) || b) from generate_series(1, 200) b)), now()
    from generate_series(1, 20000) n`,
  zones: `insert into zone (project_id, zone_id, name, destination_id, created_at)
    select project_id, default_zone_id || project_id, name, destination_id, now() from store where project_id = $1::uuid`,
  accounts: `insert into staff_user (id, name, email) select left($1::uuid::text, 18) || n, repeat('名', 70) || n,
      left($1::uuid::text, 18) || repeat('m', 200) || n || '@shop.example' from generate_series(1, 250) n`,
  people: `insert into membership (project_id, user_id, role, destination_ids, created_at)
    select $1::uuid, left($1::uuid::text, 18) || n, 'staff', (select jsonb_agg(repeat('界', 100) || s) from generate_series(1, 1000) s), now()
    from generate_series(1, 250) n`,
  invitations: `insert into invitation (project_id, invitation_id, email, role, destination_ids, digest, invited_by,
      invited_by_name, created_at, expires_at)
    select $1::uuid, gen_random_uuid(), repeat('m', 200) || n || '@shop.example', 'staff',
      (select jsonb_agg(repeat('界', 100) || s) from generate_series(1, 1000) s), '', 'x', repeat('名', 70), now(), now() + interval '1 day'
    from generate_series(1, 250) n`,
  tablets: `insert into tablet (project_id, tablet_id, destination_id, name, device, paired_by, paired_by_name, paired_at)
    select $1::uuid, gen_random_uuid(), repeat('界', 100) || (n / 200 + 1), repeat('板', 70) || n, repeat('d', 400), 'x', repeat('名', 70), now()
    from generate_series(1, 600) n`,
  pins: `insert into staff_pin (project_id, person_id, has_account, name, destination_ids, digest, set_at)
    select $1::uuid, 'p' || n, false, repeat('人', 70) || n, (select jsonb_agg(repeat('界', 100) || s) from generate_series(1, 500) s),
      sha256(($1::uuid::text || n)::bytea), now()
    from generate_series(1, 250) n`,
  keys: `insert into api_key (project_id, key_id, kind, name, prefix, digest, destination_ids, created_at, revoked_at)
    select $1::uuid, gen_random_uuid(), 'secret', repeat('鍵', 70) || n, 'sk_', sha256(('key' || $1::uuid::text || n)::bytea),
      (select jsonb_agg(repeat('界', 100) || s) from generate_series(1, 1000) s), now(), case when n > 180 then now() end
    from generate_series(1, 600) n`,
  manager: `update membership set destination_ids = destination_ids ||
      (select jsonb_agg(repeat('界', 100) || s) from generate_series(1, 999) s)
    where project_id = $1::uuid and role = 'manager' and jsonb_array_length(destination_ids) = 1`,
  record: `insert into audit_entry (project_id, at, action, actor_kind, actor_id, actor_name, subject_kind, subject_name, details)
    select $1::uuid, now(), 'person.changed', 'staff', 'u' || n, repeat('名', 70), 'person', repeat('人', 70),
      jsonb_build_object('stores', (select jsonb_agg(repeat('界', 100) || s) from generate_series(1, 1000) s))
    from generate_series(1, 600) n`,
}

// A thousand customers in one bay, each with the longest phones; one at each of two thousand stores; and of a day gone five
// thousand who came in one minute and waited as long.
const orders: Record<string, string> = {
  arrivals: `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, hs_fields,
      arrived_at, created_at, last_update_time, last_transition_time)
    select $1::uuid, gen_random_uuid(), case when n <= 1000 then $2::text else repeat('界', 100) || (n - 1000) end, 'here ' || n, 't',
      'Arrived', 'Arrived', case when n <= 1000 then jsonb_build_object('Parking Bay', '4', 'phone', repeat('٠', 1000),
        'mobile', repeat('1', 1000)) else '{}' end, now(), now(), now(), now()
    from generate_series(1, 3000) n`,
  waits: `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, closed_at,
      redacted_at, arrived_at, created_at, last_update_time, last_transition_time)
    select $1::uuid, gen_random_uuid(), $2::text, repeat('號', 100) || n, 't', 'Completed', 'Done', m.at + interval '9 hours',
      m.at + interval '33 hours', m.at, m.at, m.at, m.at
    from generate_series(1, 5000) n
    cross join (select date_trunc('minute', now() - interval '36 hours') as at) m`,
}

let world: World

beforeAll(async () => {
  world = await makeWorld(inject('baseUrl'))
  world.callers = await everybody(world)
  const { projectId } = world.own
  for (const text of Object.values(fill)) await unhurried(text, [projectId])
  for (const text of Object.values(orders)) await unhurried(text, [projectId, world.stores.a])
  const details = Object.fromEntries(
    Array.from({ length: 18 }, (_, n) => [`${n} ${'細'.repeat(20)}`, '長'.repeat(1000)]),
  )
  const orderIds = Array.from({ length: 150 }, () => randomUUID())
  for (const orderId of orderIds) {
    const { status } = await world.own.create(orderId, { destinationId: world.stores.a, hsFields: details })
    expect(status).toBe(201)
  }
  for (let n = 0; n < 60; n += 1) {
    const hsFields = Object.fromEntries(Object.keys(details).map((key) => [key, `${n}${'長'.repeat(990)}`]))
    expect((await world.own.update(world.order.orderId, { hsFields })).status).toBe(200)
  }
  const record = { destinationId: world.stores.a, customEventMetaData: details }
  for (let n = 0; n < 50; n += 1) {
    const entries = [{ ...record, entryTime: new Date(Date.now() - n).toISOString() }]
    expect((await world.own.call('/api/prod1/entry', { method: 'POST', body: { projectId, entries } })).status).toBe(
      200,
    )
  }
  const filters = { os: '系'.repeat(200), installRef: '裝'.repeat(128), destinationId: '界'.repeat(100) + 1 }
  for (let n = 0; n < 50; n += 1) {
    await asOwner(world, 'POST', '/api/staff/views', { projectId, name: `${'景'.repeat(50)}${n}`, filters })
  }
}, 120_000)

// Those who are told most; of the others the table of access shows that they are told less.
const callers = ['sk', 'st', 'mgA', 'mgr', 'own', 'tab']

/** To whom a row is told, and of which callers the answer is too long or none. */
async function answersOf(row: Row, mostCharacters: number, headersOf: (caller: Caller) => Record<string, string>) {
  const toldTo: string[] = []
  const wrong: string[] = []
  for (const name of callers) {
    const caller = world.callers[name]
    if (!caller) throw new Error(`nobody is called ${name}`)
    let { status, text } = await see(await ask(row, world, name, headersOf(caller)))
    // A machine that is busy may say that it is, and to come again.
    for (let again = 0; status === 503 && again < 5; again += 1) {
      ;({ status, text } = await see(await ask(row, world, name, headersOf(caller))))
    }
    if (status >= 200 && status < 300) toldTo.push(name)
    if (status >= 500 || text.length > mostCharacters) wrong.push(`${name}: ${status}, ${text.length} characters`)
  }
  return { toldTo, wrong }
}

// A row that everybody is refused shows nothing of its length.
const toldToSome = { toldTo: expect.arrayContaining([expect.any(String)]), wrong: [] }

describe('whoever has as much as may be is told, in an answer that has an end', () => {
  it.each(reads)('$name', async (row) => {
    expect(await answersOf(row, mostOfAnswer, ({ api }) => api)).toEqual(toldToSome)
  })

  it.each(pages)('page $address', async (row) => {
    expect(await answersOf(row, mostOfPage, ({ page }) => page)).toEqual(toldToSome)
  })
})
