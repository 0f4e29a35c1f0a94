import { noteAudit } from '@/lib/audit/data'
import type { AuditNote } from '@/lib/audit/model'
import { prisma, sql } from '@/lib/db'
import { type By, stillGiving } from '@/lib/people/still-statement'
import { stillListed } from '@/lib/removal/data'
import { codeLifeS, slowDownS } from '@/lib/tablets/model'
import type { Tablet, WaitingTablet } from '@/lib/tablets/schema'

/** A tablet as its credential names it. */
export type KnownTablet = { projectId: string; tabletId: string; destinationId: string; name: string }

type KnownRow = { project_id: string; tablet_id: string; destination_id: string; name: string }

const knownOf = (row: KnownRow | undefined): KnownTablet | null =>
  row ? { projectId: row.project_id, tabletId: row.tablet_id, destinationId: row.destination_id, name: row.name } : null

const known = 't.project_id, t.tablet_id, t.destination_id, t.name'

/** The tablet of a token's digest unless it was revoked. By primary keys. */
export async function findTabletByDigest(digest: Buffer): Promise<KnownTablet | null> {
  const [row] = await sql<KnownRow>(
    'find-tablet-by-digest',
    `select ${known} from tablet_lookup l
     join tablet t on t.project_id = l.project_id and t.tablet_id = l.tablet_id
     where l.digest = $1 and t.revoked_at is null`,
    [digest],
  )
  return knownOf(row)
}

/** The same by its id. */
export async function findTablet(projectId: string, tabletId: string): Promise<KnownTablet | null> {
  const [row] = await sql<KnownRow>(
    'find-tablet',
    `select ${known} from tablet t where t.project_id = $1 and t.tablet_id = $2 and t.revoked_at is null`,
    [projectId, tabletId],
  )
  return knownOf(row)
}

/** Notes that a tablet is there. */
export async function touchTablet({ projectId, tabletId }: KnownTablet, now: Date): Promise<void> {
  await prisma().tablet.updateMany({ where: { projectId, tabletId }, data: { lastSeenAt: now } })
}

export type NewPairing = {
  deviceDigest: Buffer
  userCode: string
  device: string
  address: string
  intervalSeconds: number
}

/**
 * A tablet begins to wait; false where another has its code. Some of what ran out an hour ago is forgotten on the way, more than
 * comes: whoever asks after a crowd does not wait for all of that. Relies on tablet_pairing_over.
 */
export async function insertPairing(pairing: NewPairing, now: Date): Promise<boolean> {
  const rows = await sql(
    'insert-pairing',
    `with over as (
       delete from tablet_pairing p using (
         select device_digest from tablet_pairing where expires_at < $4::timestamptz - interval '1 hour'
         order by expires_at limit 20 for update skip locked
       ) o where p.device_digest = o.device_digest
     )
     insert into tablet_pairing (device_digest, user_code, device, requested_at, expires_at, interval_seconds, address)
     values ($1, $2, $3, $4, $4::timestamptz + make_interval(secs => $5), $6, $7)
     on conflict (user_code) do nothing returning user_code`,
    [pairing.deviceDigest, pairing.userCode, pairing.device, now, codeLifeS, pairing.intervalSeconds, pairing.address],
  )
  return rows.length > 0
}

export type Polled = { state: 'pending' | 'approved' | 'denied'; isOver: boolean; isTooSoon: boolean; seconds: number }

/** Notes that a tablet asks; one that asks too soon has to wait longer from then on. Null: there is no such tablet. */
export async function pollPairing(deviceDigest: Buffer, now: Date): Promise<Polled | null> {
  const [row] = await sql<{ state: Polled['state']; is_over: boolean; is_too_soon: boolean; seconds: number }>(
    'poll-pairing',
    `with was as (
       select p.*, coalesce(p.polled_at + make_interval(secs => p.interval_seconds) > $2, false) as is_too_soon
       from tablet_pairing p where p.device_digest = $1 for update
     )
     update tablet_pairing p
     set polled_at = $2,
         interval_seconds = least(60, p.interval_seconds + case when was.is_too_soon then $3::int else 0 end)
     from was where p.device_digest = was.device_digest
     returning p.state, p.expires_at <= $2 as is_over, was.is_too_soon, p.interval_seconds as seconds`,
    [deviceDigest, now, slowDownS],
  )
  return row ? { state: row.state, isOver: row.is_over, isTooSoon: row.is_too_soon, seconds: row.seconds } : null
}

/** The one time that an admitted tablet gets its credential; null where it was not admitted, or is not any more. */
export async function redeemPairing(deviceDigest: Buffer, token: Buffer, now: Date): Promise<KnownTablet | null> {
  const [row] = await sql<KnownRow>(
    'redeem-pairing',
    `with taken as (
       delete from tablet_pairing
       where device_digest = $1 and state = 'approved' and expires_at > $3
       returning project_id, tablet_id
     ), paired as (
       update tablet t set digest = $2, last_seen_at = $3 from taken
       where t.project_id = taken.project_id and t.tablet_id = taken.tablet_id and t.revoked_at is null
       returning ${known}
     ), looked as (
       insert into tablet_lookup (digest, project_id, tablet_id) select $2, project_id, tablet_id from paired
     )
     select * from paired`,
    [deviceDigest, token, now],
  )
  return knownOf(row)
}

