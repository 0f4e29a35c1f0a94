import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '@/integration/setup/test-database'
import { arrivedOrders, boardOrders, foundOrders } from '@/lib/board/data'
import type { EntryFilter } from '@/lib/entries/search-statement'
import { countStatement } from '@/lib/entries/search-statement'
import { longWaitsStatement, measuredStores } from '@/lib/insights/data'
import { listedPinPeople } from '@/lib/pins/data'
import { countBySums, summaryBySums } from '@/lib/rollups/sums-statement'
import { listedTablets } from '@/lib/tablets/data'

const projectId = '99999999-9999-4999-8999-999999999999'
const now = new Date('2026-11-20T12:34:00Z')
const monthAgo = new Date('2026-10-20T12:34:00Z')

const tables = ['orders', 'store', 'zone', 'tablet', 'staff_user', 'membership', 'staff_pin', 'entry', 'entry_series']
const sums = ['entry_hour_sum', 'entry_day_sum', 'entry_month_sum']

/** A project with so many stores, and in each an order, a tablet, a person with a PIN and an entry. */
const fill = (many: number) => `
  insert into project (project_id, name, created_at) select id, 'Shop', now() from shop;
  insert into store (project_id, destination_id, name, default_zone_id, created_at)
    select id, 's' || n, 'Store', 'z' || n, now() from shop, generate_series(1, ${many}) n;
  insert into zone (project_id, zone_id, name, destination_id, created_at)
    select id, 'z' || n, 'Zone', 's' || n, now() from shop, generate_series(1, ${many}) n;
  insert into tablet (project_id, tablet_id, destination_id, name, device, paired_by, paired_by_name, paired_at)
    select id, gen_random_uuid(), 's' || n, 'Tablet', 'Chrome', 'x', 'X', now() from shop, generate_series(1, ${many}) n;
  insert into staff_user (id, name, email, email_verified, created_at, updated_at)
    select id || '-' || n, 'Ada', id || '-' || n || '@shop.example', true, now(), now()
    from shop, generate_series(1, ${many}) n;
  insert into membership (project_id, user_id, role, created_at)
    select id, id || '-' || n, 'staff', now() from shop, generate_series(1, ${many}) n;
  insert into staff_pin (project_id, person_id, has_account, name, digest, set_at)
    select id, id || '-' || n, true, '', sha256((id || '-' || n)::bytea), now() from shop, generate_series(1, ${many}) n;
  insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, created_at,
                      arrived_at, last_update_time, last_transition_time)
    select id, gen_random_uuid(), 's' || n, 'o' || n, 't', 'Arrived', 'Arrived', now(), now(), now(), now()
    from shop, generate_series(1, ${many}) n;
  insert into entry (project_id, entry_id, zone_id, destination_id, source, entry_time, creation_time)
    select id, 'e' || n, 'z' || n, 's' || n, 'sdk', timestamptz '2026-11-01' + n * interval '1 minute',
           timestamptz '2026-11-01' + n * interval '1 minute'
    from shop, generate_series(1, ${many}) n;
  select fold_entry_deltas(100000);`

let client: pg.Client

// A project comes with thousands of everything after PostgreSQL has looked at what there is: at twenty others.
beforeAll(async () => {
  client = new pg.Client({ connectionString: (await createTestDatabase()).url })
  await client.connect()
  await client.query("select set_config('baycall.projects', '*', false)")
  await client.query('create temporary table shop as select gen_random_uuid() as id from generate_series(1, 20)')
  for (const table of [...tables, ...sums]) await client.query(`alter table ${table} set (autovacuum_enabled = false)`)
  await client.query(fill(30))
  await client.query(`analyze ${[...tables, ...sums].join(', ')}`)
  await client.query('delete from shop')
  await client.query('insert into shop values ($1)', [projectId])
  await client.query(fill(2_000))
  await client.query(`select set_config('role', 'baycall_app', false), set_config('baycall.projects', $1, false)`, [
    projectId,
  ])
  await client.query(`set enable_seqscan = off; set enable_bitmapscan = off; set plan_cache_mode = force_custom_plan`)
})
afterAll(() => client.end())

type Plan = { 'Relation Name'?: string; 'Index Name'?: string; 'Index Cond'?: string; Plans?: Plan[] }

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How a statement looks a table's rows up: each index with its condition. */
async function lookUps(table: string, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query(`explain (format json) ${text}`, values)
  const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === table)
  return nodes.map((node) => `${node['Index Name']}: ${node['Index Cond']}`)
}

const of = (...places: RegExp[]) => places.map((place) => expect.stringMatching(place))

const filter: EntryFilter = {
  ...{ projectId, destinationIds: null, timeType: 'entryTime' },
  ...{ startTime: monthAgo, endTime: now },
}

describe('of a retailer that the database’s statistics do not know yet', () => {
  it('a board reads its own orders alone', async () => {
    const wanted = [projectId, 's7', monthAgo, monthAgo, '{"bay": 0}']
    expect(await lookUps('orders', boardOrders, wanted)).toEqual(of(/^orders_pkey: .*service_id/))
    const some = [projectId, [projectId, '00000000-0000-4000-8000-000000000000']]
    expect(await lookUps('orders', foundOrders, some)).toEqual(of(/^orders_pkey: .*service_id/))
    expect(await lookUps('orders', arrivedOrders, some)).toEqual(of(/^orders_pkey: .*service_id/))
  })

  it('insights look for arrivals store by store', async () => {
    const wanted = [projectId, null, 2_000]
    const [arrivals] = await lookUps('orders', measuredStores, wanted)
    expect(arrivals).toMatch(/destination_id = s\.destination_id/)
    expect(await lookUps('order_day', measuredStores, wanted)).toEqual(of(/^order_day_pkey: .*destination_id/))
    const { text, values } = longWaitsStatement(projectId, [
      { destinationId: 's7', minutes: 29_000_000, waitSeconds: 9 },
    ])
    expect(await lookUps('orders', text, values)).toEqual(of(/^orders_arrived: .*destination_id = .*arrived_at >= /))
  })

  it('the lists of tablets and of people look each one’s store and PIN up', async () => {
    const wanted = [projectId, null, '', 300]
    expect(await lookUps('store', listedTablets, wanted)).toEqual(of(/^store_pkey: .*destination_id/))
    const [ofAccount] = await lookUps('staff_pin', listedPinPeople, wanted)
    expect(ofAccount).toMatch(/^staff_pin_pkey: .*person_id/)
  })

  it('counts of entries read the sums of their series, and of the entries those at the edges', async () => {
    const stores = ['s1', 's2', 's3']
    for (const narrowed of [{}, { zoneId: 'z7' }, { destinationIds: ['s7'] }, { destinationIds: stores }]) {
      for (const wanted of [{ places: true }, { places: false }]) {
        const counted = wanted.places
          ? summaryBySums({ ...filter, ...narrowed }, wanted)
          : countBySums({ ...filter, ...narrowed })
        const { text, values } = counted ?? { text: '', values: [] }
        for (const table of sums) {
          for (const lookUp of await lookUps(table, text, values))
            expect(lookUp).toMatch(/_pkey: .*series_id = .*time_type = /)
        }
        const edges = await lookUps('entry', text, values)
        expect(edges).toEqual(of(/entry_time >= /, /entry_time >= /))
        for (const zone of await lookUps('zone', text, values)) expect(zone).toMatch(/^zone_pkey: .*zone_id = /)
      }
    }
    const { text, values } = countStatement({ ...filter, destinationIds: stores })
    expect(await lookUps('entry', text, values)).toEqual(of(/destination_id = s\.id/))
  })
})
