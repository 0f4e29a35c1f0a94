import type { AuditAction, AuditActor } from '@/lib/audit/model'
import { auditInsert } from '@/lib/audit/note-statement'
import { prisma, sql } from '@/lib/db'
import { Prisma } from '@/lib/generated/prisma/client'

/** A password as an account has it: whose, its hash, and when it was changed, or something was done by it, last. */
export type Credential = { userId: string; name: string; credentialId: string; hash: string; changedAt: Date }

type CredentialRow = { id: string; name: string; credential_id: string; password: string | null; updated_at: Date }

/**
 * Whose an e-mail address is, with the hash of their password; an empty one where they have none. Relies on
 * staff_user_email_key and staff_account_of_user.
 */
export async function findCredential(email: string): Promise<Credential | null> {
  const [row] = await sql<CredentialRow>(
    'find-credential',
    `select u.id, u.name, coalesce(a.id, '') as credential_id, a.password, coalesce(a.updated_at, u.created_at) as updated_at
     from staff_user u left join staff_account a on a.user_id = u.id and a.provider_id = 'credential'
     where u.email = $1 limit 1`,
    [email],
  )
  if (!row) return null
  const { id: userId, name, credential_id: credentialId, password, updated_at: changedAt } = row
  return { userId, name, credentialId, hash: password ?? '', changedAt }
}

/** What somebody has signed in with, as it was when it was looked at: the hash of their password, or a passkey. */
export type ShownWith = { hash: string } | { passkeyId: string }

export type NewSession = {
  id: string
  userId: string
  token: string
  ipAddress: string
  userAgent: string
  createdAt: Date
  updatedAt: Date
  expiresAt: Date
}

// Whoever changes the password waits for this row and ends its session then, or was first and leaves no row: no session
// lives that was opened with a password that is no more. Whoever removes a passkey, likewise, is before or behind it, and
// ends what it has opened before.
const held = {
  hash: `select 1 from staff_account
         where user_id = $2 and provider_id = 'credential' and password = $9 for share`,
  passkeyId: 'select 1 from staff_passkey where user_id = $2 and passkey_id = $9 for key share',
}

/**
 * How many sessions an account has: of those that were not used for so long, and in all. Whoever signs in again and again makes
 * no more, and a board that is open is used.
 */
export const mostSessions = { idle: 200, all: 2_000 }
export const idleAfterMs = 10 * 60_000

// What is taken from an account for a new session is told in its projects; what was over already is nothing to it.
const noteEnded = auditInsert({
  from: 'ended',
  action: 'account.sessionEnded',
  subject: { kind: 'account', id: '$2', name: 'ended.name' },
  details: `jsonb_build_object('count', ended.count, 'reason', 'tooMany')`,
  actor: `jsonb_build_object('kind', 'staff', 'id', $2::text, 'name', ended.name, 'address', $5::text)`,
  at: '$7',
  where: 'ended.count > 0',
})

/**
 * Opens a session; false where what it was asked for with is not the account's any more. Of as many as there may be those
 * that were used longest ago end for it (while several are opened at once, some later), which is noted. Relies on staff_account_of_user,
 * staff_session_of_user and staff_passkey's key.
 */
export async function insertSession(session: NewSession, shown: ShownWith): Promise<boolean> {
  const { id, userId, token, expiresAt, ipAddress, userAgent, createdAt, updatedAt } = session
  const [by, value] = 'hash' in shown ? (['hash', shown.hash] as const) : (['passkeyId', shown.passkeyId] as const)
  const bounds = [mostSessions.idle, mostSessions.all, new Date(createdAt.getTime() - idleAfterMs)]
  const rows = await sql(
    `insert-session-by-${by}`,
    `with held as (${held[by]}), over as (
       delete from staff_session where id in (
         select id from staff_session where exists (select from held) and id in (
           select id from (
             select id, updated_at, row_number() over (order by expires_at > $7 desc, updated_at desc, id) as place
             from staff_session where user_id = $2) s
           where place >= $11 or (place >= $10 and updated_at < $12))
         for update skip locked)
       returning expires_at > $7 as lived
     ), ended as (
       select m.project_id, u.name, (select count(*) from over where lived) as count
       from membership m join staff_user u on u.id = m.user_id where m.user_id = $2
     ), noted as (${noteEnded})
     insert into staff_session (id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at, passkey_id)
     select $1, $2, $3, $4, $5, $6, $7, $8, ${by === 'passkeyId' ? '$9' : 'null'} from held
     returning id`,
    [id, userId, token, expiresAt, ipAddress, userAgent, createdAt, updatedAt, value, ...bounds],
  )
  return rows.length > 0
}

const mostAtOnce = 1_000

/** Deletes some sessions that are over, with the addresses that they came from. How many: of a thousand there may be more. */
export async function deleteOverSessions(now: Date): Promise<number> {
  const rows = await sql(
    'delete-over-sessions',
    `delete from staff_session
     where id in (select id from staff_session where expires_at <= $1 limit $2 for update skip locked)
     returning 1`,
    [now, mostAtOnce],
  )
  return rows.length
}

/** What somebody who joins a project has shown that the account is theirs by: its password, or a session of it. */
export type ShownToJoin = { hash: string } | { sessionId: string }

/** How an account's row is changed where the links for others' passwords that it has made are to end. */
export const linksEnd = { linksEnded: { increment: 1 } }

/**
 * The statement that ends them, behind what ends their maker's session or right. No row of a link is changed: two who end each
 * other's would wait in a circle.
 */
export const endLinksBy = (userId: string) => prisma().user.updateMany({ where: { id: userId }, data: linksEnd })

/** The account's password for this transaction alone: whoever changes it is before or behind all of it. */
export const lockPassword = (userId: string) => prisma().$queryRaw`select 1 from staff_account
  where user_id = ${userId} and provider_id = 'credential' for no key update`

