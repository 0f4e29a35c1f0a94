import type { AuditActor } from '@/lib/audit/model'
import { auditInsert } from '@/lib/audit/note-statement'
import { forgottenAfterMs } from '@/lib/board/model'
import { prisma } from '@/lib/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { type By, stillGiving } from '@/lib/people/still-statement'

type StoreKey = { projectId: string; destinationId: string }

/** What of a store would be lost from sight with it: orders on its board, paired tablets, people who have it by name. */
export type Held = { orders: number; tablets: number; people: number }

type Row = Held & { is_there: boolean; is_removed: boolean }

/**
 * The first statements of what gives stores to somebody (a tablet, a person, an invitation; null: all of them, for which
 * nothing is to be done): a removal is before or behind all of it. Throw Prisma's P2025 where one is on no list any more.
 */
export function stillListed(projectId: string, destinationIds: string[] | null): Prisma.PrismaPromise<unknown>[] {
  const ids = [...new Set(destinationIds)]
  if (ids.length === 0) return []
  return [
    prisma().$queryRaw`select 1 from store
      where project_id = ${projectId}::uuid and destination_id = any (${ids}::text[])
      order by destination_id for key share`,
    // The last of them: there is none where one is missing.
    prisma().store.findFirstOrThrow({
      where: { projectId, destinationId: { in: ids }, removedAt: null },
      orderBy: { destinationId: 'asc' },
      skip: ids.length - 1,
      select: { destinationId: true },
    }),
  ]
}

/**
 * Takes a store off all lists, with its line in the record, unless something is held there: then nothing is changed. Null
 * for no such store. Throws Prisma's P2025 where who asks is not what they were, or is signed out. Relies on orders_open.
 */
export async function removeStoreRow(
  { projectId, destinationId }: StoreKey,
  { actor, by }: { actor: AuditActor; by: By },
  now: Date,
): Promise<{ held: Held; isRemoved: boolean } | null> {
  const line = auditInsert({
    from: 's',
    action: 'store.removed',
    subject: { kind: 'store', id: 's.destination_id', name: 's.name' },
    details: `'{}'::jsonb`,
    actor: '$4',
    at: '$5',
  })
  const named = (table: string) => `from ${table} t where t.project_id = $1 and t.destination_ids ? $2`
  // By itself, so that what is counted is what is there once nobody gives the store to anybody any more.
  const lock = prisma().$queryRaw`select 1 from store
    where project_id = ${projectId}::uuid and destination_id = ${destinationId} for update`
  const removal = prisma().$queryRawUnsafe<Row[]>(
    `with b as (
       select * from store where project_id = $1 and destination_id = $2 and removed_at is null for update
     ), held as (
       select (select count(*)::int from orders o
               where o.project_id = $1 and o.destination_id = $2 and o.status in ('Registered', 'OnTheWay', 'Arrived')
                 and (o.section = 'Arrived' or o.last_update_time > $3 or o.scheduled_time_for_collection > $3)) as orders,
              (select count(*)::int from tablet t
               where t.project_id = $1 and t.destination_id = $2 and t.revoked_at is null) as tablets,
              (select count(*)::int ${named('membership')})
                + (select count(*)::int ${named('invitation')}
                   and t.accepted_at is null and t.withdrawn_at is null and t.expires_at > $5::timestamptz)
                + (select count(*)::int ${named('staff_pin')} and not t.has_account) as people
     ), s as (
       update store s set removed_at = $5::timestamptz, settings_version = s.settings_version + 1
       from b, held h
       where s.project_id = b.project_id and s.destination_id = b.destination_id
         and h.orders = 0 and h.tablets = 0 and h.people = 0
       returning s.*
     ), noted as (${line})
     select h.*, exists (select from b) as is_there, exists (select from s) as is_removed from held h`,
    projectId,
    destinationId,
    new Date(now.getTime() - forgottenAfterMs).toISOString(),
    JSON.stringify(actor),
    now.toISOString(),
  )
  const done = await prisma().$transaction([...stillGiving(projectId, by, now), lock, removal])
  const [row] = done.at(-1) as Row[]
  if (!row?.is_there) return null
  const { is_removed: isRemoved, orders, tablets, people } = row
  return { held: { orders, tablets, people }, isRemoved }
}
