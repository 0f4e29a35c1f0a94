import { noteAudit } from '@/lib/audit/data'
import type { AuditNote } from '@/lib/audit/model'
import { auditInsert } from '@/lib/audit/note-statement'
import { lockPassword } from '@/lib/credentials/data'
import { prisma, sql } from '@/lib/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Cut, cutTo, type ToldStores } from '@/lib/lists/model'
import { type ToldRow, toldOf } from '@/lib/lists/stores-statement'
import { personStatement, personsStatement } from '@/lib/people/listed-statement'
import { isMore, isSamePart, type Part, type PlacedPart, type Sought } from '@/lib/people/model'
import { aloneGiving, type By, type Place, stillIs, whoIs } from '@/lib/people/still-statement'
import { stillListed } from '@/lib/removal/data'
import { mostNamed } from '@/lib/stores/model'

type OfPerson = {
  userId: string
  name: string
  email: string
  role: Part['role']
  joinedAt: Date
  lastSeenAt: Date | null
  hasSecondStep: boolean
}

/** A person with all their stores. */
export type PersonRow = OfPerson & Part

/** A person in a list. */
export type ListedPerson = OfPerson & ToldStores

type Row = {
  user_id: string
  name: string
  email: string
  role: Part['role']
  created_at: Date
  last_seen_at: Date | null
  has_second_step: boolean
}

const personOf = (row: Row): OfPerson => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  role: row.role,
  joinedAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  hasSecondStep: row.has_second_step,
})

/** How many accounts a project has. By primary key. */
export function countMembers(projectId: string): Promise<number> {
  return prisma().membership.count({ where: { projectId } })
}

/** Who is in a project, by name, as far as is sought, behind somebody (null: from the first). Relies on membership's key. */
export async function listPersons(
  projectId: string,
  { reach, words, most }: Sought,
  after: Pick<PersonRow, 'name' | 'email'> | null,
): Promise<Cut<ListedPerson>> {
  const values = [projectId, reach, words.trim(), most + 1, after?.name ?? null, after?.email ?? null]
  const rows = await sql<Row & ToldRow>('list-persons', personsStatement, values)
  return cutTo(rows, most, (row) => ({ ...personOf(row), ...toldOf(row) }))
}

/** A person of a project. By membership's key. */
export async function findPerson(projectId: string, userId: string): Promise<PersonRow | null> {
  const [row] = await sql<Row & { destination_ids: string[] | null }>('find-person', personStatement, [
    projectId,
    userId,
  ])
  return row ? { ...personOf(row), destinationIds: row.destination_ids } : null
}

/** What whoever has this address is in a project. Relies on staff_user_email_key and membership's key. */
export async function findPartByEmail(projectId: string, email: string): Promise<Part | null> {
  const [row] = await sql<{ role: Part['role']; destination_ids: string[] | null }>(
    'find-part-by-email',
    `select m.role, m.destination_ids from staff_user u join membership m on m.user_id = u.id
     where m.project_id = $1 and u.email = $2`,
    [projectId, email],
  )
  return row ? { role: row.role, destinationIds: row.destination_ids } : null
}

/** What somebody is in each of their projects. Relies on membership_of_user. */
export async function listParts(userId: string): Promise<PlacedPart[]> {
  const rows = await sql<{ project_id: string; role: Part['role']; destination_ids: string[] | null }>(
    'list-parts',
    'select project_id, role, destination_ids from membership where user_id = $1',
    [userId],
  )
  return rows.map((row) => ({ projectId: row.project_id, role: row.role, destinationIds: row.destination_ids }))
}

/**
 * A project's stores by name: where there are too many, those that have one, and in any case those of these ids. By primary
 * key; where `most` is none, those of the ids alone are read.
 */
export async function listStoreNames(
  projectId: string,
  always: string[],
  most = mostNamed,
): Promise<{ destinationId: string; name: string; isNew: boolean }[]> {
  const rows = await sql<{ destination_id: string; name: string; is_new: boolean }>(
    'list-store-names',
    `select destination_id, name, is_new from (
       (select destination_id, name, is_new from store where project_id = $1 and removed_at is null
        order by is_new, name, destination_id limit $3)
       union
       select destination_id, name, is_new from store
       where project_id = $1 and removed_at is null and destination_id = any ($2)
     ) s
     order by name, destination_id`,
    [projectId, always, most],
  )
  return rows.map((row) => ({ destinationId: row.destination_id, name: row.name, isNew: row.is_new }))
}

/** True for what keep_an_owner throws: the project would have none left. */
export function isLastOwner(error: unknown): boolean {
  const { message = '', cause } = error as { message?: string; cause?: unknown }
  return /a project keeps an owner|BC001/.test(`${message} ${JSON.stringify(cause ?? null)}`)
}

// What that and a row that is gone look like from here.
function outcomeOf(error: unknown): 'lastOwner' | 'gone' {
  if ((error as { code?: string }).code === 'P2025') return 'gone'
  if (isLastOwner(error)) return 'lastOwner'
  throw error
}

