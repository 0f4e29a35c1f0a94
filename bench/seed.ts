// What the benches measure on: run as a command by database.mjs.
//   entries N    a project with stores and N entries
//   run FILE     orders and credentials for one run, told in FILE as Facts
import { randomBytes, randomUUID } from 'node:crypto'
import { bulkSql, closeDatabase, sql } from '@/lib/db'
import { queryDigest, sealPageToken } from '@/lib/http/page-token'
import { insertOrder } from '@/lib/orders/data'
import { wholeProcessAcrossProjects } from '@/lib/wall'
import { seedEntries } from '@/prisma/factories/entry'
import { createKey, createProject, createStaff, createStore } from '@/prisma/factories/project'
import { writePrivately } from '@/scripts/settings/private-file.mjs'

const storeCount = 20
const orderCount = 5_000
const deepPages = 20
const pageSize = 100
// Half a year of them, at a million.
const stepMs = 48_000

/** A place in the entries, by values and as the product's own token for it. */
export type Place = { time: string; tie: string; token: string }

/** What a run works with. */
export type Facts = {
  projectId: string
  destinationIds: string[]
  /** Of open orders. */
  orderIds: string[]
  secretKey: string
  manager: { email: string; password: string }
  /** Where pages begin that lie 90 % into the entries. */
  deep: Place[]
}

async function makeEntries(count: number, now: Date): Promise<void> {
  const { projectId } = await createProject({ name: 'Bench' }, now)
  const stores = []
  for (let i = 0; i < storeCount; i++) {
    const { destinationId, zoneIds } = await createStore(projectId, { destinationId: `store-${i}` }, now)
    stores.push({ destinationId, zoneId: zoneIds[0] ?? '' })
  }
  const from = new Date(now.getTime() - (count / 3) * stepMs)
  await seedEntries(projectId, { count, stores, from, stepMs, installs: Math.ceil(count / 50) })
}

async function makeOrder(projectId: string, destinationId: string, orderId: string, now: Date): Promise<void> {
  const { outcome } = await insertOrder(
    {
      projectId,
      destinationId,
      orderId,
      serviceId: randomUUID(),
      userToken: randomBytes(16).toString('base64url'),
      customerName: 'Aroha Ngata',
      hsFields: { 'Mobile Number': '+64 21 555 0142', 'Car Model': 'Toyota Corolla', 'Car Plate': 'KLM 402' },
      customEventMetaData: {},
      eventType: 'registration',
      section: null,
      scheduledTimeForCollection: null,
      partnerPickupTime: null,
      expectedAt: null,
      eventTime: null,
      force: false,
      keyId: randomUUID(),
      idempotency: undefined,
    },
    now,
  )
  if (outcome !== 'created') throw new Error(`Order ${orderId} was not made: ${outcome}`)
}

async function makeOrders(projectId: string, destinationIds: string[], now: Date): Promise<string[]> {
  const orderIds = Array.from({ length: orderCount }, (_, i) => `open-${i}`)
  const left = orderIds.entries()
  const maker = async () => {
    for (const [i, orderId] of left) await makeOrder(projectId, destinationIds[i % storeCount] ?? '', orderId, now)
  }
  await Promise.all(Array.from({ length: 8 }, maker))
  return orderIds
}

// The token is what a client would hold that has paged so far.
async function findDeepPlaces(projectId: string): Promise<Place[]> {
  const [{ count } = { count: 0 }] = await bulkSql<{ count: number }>(
    'bench-count',
    'select count(*)::float8 as count from entry where project_id = $1',
    [projectId],
  )
  const from = Math.floor(count * 0.9)
  const apart = Math.min(pageSize, Math.floor((count - from - pageSize) / deepPages))
  const rows = await bulkSql<{ creation_time: Date; sequence: string }>(
    'bench-deep',
    `select creation_time, sequence::text as sequence from entry where project_id = $1
     order by creation_time desc, sequence desc offset $2 limit $3`,
    [projectId, from, deepPages * apart],
  )
  const digest = queryDigest({ of: 'entries', projectId, timeType: 'creationTime' })
  return rows
    .filter((_, i) => i % apart === 0)
    .map(({ creation_time: time, sequence: tie }) => {
      return { time: time.toISOString(), tie, token: sealPageToken(digest, { time, tie }) }
    })
}

async function prepareRun(file: string, now: Date): Promise<void> {
  const [project] = await sql<{ project_id: string }>('bench-project', 'select project_id from project', [])
  if (!project) throw new Error('There is no project')
  const { project_id: projectId } = project
  const destinationIds = Array.from({ length: storeCount }, (_, i) => `store-${i}`)
  const facts: Facts = {
    projectId,
    destinationIds,
    orderIds: await makeOrders(projectId, destinationIds, now),
    secretKey: await createKey(projectId, 'secret', { name: 'Bench' }, now),
    manager: await createStaff({ projectId, role: 'owner', email: 'bench@baycall.example' }, now),
    deep: await findDeepPlaces(projectId),
  }
  writePrivately(file, JSON.stringify(facts))
}

wholeProcessAcrossProjects()
const [what, given = ''] = process.argv.slice(2)
if (what === 'entries') await makeEntries(Number(given), new Date())
else await prepareRun(given, new Date())
await closeDatabase()
process.exit(0)
