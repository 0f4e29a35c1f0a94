import { noteAudit } from '@/lib/audit/data'
import type { AuditNote } from '@/lib/audit/model'
import type { Role } from '@/lib/auth/model'
import { prisma, sql } from '@/lib/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Cut, cutTo, type ToldStores } from '@/lib/lists/model'
import { isKnown, storesIn, type ToldRow, toldOf, toldStores } from '@/lib/lists/stores-statement'
import type { Part } from '@/lib/people/model'
import { type By, stillAs, stillGiving } from '@/lib/people/still-statement'
import { leastDigits, namedForS } from '@/lib/pins/model'
import type { PinPerson, PinRules } from '@/lib/pins/schema'
import { stillListed } from '@/lib/removal/data'
import { mostNamed } from '@/lib/stores/model'

type Place = { projectId: string; destinationId: string }

// A person whose PIN is taken in a store ($2): with an account, for as long as that has the store; else as it was set.
const person = `
  select p.person_id, coalesce(u.name, p.name) as name, p.set_at, p.has_account, m.role::text as role
  from staff_pin p
  left join membership m on p.has_account and m.project_id = p.project_id and m.user_id = p.person_id
  left join staff_user u on u.id = m.user_id
  where p.project_id = $1 and (not p.has_account or u.id is not null)
    and (coalesce(m.destination_ids, p.destination_ids) is null
         or coalesce(m.destination_ids, p.destination_ids) ? $2)`

type PersonRow = { person_id: string; name: string; set_at: Date; role: Role | null }
/** `role`: null without an account. */
export type Person = { personId: string; name: string; setAt: Date; role: Role | null }

const personOf = (row: PersonRow): Person => ({
  personId: row.person_id,
  name: row.name,
  setAt: row.set_at,
  role: row.role,
})

/** Whose PIN it is in a store, or null. Relies on staff_pin_by_digest. */
export async function findPersonByPin({ projectId, destinationId }: Place, digest: Buffer): Promise<Person | null> {
  const [row] = await sql<PersonRow>('find-person-by-pin', `${person} and p.digest = $3`, [
    projectId,
    destinationId,
    digest,
  ])
  return row ? personOf(row) : null
}

export type PinRule = { isAsked: boolean; seconds: number; person: { name: string; hasAccount: boolean } | null }

type NamedRow = { name: string; has_account: boolean; role: Role | null }
type StoreRuleRow = { is_asked: boolean; seconds: number; person: NamedRow | null }

/**
 * Whether a store asks who acts, and a person's name as long as their PIN is the one of that time, and has the digits that it
 * needs by now. By keys.
 */
export async function findPinRule(
  { projectId, destinationId }: Place,
  named: { personId: string; setAt: Date; digits: number } | null,
): Promise<PinRule> {
  const [row] = await sql<StoreRuleRow>(
    'find-pin-rule',
    `select coalesce((s.settings ->> 'pinForActions')::boolean, (j.settings ->> 'pinForActions')::boolean, false)
              as is_asked,
            coalesce((s.settings ->> 'pinSeconds')::int, (j.settings ->> 'pinSeconds')::int, $5::int) as seconds,
            (select jsonb_build_object('name', one.name, 'has_account', one.has_account, 'role', one.role)
             from (${person} and p.person_id = $3 and p.set_at = $4) one) as person
     from store s join project j on j.project_id = s.project_id
     where s.project_id = $1 and s.destination_id = $2`,
    [projectId, destinationId, named?.personId ?? null, named?.setAt ?? null, namedForS],
  )
  const found = row?.person && named && named.digits >= leastDigits(row.person.role) ? row.person : null
  return {
    isAsked: row?.is_asked ?? false,
    seconds: row?.seconds ?? namedForS,
    person: found && { name: found.name, hasAccount: found.has_account },
  }
}

/** When somebody's PIN was set, or null. */
export async function findPinTime(projectId: string, personId: string): Promise<Date | null> {
  const where = { projectId_personId: { projectId, personId } }
  const row = await prisma().staffPin.findUnique({ where, select: { setAt: true } })
  return row?.setAt ?? null
}