/**
 * The first statements of what is done only while what was shown is still the account's, and before or behind whoever takes
 * it by another password. Throw Prisma's P2025 where it is not.
 */
export function stillTheirs(userId: string, shown: ShownToJoin, now: Date): Prisma.PrismaPromise<unknown>[] {
  if ('sessionId' in shown) return [lockPassword(userId), stillIn(shown.sessionId, now)]
  const where = { userId, providerId: 'credential', password: shown.hash }
  return [lockPassword(userId), prisma().account.findFirstOrThrow({ where, select })]
}

/** The session in which somebody asks, and what their password was compared with. */
export type Shown = Pick<Credential, 'credentialId' | 'hash' | 'changedAt'> & { sessionId: string }

const select = { id: true } as const

/** The first statement of what is done only while its session lives. Throws Prisma's P2025 where it does not. */
export function stillIn(sessionId: string, now: Date) {
  const where = { id: sessionId, expiresAt: { gt: now } }
  return prisma().session.update({ where, data: { updatedAt: now }, select })
}

// Of what is done in an account's sessions and whoever ends one of them, one is before or behind the other, in a row that all
// stand in: a row of the table that is shared is shared on and on, and who asks again and again in a stolen session would hold
// up its end for as long as they ask.
const seedOfEnds = 434

/** In SQL: whoever ends sessions of this account is before or behind the transaction. */
export const besideEnds = (userId: string) => `pg_advisory_xact_lock_shared(hashtextextended(${userId}, ${seedOfEnds}))`

/** The first statement of what ends sessions of an account. Before any row, so that nobody waits for the other in a circle. */
export const aloneEnding = (userId: string) =>
  prisma().$executeRaw`select pg_advisory_xact_lock(hashtextextended(${userId}, ${seedOfEnds}))`

/**
 * Statements of what is done beside others in a session, and only while it lives: whoever ends it is before or behind all of
 * it. Throw Prisma's P2025 where it does not.
 */
export function stillBesideIn(sessionId: string, now: Date): Prisma.PrismaPromise<unknown>[] {
  return [
    prisma().$executeRaw`select ${Prisma.raw(besideEnds('user_id'))} from staff_session where id = ${sessionId}`,
    prisma().$queryRaw`select 1 from staff_session where id = ${sessionId} for key share`,
    prisma().session.findFirstOrThrow({ where: { id: sessionId, expiresAt: { gt: now } }, select }),
  ]
}

type Gone = { gone: string; action: AuditAction; actor: string; at: string; details?: string }

/**
 * The end of a statement that takes rows from an account ($1), behind its `with`: each of its projects is told how many, where
 * there were any. `gone`: what returned them. How many is known to the very statement that takes them: one that came a moment
 * before is among them. `details`: the parameter that holds, as JSON, what is told besides. Else as auditInsert.
 */
export const tellHowMany = ({ gone, action, actor, at, details }: Gone) => `told as (
    select m.project_id, u.name, (select count(*) from ${gone}) as count
    from membership m join staff_user u on u.id = m.user_id where m.user_id = $1
  )
  ${auditInsert({
    from: 'told',
    action,
    subject: { kind: 'account', id: '$1', name: 'told.name' },
    details: `${details ? `${details}::jsonb || ` : ''}jsonb_build_object('count', told.count)`,
    actor,
    at,
    where: 'told.count > 0',
  })}`

/**
 * The statement that ends sessions of an account ($1), those of which `which` is true, for whoever asks in another one ($3), with
 * a line of the record that tells how many lived. $4: who, as JSON; $5: when.
 */
export const endSessionsWhere = (which: string) => `with over as (
    delete from staff_session s where s.user_id = $1 and ${which}
    returning s.expires_at > $5::timestamptz as lived
  ), ${tellHowMany({ gone: 'over where lived', action: 'account.sessionEnded', actor: '$4', at: '$5' })}`

/** Ends a session, if it lives. */
export async function deleteSession({ userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
  await prisma().$transaction([aloneEnding(userId), prisma().session.deleteMany({ where: { id: sessionId, userId } })])
}

// Whoever sends it several times signs out once.
const signOutStatement = `with over as (
    delete from staff_session where id = $2 and user_id = $1 returning 1
  ), ended as (
    select m.project_id, u.name from membership m join staff_user u on u.id = m.user_id
    where m.user_id = $1 and exists (select from over)
  )
  ${auditInsert({
    from: 'ended',
    action: 'account.signedOut',
    subject: { kind: 'account', id: '$1', name: 'ended.name' },
    details: `'{}'::jsonb`,
    actor: '$3',
    at: '$4',
  })}`

/** Ends a session for whoever signs out in it, with a line of the record where it was there still. */
export async function signOutSession(
  { userId, sessionId }: { userId: string; sessionId: string },
  actor: AuditActor,
  now: Date,
): Promise<void> {
  await prisma().$transaction([
    aloneEnding(userId),
    prisma().$executeRawUnsafe(signOutStatement, userId, sessionId, JSON.stringify(actor), now),
  ])
}

/**
 * The first statements of what the own password is asked for: it is done only where hash and session are still those that
 * were looked at. Throw Prisma's P2025 where they are not. The row of the password first, as whoever changes it has it
 * first: so neither waits for the other in a circle. `isUnused`: and only where nothing else was done by it since.
 */
export function stillShown({ sessionId, credentialId, hash, changedAt }: Shown, now: Date, { isUnused = false } = {}) {
  const where = { id: credentialId, password: hash, ...(isUnused && { updatedAt: changedAt }) }
  return [prisma().account.update({ where, data: { updatedAt: now }, select }), stillIn(sessionId, now)] as const
}
