// What the bench of insights measures on: run as a command by database.mjs.
//   entries N    a project with 200 stores and a year of N orders that are over, quickly
//   run FILE     credentials for one run, told in FILE as InsightFacts
import pg from 'pg'
import { closeDatabase } from '@/lib/db'
import { wholeProcessAcrossProjects } from '@/lib/wall'
import { makePastOrders } from '@/prisma/factories/past-orders'
import { createProject, createStaff, createStore } from '@/prisma/factories/project'
import { writePrivately } from '@/scripts/settings/private-file.mjs'

const storeCount = 200
const days = 365
const chunkRows = 250_000
const daysAtATime = 2_000

/** What a run works with. */
export type InsightFacts = {
  projectId: string
  count: number
  destinationId: string
  /** Of the year and of its last month, `2026-11-20`. */
  year: { startDate: string; endDate: string }
  month: { startDate: string; endDate: string }
  manager: { email: string; password: string }
}

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })

const listIndexes = `
  select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'orders'::regclass and not i.indisprimary`

// The rows first and what hangs on them afterwards, as the entries of that bench.
async function makeRows(count: number, now: Date): Promise<void> {
  const { projectId } = await createProject({ name: 'Bench' }, now)
  const stores = []
  for (let i = 0; i < storeCount; i++) {
    const { destinationId } = await createStore(projectId, { destinationId: `store-${i}` }, now)
    stores.push(destinationId)
  }
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(listIndexes)
  await client.query('alter table orders disable trigger user')
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (let done = 0; done < count; done += chunkRows) {
    const to = Math.min(count, done + chunkRows)
    await client.query(makePastOrders, [projectId, stores, done + 1, to, count, days, now])
  }
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('alter table orders enable trigger user')
  // As the servers do in the background.
  for (let packed = daysAtATime; packed >= daysAtATime; ) {
    const { rows } = await client.query('select pack_order_days($1) as packed', [daysAtATime])
    packed = rows[0].packed
  }
}

async function prepareRun(file: string, now: Date): Promise<void> {
  const { rows } = await client.query(
    `select p.project_id, c.count::int as count, to_char(c.last at time zone 'UTC', 'YYYY-MM-DD') as last,
            to_char(c.last at time zone 'UTC' - interval '29 days', 'YYYY-MM-DD') as month,
            to_char(c.last at time zone 'UTC' - interval '364 days', 'YYYY-MM-DD') as year
     from project p
     cross join lateral (select count(*), max(arrived_at) as last from orders where project_id = p.project_id) c
     where p.name = 'Bench'`,
  )
  const { project_id: projectId, count, last: endDate, month, year } = rows[0]
  const facts: InsightFacts = {
    ...{ projectId, count, destinationId: 'store-20' },
    year: { startDate: year, endDate },
    month: { startDate: month, endDate },
    manager: await createStaff({ projectId, role: 'owner', email: `bench-${now.getTime()}@baycall.example` }, now),
  }
  writePrivately(file, JSON.stringify(facts))
}

const [what, given = ''] = process.argv.slice(2)
await client.connect()
await client.query("select set_config('baycall.projects', '*', false)")
wholeProcessAcrossProjects()
if (what === 'entries') await makeRows(Number(given), new Date())
else await prepareRun(given, new Date())
await client.end()
await closeDatabase()
process.exit(0)