export type PinRow = {
  projectId: string
  personId: string
  hasAccount: boolean
  name: string
  destinationIds: string[] | null
  digest: Buffer
  /** Its person sets it. */
  isOwn: boolean
}

/** Whose PIN it is to be, and who sets it; `of`: what somebody else with an account was for whoever decided that they may. */
export type PinSetting = { row: PinRow; by: By; of?: Part }

/** What became of a PIN: another has it, or whose it is, one of their stores or who set it has gone meanwhile. */
export type PinFate = 'kept' | 'taken' | 'gone'

async function keep(statements: Prisma.PrismaPromise<unknown>[], note: AuditNote, now: Date): Promise<PinFate> {
  try {
    await prisma().$transaction([...statements, noteAudit(note, now)])
    return 'kept'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'P2002') return 'taken'
    if (code === 'P2025') return 'gone'
    throw error
  }
}

const select = { personId: true } as const
const keptOf = ({ digest, isOwn, ...row }: PinRow, now: Date) => {
  const kept = { digest: new Uint8Array(digest), isOwn, setAt: now }
  return { kept, all: { ...row, ...kept, destinationIds: row.destinationIds ?? Prisma.DbNull } }
}

/** Keeps the PIN of somebody who has no account, and who is new, and the record tells of it. */
export function insertPin({ row, by }: PinSetting, note: AuditNote, now: Date): Promise<PinFate> {
  const { projectId, destinationIds } = row
  const made = prisma().staffPin.create({ data: keptOf(row, now).all, select })
  return keep([...stillGiving(projectId, by, now), ...stillListed(projectId, destinationIds), made], note, now)
}

/** Keeps somebody's PIN, new or in place of theirs, for as long as they are what they were, and the record tells of it. */
export function savePin({ row, by, of }: PinSetting, note: AuditNote, now: Date): Promise<PinFate> {
  const { projectId, personId } = row
  const given = stillGiving(projectId, by, now)
  const { kept, all } = keptOf(row, now)
  const where = { projectId_personId: { projectId, personId } }
  if (!row.hasAccount) return keep([...given, prisma().staffPin.update({ where, data: kept, select })], note, now)
  const saved = prisma().staffPin.upsert({ where, create: all, update: kept, select })
  return keep([...given, ...(of ? stillAs({ projectId, userId: personId }, of) : []), saved], note, now)
}

/** Whose PIN is taken away, the one of that time; `of` as in PinSetting. */
export type PinRemoval = { projectId: string; personId: string; setAt: Date; by: By; of?: Part }

/**
 * Forgets somebody's PIN, and the record tells of it; `gone` where it is not there any more, or another one, whose it is has
 * become something else, or who asks is not what they were, or is signed out.
 */
export function deletePin(
  { projectId, personId, setAt, by, of }: PinRemoval,
  note: AuditNote,
  now: Date,
): Promise<PinFate> {
  const where = { projectId_personId: { projectId, personId }, setAt }
  const theirs = of ? stillAs({ projectId, userId: personId }, of) : []
  return keep([...stillGiving(projectId, by, now), ...theirs, prisma().staffPin.delete({ where, select })], note, now)
}

/** Somebody with what their account is in the project; null: there is no account. */
type OfMember = Pick<PinPerson, 'personId' | 'name' | 'hasAccount' | 'setAt'> & { role: Role | null }

/** The same with all their stores. */
export type PinMember = OfMember & { destinationIds: string[] | null }

type PinPersonRow = {
  person_id: string
  name: string
  role: Role | null
  has_account: boolean
  set_at: Date | null
}

const memberOf = (row: PinPersonRow): OfMember => ({
  personId: row.person_id,
  name: row.name,
  role: row.role,
  hasAccount: row.has_account,
  setAt: row.set_at,
})

