// What the bench of entries measures on: run as a command by database.mjs.
//   entries N    a project with 200 stores and a year of N entries, quickly
//   run FILE     credentials and places for one run, told in FILE as EntryFacts
import pg from 'pg'
import { chunkRows, makeEntries } from '@/bench/entries/seed-statements'
import { closeDatabase } from '@/lib/db'
import { queryDigest, sealPageToken } from '@/lib/http/page-token'
import { wholeProcessAcrossProjects } from '@/lib/wall'
import { createKey, createProject, createStaff, createStore } from '@/prisma/factories/project'
import { writePrivately } from '@/scripts/settings/private-file.mjs'

const storeCount = 200
const days = 364
const placeCount = 20
const pageSize = 100

/** A place in the entries, by values and as the product's own token for it. */
export type EntryPlace = { time: string; tie: string; token: string }

/** What a run works with. */
export type EntryFacts = {
  projectId: string
  count: number
  /** Of the first and the last entry. */
  first: string
  last: string
  destinationId: string
  zoneId: string
  manager: { email: string; password: string }
  /** Where pages begin. */
  half: EntryPlace[]
  end: EntryPlace[]
  /** Another project, to send entries to, by a key of its own. */
  receiver: { projectId: string; secretKey: string }
}

type Index = { name: string; definition: string; isPrimary: boolean }

const listIndexes = `
  select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, i.indisprimary as "isPrimary"
  from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'entry'::regclass`

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })

async function makeStores(projectId: string, now: Date) {
  const stores = []
  for (let i = 0; i < storeCount; i++) {
    const { destinationId, zoneIds } = await createStore(projectId, { destinationId: `store-${i}` }, now)
    stores.push({ destinationId, zoneId: zoneIds[0] ?? '' })
  }
  return stores
}

// The rows first and what hangs on them afterwards: ten times as fast as one by one.
async function makeRows(count: number, now: Date): Promise<void> {
  const { projectId } = await createProject({ name: 'Bench' }, now)
  await client.query(`update project set settings = settings || '{"entryMonths": 120}'`)
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

type PlaceRow = { creation_time: Date; sequence: string }

/** Places of pages, some rows apart, from so many rows before the end (the oldest) on. */
async function findPlaces(projectId: string, fromEnd: number, apart: number): Promise<EntryPlace[]> {
  const { rows } = await client.query<PlaceRow>(
    `select creation_time, sequence::text as sequence from entry where project_id = $1
     order by creation_time, sequence offset $2 limit $3`,
    [projectId, fromEnd, placeCount * apart],
  )
  const digest = queryDigest({ of: 'entries', projectId, timeType: 'creationTime' })
  return rows
    .filter((_, i) => i % apart === 0)
    .map(({ creation_time: time, sequence: tie }) => {
      return { time: time.toISOString(), tie, token: sealPageToken(digest, { time, tie }) }
    })
}

async function prepareRun(file: string, now: Date): Promise<void> {
  // What an earlier run has sent.
  await client.query(`delete from entry where project_id in (select project_id from project where name = 'Receiver')`)
  const { rows } = await client.query(
    `select p.project_id, s.destination_id, s.default_zone_id, c.count::int as count, c.first, c.last
     from project p
     join store s on s.project_id = p.project_id and s.destination_id = 'store-20'
     cross join lateral (select count(*), min(creation_time) as first, max(creation_time) as last
                         from entry where project_id = p.project_id) c
     where p.name = 'Bench'`,
  )
  const { project_id: projectId, destination_id: destinationId, default_zone_id: zoneId, count, first, last } = rows[0]
  const receiver = await createProject({ name: 'Receiver' }, now)
  const facts: EntryFacts = {
    ...{ projectId, count, first, last, destinationId, zoneId },
    manager: await createStaff({ projectId, role: 'owner', email: `bench-${now.getTime()}@baycall.example` }, now),
    half: await findPlaces(projectId, Math.floor(count / 2), pageSize),
    end: await findPlaces(projectId, pageSize + 1, 5),
    receiver: { ...receiver, secretKey: await createKey(receiver.projectId, 'secret', { name: 'Bench' }, now) },
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
