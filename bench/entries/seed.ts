// A project with many entries, quickly: run as a command by database.mjs, `seed.ts N`. A year of them.
import pg from 'pg'
import { chunkRows, makeEntries } from '@/bench/entries/seed-statements'
import { closeDatabase } from '@/lib/db'
import { createProject, createStore } from '@/prisma/factories/project'

const storeCount = 200
const days = 364

type Index = { name: string; definition: string; isPrimary: boolean }

const listIndexes = `
  select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, i.indisprimary as "isPrimary"
  from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'entry'::regclass`

async function makeStores(projectId: string, now: Date) {
  const stores = []
  for (let i = 0; i < storeCount; i++) {
    const { destinationId, zoneIds } = await createStore(projectId, { destinationId: `store-${i}` }, now)
    stores.push({ destinationId, zoneId: zoneIds[0] ?? '' })
  }
  return stores
}

// The rows first and what hangs on them afterwards: ten times as fast as one by one.
async function makeRows(client: pg.Client, count: number, now: Date): Promise<void> {
  const { projectId } = await createProject({ name: 'Bench' }, now)
  const stores = await makeStores(projectId, now)
  const places = [stores.map((store) => store.destinationId), stores.map((store) => store.zoneId)]
  const { rows: indexes } = await client.query<Index>(listIndexes)
  const others = indexes.filter((index) => !index.isPrimary)
  await client.query('alter table entry disable trigger user')
  await client.query('alter table entry drop constraint entry_pkey')
  for (const { name } of others) await client.query(`drop index ${name}`)
  for (let done = 0; done < count; done += chunkRows) {
    const to = Math.min(count, done + chunkRows)
    await client.query(makeEntries, [projectId, done + 1, to, count, days, now, ...places])
  }
  await client.query(`select setval('entry_sequence_seq', $1)`, [count])
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query('alter table entry add constraint entry_pkey primary key (project_id, entry_id)')
  for (const { definition } of others) await client.query(definition)
  await client.query('alter table entry enable trigger user')
  await client.query('select rebuild_entry_sums($1)', [projectId])
}

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
await makeRows(client, Number(process.argv[2]), new Date())
await client.end()
await closeDatabase()
process.exit(0)