// The accounts of a project and those who have a PIN alone; for some stores ($2) those who have no others.
const pinPeople = `
  select * from (
    select m.user_id as person_id, u.name, m.role::text as role, true as has_account, m.destination_ids, p.set_at
    from membership m join staff_user u on u.id = m.user_id
    left join lateral (
      select p.set_at from staff_pin p where p.project_id = (select $1::uuid) and p.person_id = m.user_id offset 0
    ) p on true
    where m.project_id = $1
    union all
    select p.person_id, p.name, null, false, p.destination_ids, p.set_at
    from staff_pin p where p.project_id = $1 and not p.has_account
  ) one
  where ($2::text[] is null or jsonb_typeof(one.destination_ids) = 'array' and not exists (
    select from ${storesIn('one.destination_ids')} where not ${isKnown('given.id')}))`

/** How many people of a project have a PIN and no account. By primary key. */
export function countPinPeople(projectId: string): Promise<number> {
  return prisma().staffPin.count({ where: { projectId, hasAccount: false } })
}

/** One of them by id, or null: also where they have other stores than these. By primary keys. */
export async function findPinPerson(
  projectId: string,
  personId: string,
  destinationIds: string[] | null,
): Promise<PinMember | null> {
  const values = [projectId, destinationIds, personId]
  const [row] = await sql<PinPersonRow & { destination_ids: string[] | null }>(
    'find-pin-person',
    `${pinPeople} and one.person_id = $3`,
    values,
  )
  return row ? { ...memberOf(row), destinationIds: row.destination_ids } : null
}

/** Who: those who have no stores but these, or all (null); `words`: in their name or id; empty: any. */
export type SoughtPeople = { destinationIds: string[] | null; words: string; most: number }

// Of the first of them.
export const listedPinPeople = `select person_id, name, role, has_account, set_at, ${toldStores('destination_ids')}
 from (
   ${pinPeople}
     and ($3 = '' or strpos(lower(one.name || ' ' || one.person_id), lower($3)) > 0)
   order by lower(one.name), one.person_id
   limit $4
 ) listed
 order by lower(name), person_id`

/** The first of them by name, as many as are listed. Relies on the primary keys of membership and staff_pin. */
export async function listPinPeople(projectId: string, sought: SoughtPeople): Promise<Cut<OfMember & ToldStores>> {
  const { destinationIds, words, most } = sought
  const rows = await sql<PinPersonRow & ToldRow>('list-pin-people', listedPinPeople, [
    projectId,
    destinationIds,
    words.trim(),
    most + 1,
  ])
  return cutTo(rows, most, (row) => ({ ...memberOf(row), ...toldOf(row) }))
}

type RuleRow = {
  destination_id: string | null
  name: string
  is_new: boolean
  asks: boolean | null
  seconds: number | null
}

/**
 * What a project and its stores, or some of them, have decided; where there are too many stores, those that differ, those
 * that have a name, and in any case those of these ids. By primary keys.
 */
export async function findPinRules(
  projectId: string,
  destinationIds: string[] | null,
  always: string[] = [],
): Promise<PinRules> {
  const rows = await sql<RuleRow>(
    'find-pin-rules',
    `select one.destination_id, one.name, one.is_new, (one.settings ->> 'pinForActions')::boolean as asks,
            (one.settings ->> 'pinSeconds')::int as seconds
     from (
       select null as destination_id, '' as name, false as is_new, settings from project where project_id = $1
       union all
       select destination_id, name, is_new, settings from (
         select destination_id, name, is_new, settings, row_number() over (order by is_new, name, destination_id) as place
         from store
         where project_id = $1 and removed_at is null and ($2::text[] is null or destination_id = any ($2))
       ) s
       where place <= $4 or settings ? 'pinForActions' or settings ? 'pinSeconds' or destination_id = any ($3)
     ) one
     order by one.destination_id is not null, lower(one.name), one.destination_id`,
    [projectId, destinationIds, always, mostNamed],
  )
  const [project, ...stores] = rows
  return {
    project: { pinForActions: project?.asks ?? null, pinSeconds: project?.seconds ?? null },
    stores: stores.map((row) => ({
      destinationId: row.destination_id ?? '',
      name: row.name,
      isNew: row.is_new,
      pinForActions: row.asks,
      pinSeconds: row.seconds,
    })),
  }
}
