import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Scrape } from '@/integration/scrape'
import { createTestDatabase } from '@/integration/setup/test-database'
import { startServer } from '@/integration/setup/test-server'
import { until } from '@/scripts/process/processes.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const withinMs = 60_000
const metricsToken = 'a-token-for-metrics-0123456789'
const projectId = randomUUID()

let server: TestServer
let database: pg.Client
let holder: pg.Client

beforeAll(async () => {
  const { url } = await createTestDatabase()
  const open = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }
  database = await open()
  holder = await open()
  await database.query(`insert into project (project_id, name, created_at) values ($1, 'Corner', now())`, [projectId])
  await close('bad')
  await close('beside')
  await holder.query('begin')
  await holder.query(`select 1 from order_event where details ->> 'customerName' = 'Priya bad' for update`)
  server = await startServer({ databaseUrl: url, env: { WORKERS: '1', METRICS_TOKEN: metricsToken } })
})
afterAll(async () => {
  await server?.stop()
  await Promise.all([database?.end(), holder?.end()])
})

/** An order that was closed long enough ago, with a line that names its customer. */
async function close(orderId: string): Promise<void> {
  await database.query(
    `with o as (
       insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, customer_name,
                           created_at, last_update_time, last_transition_time, closed_at)
       select $1, gen_random_uuid(), 's', $2, gen_random_uuid()::text, 'Completed', 'Done', 'Priya ' || $2, at, at, at, at
       from (select now() - interval '25 hours' as at) long_ago returning *
     )
     insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, details,
                              recorded_at)
     select project_id, 's', service_id, 'fulfilled', 'Completed', 'Done', 1, 'api',
            jsonb_build_object('customerName', customer_name), closed_at from o`,
    [projectId, orderId],
  )
}

const left = async () => {
  const rows = await database.query('select order_id from orders where redacted_at is null order by order_id')
  return rows.rows.map((row) => row.order_id)
}

const attemptsAt = async (orderId: string) => {
  const { rows } = await database.query(
    'select a.attempts from redaction_attempt a join orders o using (service_id) where o.order_id = $1',
    [orderId],
  )
  return rows[0]?.attempts ?? null
}

/** Whoever works on the bad order is ended at it, as by itself: nothing in that process sees to anything any more. */
async function endAtTheBad(): Promise<void> {
  const { rows } = await holder.query('select pg_backend_pid() as pid')
  const isAtIt = async () => {
    const waiting = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
    return ((await database.query(waiting, [rows[0].pid])).rowCount ?? 0) > 0
  }
  expect(await until(isAtIt, withinMs), server.logs()).toBe(true)
  endWorker()
  // Its statement is underway in the database until that is ended as well.
  await database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
    [rows[0].pid],
  )
}

const endWorker = () => {
  for (const pid of server.workers()) process.kill(pid, 'SIGKILL')
}

/** As if so many minutes had passed for what is set aside. */
const pass = (minutes: number) =>
  database.query(
    `update redaction_attempt set retry_at = retry_at - $1 * interval '1 minute', held_until = held_until - $1 * interval '1 minute'`,
    [minutes],
  )

it('an order that ends the process which redacts it comes behind all others, alone, and is tried again for good', async () => {
  await endAtTheBad()
  await close('later')
  // What was with it may have been the reason: others come first.
  await pass(2)
  expect(await until(async () => (await left()).join() === 'bad,beside', withinMs), server.logs()).toBe(true)

  // Ended first: else it may take what is due again, and be ended between that and its work.
  endWorker()
  await pass(60)
  await database.query(`update redaction_attempt a set retry_at = a.retry_at - interval '1 minute'
    from orders o where o.service_id = a.service_id and o.order_id = 'bad'`)
  await endAtTheBad()
  expect([await attemptsAt('bad'), await attemptsAt('beside')]).toEqual([2, 1])
  await pass(2)
  expect(await until(async () => (await left()).join() === 'bad', withinMs), server.logs()).toBe(true)
  expect(await until(async () => (await attemptsAt('beside')) === null, withinMs)).toBe(true)
  expect(await attemptsAt('bad')).toBe(2)
  // It looks no further, and takes nothing more: else it would be ended at the bad one once more.
  const aside = async () => (await Scrape.of(server.baseUrl, metricsToken)).sum('baycall_redaction_set_aside')
  expect(await until(async () => (await aside()) === 1, withinMs), server.logs()).toBe(true)

  endWorker()
  await holder.query('rollback')
  await pass(60)
  expect(await until(async () => (await left()).length === 0, withinMs), server.logs()).toBe(true)
  expect(await until(async () => (await attemptsAt('bad')) === null, withinMs)).toBe(true)
  const told = server.logs().match(/^.*several attempts.*$/gm) ?? []
  expect(told.map((line) => JSON.parse(line))).toMatchObject([{ attempts: 3, projectId }])
  expect(server.logs()).not.toContain('Priya')
}, 400_000)

it('orders are taken by one process at a time, and looked for by nobody else meanwhile', async () => {
  await server.stop()
  await holder.query('rollback')
  await database.query('delete from redaction_attempt')
  await database.query('update orders set redacted_at = now()')
  const take = async (process: string) => {
    const taken = `select t.attempts from take_due_orders(now() - interval '1 day', now(), 10, '{}', $1) t`
    return (await database.query(taken, [process])).rows.length
  }
  const [one, other] = [randomUUID(), randomUUID()]
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock(331, 0)')
  await close('first')
  expect(await take(one)).toBe(0)
  await holder.query('rollback')
  expect(await take(one)).toBe(1)
  await close('second')
  expect(await take(other)).toBe(0)
  await database.query(`select settle_due_orders($1, '{}', now())`, [one])
  expect(await take(other)).toBe(2)
})
