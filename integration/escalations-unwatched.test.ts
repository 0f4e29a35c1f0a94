import pg, { type PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { escalatedEvents, ringFor, ringSince } from '@/integration/ringing'
import { startServer } from '@/integration/setup/test-server'
import { openShop, type Shop } from '@/integration/shop'
import { unhurried } from '@/integration/unhurried'
import { pools } from '@/lib/db'
import { ringingProjects } from '@/lib/escalations/data'
import { createStore } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

// A server has to look for 20 s before it may miss a board, and looks at everybody every 10 s.
const withinMs = 45_000
// Five hundred at a time, and by themselves where those with the others were too many.
const farOnWithinMs = 150_000

let servers: TestServer[] = []
let shop: Shop

beforeAll(async () => {
  const databaseUrl = inject('databaseUrl')
  servers = await Promise.all([1, 2].map(() => startServer({ databaseUrl, env: { WORKERS: '1' } })))
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
})

describe('an arrival in a project of which no board is open anywhere', () => {
  it('is escalated all the same, by one of all servers', async () => {
    const { serviceId } = await ringFor(shop, 'nobody looks', 600)
    const isTold = async () => (await escalatedEvents(shop)).length > 1
    expect(await until(isTold, withinMs, 250)).toBe(true)
    const expected = ['noBoard', 'notAcknowledged:120'].map((reason) => ({ service_id: serviceId, reason }))
    expect(await escalatedEvents(shop)).toEqual(expected)
  })

  it('is escalated also while very many ring, at another store or another retailer’s, or while that one cannot be looked at', {
    timeout: 3 * withinMs + farOnWithinMs,
  }, async () => {
    const [flood, broken] = await Promise.all([openShop(inject('baseUrl')), openShop(inject('baseUrl'))])
    await ringFor(flood, 'first of many', 900)
    await unhurried(
      `insert into orders (project_id, destination_id, order_id, service_id, user_token, customer_name, status, section,
                           version, created_at, last_update_time, last_transition_time, arrived_at)
       select project_id, destination_id, 'flood ' || n, gen_random_uuid(), 'none', '', status, section,
              version, created_at, last_update_time, last_transition_time, arrived_at + interval '1 second'
       from orders, generate_series(1, 50000) n where project_id = $1`,
      [flood.projectId],
    )
    const { serviceId } = await ringFor(broken, 'broken', 0)
    await unhurried(
      `update project set settings = settings || '{"acknowledgeWithinSeconds": "soon"}' where project_id = $1`,
      [broken.projectId],
    )
    // Overdue only once it cannot be looked at.
    await ringSince(broken, serviceId, 600)
    try {
      const { destinationId } = await createStore(flood.projectId)
      const beside = await ringFor(flood, 'beside the many', 600, destinationId)
      const ours = await ringFor(shop, 'ours', 600)
      const tells = (one: Shop, id: unknown) => async () =>
        (await escalatedEvents(one)).some(({ service_id }) => service_id === id)
      expect(await until(tells(shop, ours.serviceId), withinMs, 250)).toBe(true)
      expect(await until(tells(flood, beside.serviceId), withinMs, 250)).toBe(true)
      const isFarOn = async () => (await escalatedEvents(flood)).length > 6_000
      expect(await until(isFarOn, farOnWithinMs, 1_000)).toBe(true)
      expect(await escalatedEvents(broken)).toEqual([])
    } finally {
      await unhurried('delete from orders where project_id = any ($1)', [[flood.projectId, broken.projectId]])
    }
  })

  it('keeps nobody who is just being changed waiting, and is told of when that is over', async () => {
    const held = await ringFor(shop, 'held', 600)
    const client = new pg.Client({ connectionString: inject('databaseUrl') })
    await client.connect()
    try {
      await client.query("select set_config('baycall.projects', '*', false)")
      await client.query('begin')
      await client.query('select from orders where service_id = $1 for update', [held.serviceId])
      const other = await ringFor(shop, 'other', 600)
      const isTold = async () => (await escalatedEvents(shop)).some(({ service_id }) => service_id === other.serviceId)
      expect(await until(isTold, withinMs, 250)).toBe(true)
      expect((await escalatedEvents(shop)).every(({ service_id }) => service_id === other.serviceId)).toBe(true)
    } finally {
      await client.end()
    }
    const isTold = async () => (await escalatedEvents(shop)).some(({ service_id }) => service_id === held.serviceId)
    expect(await until(isTold, withinMs, 250)).toBe(true)
  })

  it('is not behind the next and the next of six hundred other stores', async () => {
    const { serviceId } = await ringFor(shop, 'ours', 0)
    const client = await pools().hot.connect()
    try {
      await client.query('begin')
      await client.query("select set_config('baycall.projects', '*', true)")
      await client.query(
        `insert into store (project_id, destination_id, name, default_zone_id, created_at)
         select $1, 'flood ' || n, 'Store', 'z' || n, now() from generate_series(1, 600) n`,
        [shop.projectId],
      )
      await client.query(
        `insert into orders (project_id, destination_id, order_id, service_id, user_token, customer_name, status, section,
                             version, created_at, last_update_time, last_transition_time, arrived_at)
         select project_id, 'flood ' || n % 600 + 1, 'flood ' || n, gen_random_uuid(), 'none', '', status, section,
                version, created_at, last_update_time, now() - interval '900 seconds', arrived_at
         from orders, generate_series(1, 3000) n where project_id = $1 and service_id = $2`,
        [shop.projectId, serviceId],
      )
      await client.query(
        `update orders set last_transition_time = now() - interval '600 seconds' where project_id = $1 and service_id = $2`,
        [shop.projectId, serviceId],
      )
      for (const _ of [1, 2]) await client.query('select from escalate_ringing($1, 120, false)', [[shop.projectId]])
      const { rows } = await client.query(
        `select service_id from order_event where project_id = $1 and event_type = 'escalated' and service_id = $2`,
        [shop.projectId, serviceId],
      )
      expect(rows).toHaveLength(1)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('is found by the small index of those that ring, whoever they are', async () => {
    // Of few rows a database would rather read all.
    const client = await pools().hot.connect()
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query(`explain ${ringingProjects}`)
    await client.query('rollback')
    client.release()
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('orders_ringing')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('that a store has no board', () => {
  it('is found by nobody who has just begun to look, nor when the database has just forgotten all boards', async () => {
    const { body } = await shop.create('one', { eventType: 'arrival' })
    // Within a transaction: no server sees it ring for that long.
    const client = await pools().hot.connect()
    try {
      await client.query('begin')
      await client.query(
        `update orders set last_transition_time = last_transition_time - interval '60 seconds'
         where project_id = $1 and service_id = $2`,
        [shop.projectId, body.serviceId],
      )
      await noteBeginning(client, 60)
      expect(await reasonFor(client, false)).toBeNull()
      await noteBeginning(client, 19)
      expect(await reasonFor(client, true)).toBeNull()
      await noteBeginning(client, 21)
      expect(await reasonFor(client, true)).toBe('noBoard')
      // What was found before still holds for one who has just begun.
      expect(await reasonFor(client, false)).toBe('noBoard')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

const noteBeginning = (client: PoolClient, secondsAgo: number) =>
  client.query(
    `insert into board_presence as b (project_id, destination_id, seen_at)
     values ('00000000-0000-0000-0000-000000000000', '', clock_timestamp() - $1 * interval '1 second')
     on conflict (project_id, destination_id) do update set seen_at = excluded.seen_at`,
    [secondsAgo],
  )

async function reasonFor(client: PoolClient, isSteady: boolean): Promise<string | null> {
  const { rows } = await client.query('select reason from escalate_ringing($1, 120, $2)', [[shop.projectId], isSteady])
  expect(rows).toHaveLength(1)
  return rows[0].reason
}
