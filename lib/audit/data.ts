import type { AccountNote, AuditAction, AuditNote } from '@/lib/audit/model'
import { auditInsert } from '@/lib/audit/note-statement'
import type { AuditActors, AuditEntry } from '@/lib/audit/schema'
import { type AuditFilter, pageStatement } from '@/lib/audit/search-statement'
import { bulkSql, prisma } from '@/lib/db'
import type { Prisma } from '@/lib/generated/prisma/client'

/**
 * The statement that keeps a line of the record: awaited alone, or put into the transaction of what it tells
 * (`prisma().$transaction([change, noteAudit(…)])`), so that neither is there without the other.
 */
export function noteAudit({ projectId, actor, action, subject, details = {} }: AuditNote, now: Date) {
  return prisma().auditEntry.create({
    data: {
      projectId,
      at: now,
      action,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      address: actor.address,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectName: subject.name,
      details: details as Prisma.InputJsonObject,
    },
    select: { sequence: true },
  })
}

const inProjectsOfAccount = (action: AuditAction) =>
  auditInsert({
    from: 'membership',
    action,
    subject: { kind: 'account', id: '$1', name: '$2' },
    details: '$3::jsonb',
    actor: '$4',
    at: '$5',
    where: 'membership.user_id = $1',
  })

/**
 * The statement that keeps what happened to an account, in each project that it belongs to when it runs: in the transaction of
 * what it tells, a project that was joined a moment before has its line as well. Relies on membership_of_user.
 */
export function noteOfAccount({ account: { userId, name }, actor, action, details = {} }: AccountNote, now: Date) {
  const values = [userId, name, JSON.stringify(details), JSON.stringify(actor), now]
  return prisma().$executeRawUnsafe(inProjectsOfAccount(action), ...values)
}

/** A line as it is kept: its number counts all projects' lines, and is nobody's to see (lib/audit/shown.ts). */
export type KeptEntry = Omit<AuditEntry, 'id'> & { sequence: string }

type EntryRow = {
  sequence: string
  at: Date
  action: string
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
  address: string | null
  subject_kind: string
  subject_id: string | null
  subject_name: string | null
  details: Record<string, unknown>
  found: number
}

function entryOf(row: EntryRow): KeptEntry {
  return {
    sequence: row.sequence,
    at: row.at,
    action: row.action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, address: row.address },
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    details: row.details,
  }
}

type PageWanted = Parameters<typeof pageStatement>[1]

/**
 * Lines of the record, newest first, `size` or as many as have room, and whether there are more; among the statements that may
 * take their time.
 */
export async function listAuditEntries(
  filter: AuditFilter,
  { size, ...wanted }: PageWanted,
): Promise<{ entries: KeptEntry[]; areMore: boolean }> {
  const { name, text, values } = pageStatement(filter, { ...wanted, size: size + 1 })
  const rows = await bulkSql<EntryRow>(name, text, values)
  const entries = rows.slice(0, size).map(entryOf)
  return { entries, areMore: (rows[0]?.found ?? 0) > entries.length }
}

type ActorRow = { actor_kind: string; actor_id: string; actor_name: string | null }

/** Who ever did something, each as they were called last: a look into audit_entry_of_actor for each. */
export async function listAuditActors(projectId: string, limit: number): Promise<AuditActors['actors']> {
  const rows = await bulkSql<ActorRow>(
    'list-audit-actors',
    `with recursive ids as (
       (select a.actor_id from audit_entry a where a.project_id = $1 and a.actor_id is not null
        order by a.actor_id limit 1)
       union all
       select (select a.actor_id from audit_entry a where a.project_id = $1 and a.actor_id > i.actor_id
               order by a.actor_id limit 1)
       from ids i where i.actor_id is not null
     )
     select l.actor_kind, l.actor_id, l.actor_name
     from (select actor_id from ids where actor_id is not null limit $2) i
     cross join lateral (
       select a.actor_kind, a.actor_id, a.actor_name from audit_entry a
       where a.project_id = $1 and a.actor_id = i.actor_id order by a.at desc, a.sequence desc limit 1) l
     order by l.actor_name, l.actor_id`,
    [projectId, limit],
  )
  return rows.map((row) => ({ kind: row.actor_kind, id: row.actor_id, name: row.actor_name }))
}