// The links for passwords of people there: else what they made as who they were is good again once they are that again. Elsewhere
// they are what they were. Behind all else: whoever uses one of these waits for nothing that is held here.
const endLinksThere = ({ projectId, userId }: Place) =>
  prisma().$executeRaw`update staff_reset r set made_after = -1
    where r.made_by = ${userId} and r.used_at is null
      and exists (select from membership m where m.project_id = ${projectId}::uuid and m.user_id = r.user_id)`

/**
 * Forgets a person's PIN unless they set it themselves, and the record tells of it: whoever set it for less than they become
 * may know it, and it acts in their name.
 */
export function endPinOfAnother({ projectId, userId }: Place, { actor, subject }: AuditNote, now: Date) {
  const line = auditInsert({
    from: 'said, ended',
    action: 'pin.removed',
    subject: { kind: 'person', id: 'said.id', name: 'said.name' },
    details: `'{}'::jsonb`,
    actor: 'said.actor',
    at: 'said.at',
  })
  return prisma().$executeRaw`
    with said (project_id, at, actor, id, name) as (
      values (${projectId}::uuid, ${now}::timestamptz, ${JSON.stringify(actor)}::jsonb, ${userId}, ${subject.name})
    ), ended as (
      delete from staff_pin p using said
      where p.project_id = said.project_id and p.person_id = said.id and p.has_account and not p.is_own
      returning 1
    ) ${Prisma.raw(line)}`
}

/**
 * Makes a person something else; where that is more, a PIN of theirs that another has set is forgotten. `lastOwner`: the project
 * would have none left; `gone`: they are not `from` any more, who asks is not `by`, or one of the stores is on no list.
 */
export async function updatePerson(
  place: Place,
  { from, to, by }: { from: Part; to: Part; by: By },
  note: AuditNote,
  now: Date,
): Promise<'done' | 'lastOwner' | 'gone'> {
  const change = prisma().membership.update({
    where: whoIs(place, from),
    data: { role: to.role, destinationIds: to.destinationIds ?? Prisma.DbNull },
  })
  return prisma()
    .$transaction([
      ...stillIs(place.projectId, by, { now }),
      aloneGiving(place),
      ...stillListed(place.projectId, to.destinationIds),
      change,
      ...(isSamePart(from, to) ? [] : [endLinksThere(place)]),
      noteAudit(note, now),
      ...(isMore(to, from) ? [endPinOfAnother(place, note, now)] : []),
    ])
    .then(() => 'done' as const, outcomeOf)
}

const mostTold = 20

// What is open for their address ends with them, and what they gave to others, and their line names it: else another link
// would bring them back, and theirs others once they are asked back themselves.
function withdrawOf({ projectId, userId }: Place, { action, actor, subject, details = {} }: AuditNote, now: Date) {
  // Of very many stores their number: each invitation's own line has them, and nobody makes themselves too much to be taken out.
  const stores = `case when jsonb_typeof(destination_ids) <> 'array' then '"all"'
    when jsonb_array_length(destination_ids) <= ${mostTold} then destination_ids
    else to_jsonb(jsonb_array_length(destination_ids)) end`
  const ended = `select jsonb_agg(jsonb_build_object('id', invitation_id, 'role', role,
    'stores', coalesce(${stores}, '"all"')) order by invitation_id) from ended`
  const line = auditInsert({
    from: 'said',
    action,
    subject: { kind: subject.kind, id: 'said.id', name: 'said.name' },
    details: `jsonb_strip_nulls(said.details || jsonb_build_object('invitations', (${ended})))`,
    actor: 'said.actor',
    at: 'said.at',
  })
  return prisma().$executeRaw`
    with said (project_id, at, actor, id, name, details) as (
      values (${projectId}::uuid, ${now}::timestamptz, ${JSON.stringify(actor)}::jsonb, ${subject.id}, ${subject.name},
        ${JSON.stringify(details)}::jsonb)
    ), ended as (
      update invitation i set withdrawn_at = said.at from said, staff_user u
      where u.id = ${userId} and i.project_id = said.project_id
        and (i.email = lower(u.email) or i.invited_by = u.id) and i.accepted_at is null and i.withdrawn_at is null
      returning i.invitation_id, i.role, i.destination_ids
    ) ${Prisma.raw(line)}`
}

/**
 * Takes a person out of a project, and with them their PIN and the open invitations there, those of their address and those
 * that they gave, and links for others' passwords that they made there. Who is in no other has no session any more: ask it across projects.
 */
export async function deletePerson(
  place: Place,
  { from, by }: { from: Part; by: By },
  note: AuditNote,
  now: Date,
): Promise<'done' | 'lastOwner' | 'gone'> {
  const { projectId, userId } = place
  // Of rows that of the password first, as whoever accepts an invitation has it first: so neither waits for the other in a circle.
  const password = lockPassword(userId)
  const removal = prisma().membership.delete({ where: whoIs(place, from) })
  const pin = prisma().staffPin.deleteMany({ where: { projectId, personId: userId } })
  const sessions = prisma().$executeRaw`delete from staff_session s
    where s.user_id = ${userId} and not exists (select from membership m where m.user_id = ${userId})`
  return prisma()
    .$transaction([
      ...stillIs(projectId, by, { now, ends: userId }),
      ...[password, aloneGiving(place), withdrawOf(place, note, now), removal, pin, sessions, endLinksThere(place)],
    ])
    .then(() => 'done' as const, outcomeOf)
}
