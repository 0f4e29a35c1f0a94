import { saveAccount } from '@/lib/auth/accounts'
import type { Membership } from '@/lib/auth/model'
import { bulkSql, sql } from '@/lib/db'
import { makePastOrders, makePastTimelines } from '@/prisma/factories/past-orders'
import { createKey, createProject, createStore, randomPassword } from '@/prisma/factories/project'

/** What a newcomer needs to try everything: the content of `demo.json`. */
export type DemoFile = {
  baseUrl: string
  projectId: string
  zoneIds: string[]
  destinationIds: string[]
  secretKey: string
  publishableKey: string
  manager: { email: string; password: string }
  staff: { email: string; password: string }
}

const demoProject = 'Baycall demo'

const demoStores = [
  {
    destinationId: 'ringwood-north',
    name: 'Ringwood North',
    zoneNames: ['Drive-up south', 'Drive-up north', 'Click & collect door'],
  },
  { destinationId: 'harbour-street', name: 'Harbour Street', zoneNames: ['Car park', 'Loading dock B'] },
  { destinationId: 'oakfield', name: 'Oakfield Garden Centre', zoneNames: ['Drive-up', 'Nursery gate'] },
  { destinationId: 'station-square', name: 'Station Square', zoneNames: ['Short stay'] },
  { destinationId: 'mill-lane', name: 'Mill Lane Pharmacy', zoneNames: ['Window', 'Rear car park'] },
]

const historyDays = 60
const entriesADay = 400
// As many as a busy machine makes in the time that a statement has.
const daysAtOnce = 10
const orderDays = 42
const ordersADay = 80
const dayMs = 24 * 60 * 60 * 1000

// A history that looks like one: more at noon and after work, fewer at night, two makes of phone.
async function seedEntries(projectId: string, now: Date, days: { first: number; last: number }): Promise<void> {
  await bulkSql(
    'seed-entries',
    `insert into entry (project_id, entry_id, zone_id, destination_id, install_ref, source, entry_time, creation_time,
                        horizontal_accuracy, device_type, os, os_version, app_build_version, sdk_version)
     select $1, gen_random_uuid()::text, z.zone_id, z.destination_id, gen_random_uuid()::text, 'sdk',
            t.at, t.at + random() * interval '4 seconds', 4 + floor(random() * 12),
            case when p.ios then 'iPhone' else 'Pixel' end, case when p.ios then 'iOS' else 'Android' end,
            case when p.ios then '20.1' else '17' end, '4.' || floor(random() * 6), '2.3.0'
     from generate_series($3::int, $4::int) as day (ago)
     cross join generate_series(1, $5::int) as visit (number)
     cross join lateral (
       select date_trunc('day', $2::timestamptz) - day.ago * interval '1 day' + interval '1 hour' * (
         8 + 12 * (random() + random() + visit.number * 0) / 2
       ) as at
     ) t
     cross join lateral (select random() < 0.55 + visit.number * 0 as ios) p
     join lateral (
       select zone_id, destination_id from zone where project_id = $1 and destination_id is not null
       order by random() + visit.number * 0 limit 1
     ) z on true`,
    [projectId, now, days.first, days.last, entriesADay],
  )
}

// Closed before anybody could bring them back: insights have something to tell, and the boards are empty.
async function seedPastOrders(projectId: string, now: Date): Promise<void> {
  const stores = demoStores.map((store) => store.destinationId)
  const count = orderDays * ordersADay
  const end = new Date(now.getTime() - dayMs)
  await bulkSql('seed-orders', makePastOrders, [projectId, stores, 1, count, count, orderDays, end])
  await bulkSql('seed-timelines', makePastTimelines, [projectId])
}

async function demoProjectId(now: Date): Promise<string> {
  const [known] = await sql<{ project_id: string }>(
    'demo-project',
    'select project_id from project where name = $1 order by created_at limit 1',
    [demoProject],
  )
  if (known) return known.project_id
  const { projectId } = await createProject({ name: demoProject }, now)
  for (const store of demoStores) await createStore(projectId, store, now)
  for (let first = 1; first <= historyDays; first += daysAtOnce) {
    await seedEntries(projectId, now, { first, last: Math.min(historyDays, first + daysAtOnce - 1) })
  }
  await seedPastOrders(projectId, now)
  return projectId
}

// Tests search logs for the beginning of its password (scripts/testing/leaks.mjs).
async function demoAccount(membership: Membership, email: string, name: string, now: Date) {
  const password = `demo-password-${randomPassword()}`
  await saveAccount({ email, password, name, membership }, now)
  return { email, password }
}

/**
 * Demo data: a project with stores and zones, two months of entries, six weeks of orders that are over, two keys and two accounts, all secrets random.
 * Run again it keeps the data and makes new keys and passwords.
 */
export async function seedDemo(options: { baseUrl: string; now?: Date }): Promise<DemoFile> {
  const now = options.now ?? new Date()
  const projectId = await demoProjectId(now)
  const zones = await sql<{ zone_id: string }>(
    'demo-zones',
    'select zone_id from zone where project_id = $1 order by destination_id, name',
    [projectId],
  )
  const secretKey = await createKey(projectId, 'secret', { name: 'Demo server' }, now)
  const publishableKey = await createKey(projectId, 'publishable', { name: 'Demo app' }, now)
  const partOf = (role: Membership['role']): Membership => ({ projectId, role, destinationIds: null })
  const manager = await demoAccount(partOf('owner'), 'manager@baycall.example', 'Maya Lindqvist', now)
  const staff = await demoAccount(partOf('staff'), 'staff@baycall.example', 'Sam Okafor', now)
  return {
    baseUrl: options.baseUrl,
    projectId,
    zoneIds: zones.map((zone) => zone.zone_id),
    destinationIds: demoStores.map((store) => store.destinationId),
    secretKey,
    publishableKey,
    manager,
    staff,
  }
}