/** A tablet that waits under this code, and has for no longer than it may. */
export async function findWaiting(userCode: string, now: Date): Promise<Omit<WaitingTablet, 'isElsewhere'> | null> {
  return prisma().tabletPairing.findFirst({
    where: { userCode, state: 'pending', expiresAt: { gt: now } },
    select: { userCode: true, device: true, address: true, requestedAt: true, expiresAt: true },
  })
}

// What Prisma says of a row that is not there, or no longer as it was asked for.
const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'P2025'

// Of several deeds at once one is done; what comes behind it does nothing.
async function isDone(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

/** True where a waiting tablet was refused, which the record then tells; false where who asks is not what they were (`by`). */
export function denyPairing(userCode: string, by: By, note: AuditNote, now: Date): Promise<boolean> {
  const denied = prisma().tabletPairing.update({
    where: { userCode, state: 'pending', expiresAt: { gt: now } },
    data: { state: 'denied' },
    select: { userCode: true },
  })
  return isDone(() => prisma().$transaction([...stillGiving(note.projectId, by, now), denied, noteAudit(note, now)]))
}

export type NewRow = KnownTablet & { device: string; pairedBy: string; pairedByName: string }

/**
 * Admits a waiting tablet, once: false for whoever comes second, and where its store, or who admits it (`by`: as what), is not
 * what it was any more. It then has as long again to fetch its credential.
 */
export async function approvePairing(
  userCode: string,
  { tablet, by }: { tablet: NewRow; by: By },
  note: AuditNote,
  now: Date,
): Promise<boolean> {
  const { projectId, tabletId, destinationId } = tablet
  const expiresAt = new Date(now.getTime() + codeLifeS * 1000)
  const approved = prisma().tabletPairing.update({
    where: { userCode, state: 'pending', expiresAt: { gt: now } },
    data: { state: 'approved', projectId, tabletId, expiresAt },
    select: { userCode: true },
  })
  const made = prisma().tablet.create({ data: { ...tablet, pairedAt: now }, select: { tabletId: true } })
  return isDone(() =>
    prisma().$transaction([
      ...stillGiving(projectId, by, now),
      ...stillListed(projectId, [destinationId]),
      ...[approved, made, noteAudit(note, now)],
    ]),
  )
}

/** Changes a tablet, and the record tells of it; false where it was revoked meanwhile, or who asks is not what they were, or is signed out. A revoked one's token is forgotten. */
export async function changeTablet(
  { projectId, tabletId }: KnownTablet,
  change: { name: string } | { revokedAt: Date },
  { by, note }: { by: By; note: AuditNote },
  now: Date,
): Promise<boolean> {
  const where = { projectId_tabletId: { projectId, tabletId }, revokedAt: null }
  const changed = prisma().tablet.update({ where, data: change, select: { tabletId: true } })
  const forgotten = 'revokedAt' in change ? [prisma().tabletLookup.deleteMany({ where: { projectId, tabletId } })] : []
  try {
    await prisma().$transaction([...stillGiving(projectId, by, now), changed, ...forgotten, noteAudit(note, now)])
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

type TabletRow = {
  tablet_id: string
  destination_id: string
  store_name: string
  name: string
  device: string
  paired_at: Date
  paired_by_name: string
  last_seen_at: Date | null
}

/** How many tablets a store has. Relies on tablet_in_force. */
export function countTablets({ projectId, destinationId }: Pick<KnownTablet, 'projectId' | 'destinationId'>) {
  return prisma().tablet.count({ where: { projectId, destinationId, revokedAt: null } })
}

const rowOf = (row: TabletRow): Tablet => ({
  tabletId: row.tablet_id,
  destinationId: row.destination_id,
  storeName: row.store_name,
  name: row.name,
  device: row.device,
  pairedAt: row.paired_at,
  pairedBy: row.paired_by_name,
  lastSeenAt: row.last_seen_at,
})

const listed = `
  select t.tablet_id, t.destination_id, coalesce(s.name, t.destination_id) as store_name, t.name, t.device,
         t.paired_at, t.paired_by_name, t.last_seen_at
  from tablet t
  left join lateral (
    select s.name from store s where s.project_id = t.project_id and s.destination_id = t.destination_id offset 0
  ) s on true
  where t.project_id = $1 and t.revoked_at is null`

/** A tablet as a list has it, or null. By primary keys. */
export async function findTabletRow(projectId: string, tabletId: string): Promise<Tablet | null> {
  const [row] = await sql<TabletRow>('find-listed-tablet', `${listed} and t.tablet_id = $2`, [projectId, tabletId])
  return row ? rowOf(row) : null
}

/** Which tablets: of these stores, or of all (null); `words`: in its name, its id, its store's name or id; empty: any. */
export type SoughtTablets = { destinationIds: string[] | null; words: string; most: number }

// Of the first of a project's tablets.
export const listedTablets = `${listed} and ($2::text[] is null or t.destination_id = any ($2))
   and ($3 = '' or strpos(
     lower(concat_ws(' ', t.name, s.name, t.destination_id, t.tablet_id)), lower($3)) > 0)
 order by store_name, t.destination_id, t.name, t.tablet_id
 limit $4`

/** The first tablets of a project, by store and name. Relies on tablet_in_force. */
export async function listTabletRows(projectId: string, sought: SoughtTablets): Promise<Tablet[]> {
  const { destinationIds, words, most } = sought
  const rows = await sql<TabletRow>('list-tablets', listedTablets, [projectId, destinationIds, words.trim(), most])
  return rows.map(rowOf)
}
