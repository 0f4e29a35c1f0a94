import { noteOfAccount } from '@/lib/audit/data'
import type { AccountNote, AuditActor } from '@/lib/audit/model'
import { auditInsert } from '@/lib/audit/note-statement'
import {
  aloneEnding,
  endLinksBy,
  endSessionsWhere,
  linksEnd,
  lockPassword,
  type Shown,
  stillBesideIn,
  stillIn,
  stillShown,
} from '@/lib/credentials/data'
import { prisma, sql } from '@/lib/db'
import { type Removal, removeAllPasskeys } from '@/lib/passkeys/data'

/** The projects that an account belongs to. Relies on membership_of_user. */
export async function listProjectIdsOf(userId: string): Promise<string[]> {
  const rows = await sql<{ project_id: string }>(
    'list-project-ids-of',
    'select project_id from membership where user_id = $1 order by project_id',
    [userId],
  )
  return rows.map((row) => row.project_id)
}

const mostListed = 200

/** A session as its owner sees it. */
export type SessionRow = {
  id: string
  userAgent: string | null
  ipAddress: string | null
  createdAt: Date
  updatedAt: Date
}

/** An account's live sessions, the one that was used last first, as many as are listed. Relies on staff_session_of_user. */
export function listSessions(userId: string, now: Date): Promise<SessionRow[]> {
  return prisma().session.findMany({
    where: { userId, expiresAt: { gt: now } },
    select: { id: true, userAgent: true, ipAddress: true, createdAt: true, updatedAt: true },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    take: mostListed,
  })
}

export async function hasSession(userId: string, id: string, now: Date): Promise<boolean> {
  return (await prisma().session.count({ where: { id, userId, expiresAt: { gt: now } } })) > 0
}

const endSessions = endSessionsWhere('case when $2::text is null then s.id <> $3 else s.id = $2 end')

/**
 * Ends sessions of an account: the one given, or all but one, with a line of the record that tells how many; and the links for
 * others' passwords that it has made: whoever found one open may have made them, and they stand on no list. Behind the sessions, so that one which is being made ends as well.
 * Throws Prisma's P2025 where the session of whoever asks has ended.
 */
export async function deleteSessions(
  { userId, sessionId }: { userId: string; sessionId: string },
  which: { id: string } | { not: string },
  actor: AuditActor,
  now: Date,
): Promise<void> {
  const [one, not] = 'id' in which ? [which.id, null] : [null, which.not]
  await prisma().$transaction([
    aloneEnding(userId),
    // Of two that end each other the first one lives.
    prisma().session.findFirstOrThrow({ where: { id: sessionId, expiresAt: { gt: now } }, select: { id: true } }),
    prisma().$executeRawUnsafe(endSessions, userId, one, not, JSON.stringify(actor), now),
    endLinksBy(userId),
  ])
}

const noteRenamed = auditInsert({
  from: 'membership, staff_user u',
  action: 'account.renamed',
  subject: { kind: 'account', id: '$1', name: '$2' },
  details: `jsonb_build_object('name', jsonb_build_object('from', u.name, 'to', $2::text))`,
  actor: '$3',
  at: '$4',
  where: 'membership.user_id = $1 and u.id = $1 and u.name <> $2',
})

/**
 * Gives an account another name; the record tells the one that it had just then. Throws Prisma's P2025 where the session is over
 * in which it is asked for.
 */
export async function updateName(
  { userId, sessionId, name }: { userId: string; sessionId: string; name: string },
  actor: AuditActor,
  now: Date,
): Promise<void> {
  await prisma().$transaction([
    ...stillBesideIn(sessionId, now),
    // Whoever joins a project by it is before or behind all of this.
    lockPassword(userId),
    // Of two at once the later one reads what the other has given.
    prisma().$queryRaw`select 1 from staff_user where id = ${userId} for no key update`,
    prisma().$executeRawUnsafe(noteRenamed, userId, name, JSON.stringify(actor), now),
    prisma().user.update({ where: { id: userId }, data: { name, updatedAt: now } }),
  ])
}

// Browsers in which an account has signed in are strangers from now on: what was shown there may be another's second step.
const withdrawDevices = (userId: string, now: Date, alsoEnds = {}) =>
  prisma().user.updateMany({ where: { id: userId }, data: { devicesSince: now, ...alsoEnds } })

// Who knew the password of before has begun one perhaps.
const dropBegunStep = (userId: string) => prisma().secondStep.deleteMany({ where: { userId, confirmedAt: null } })

// Whoever sent them knew the password of before.
const forgetWrongCodes = (userId: string) =>
  prisma().secondStep.updateMany({ where: { userId }, data: { wrongCodes: 0, wrongCodesBefore: 0 } })

type NewPassword = { userId: string; hash: string } & ({ keep: string } | { keep: null; removal: Removal })

/**
 * The statements of a new password, of a transaction that aloneEnding begins: all sessions end but the one to keep, and
 * links for another password with them, its own and those that it has made for others, and a second step that is begun.
 * Where none is kept (its owner is not who is here) passkeys go as well, which the record is told: before the sessions, so that
 * one which a passkey opens meanwhile ends too.
 */
export function newPassword(change: NewPassword, now: Date) {
  const { userId, hash, keep } = change
  return [
    prisma().account.updateMany({ where: { userId, providerId: 'credential' }, data: { password: hash } }),
    ...(change.keep === null ? [removeAllPasskeys(userId, change.removal, now)] : []),
    prisma().session.deleteMany({ where: { userId, ...(keep && { id: { not: keep } }) } }),
    // Behind the sessions, as whoever changes the second step in one has it.
    dropBegunStep(userId),
    ...(keep === null ? [] : [forgetWrongCodes(userId)]),
    prisma().passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } }),
    withdrawDevices(userId, now, linksEnd),
  ]
}

/**
 * A new password; all sessions end but the one in which it was asked for. Links for another one are worth nothing any more.
 * Throws Prisma's P2025 as stillShown does.
 */
export async function updatePassword(
  { shown, ...change }: { userId: string; hash: string; shown: Shown },
  note: AccountNote,
  now: Date,
): Promise<void> {
  await prisma().$transaction([
    aloneEnding(change.userId),
    ...stillShown(shown, now),
    ...newPassword({ ...change, keep: shown.sessionId }, now),
    noteOfAccount(note, now),
  ])
}

export type SecondStepRow = { secret: Uint8Array<ArrayBuffer>; isOn: boolean; recoveryLeft: number; begunAt: Date }

/** An account's second step, begun or in force. By primary key. */
export async function findSecondStep(userId: string): Promise<SecondStepRow | null> {
  const row = await prisma().secondStep.findUnique({ where: { userId } })
  if (!row) return null
  const recoveryLeft = Array.isArray(row.recovery) ? row.recovery.length : 0
  return { secret: row.secret, isOn: row.confirmedAt !== null, recoveryLeft, begunAt: row.createdAt }
}

type Begun = { userId: string; secret: Uint8Array<ArrayBuffer>; shown: Shown }

/** Begins a second step anew; false where one is in force. Throws Prisma's P2025 as stillShown does. */
export async function beginSecondStep({ userId, secret, shown }: Begun, now: Date): Promise<boolean> {
  const begin = prisma().$executeRaw`
    insert into staff_second_step as s (user_id, secret, created_at) values (${userId}, ${secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
    where s.confirmed_at is null`
  const [, , count] = await prisma().$transaction([...stillShown(shown, now), begin])
  return count > 0
}

type Confirmed = {
  userId: string
  /** As it was begun, and as it is kept. */
  begun: Uint8Array<ArrayBuffer>
  secret: Uint8Array<ArrayBuffer>
  sessionId: string
  step: number
  recovery: string[]
}

/**
 * Puts a second step in force, with the digests of its recovery codes: of the very secret, sealed, whose code was shown. Every
 * session ends but the one in which it was, and the links for others' passwords that they may have made: the password alone
 * has opened them, and would take the second step off again. Throws Prisma's P2025 where one is in force already, or another
 * was begun meanwhile, and as stillIn does.
 */
export async function confirmSecondStep(
  { userId, begun, secret, sessionId, step, recovery }: Confirmed,
  note: AccountNote,
  now: Date,
): Promise<void> {
  await prisma().$transaction([
    aloneEnding(userId),
    // Whoever signs in by the password meanwhile was first, and ends with the others, or is behind this and looks once more.
    lockPassword(userId),
    stillIn(sessionId, now),
    prisma().session.deleteMany({ where: { userId, id: { not: sessionId } } }),
    prisma().secondStep.update({
      where: { userId, secret: begun, confirmedAt: null },
      data: { secret, confirmedAt: now, lastStep: step, recovery },
    }),
    withdrawDevices(userId, now, linksEnd),
    noteOfAccount(note, now),
  ])
}

/**
 * Other recovery codes, by their digests, in place of those before. Throws Prisma's P2025 where no second step is in force,
 * and as stillShown does.
 */
export async function replaceRecovery(
  { userId, recovery, shown }: { userId: string; recovery: string[]; shown: Shown },
  note: AccountNote,
  now: Date,
): Promise<void> {
  await prisma().$transaction([
    ...stillShown(shown, now),
    prisma().secondStep.update({ where: { userId, confirmedAt: { not: null } }, data: { recovery } }),
    noteOfAccount(note, now),
  ])
}

/**
 * Removes a second step that is on, or one that is but begun. `shown`: null at the console. Throws Prisma's P2025 as stillShown
 * does, and where none is on any more.
 */
export async function deleteSecondStep(
  { userId, shown, isOn }: { userId: string; shown: Shown | null; isOn: boolean },
  note: AccountNote | null,
  now: Date,
): Promise<void> {
  await prisma().$transaction([
    ...(shown === null ? [lockPassword(userId)] : [...stillShown(shown, now)]),
    ...(isOn
      ? [prisma().secondStep.delete({ where: { userId, confirmedAt: { not: null } } }), withdrawDevices(userId, now)]
      : [dropBegunStep(userId)]),
    ...(note === null ? [] : [noteOfAccount(note, now)]),
  ])
}

/** Takes the code of a step: false for one that was taken before, or is older than the last. */
export async function takeStep(userId: string, step: number): Promise<boolean> {
  const rows = await sql(
    'take-second-step',
    `update staff_second_step set last_step = $2
     where user_id = $1 and confirmed_at is not null and last_step < $2 returning user_id`,
    [userId, step],
  )
  return rows.length > 0
}

/** Takes a recovery code, by the digests that it may be kept as, for good: false where the account has none such. */
export async function takeRecoveryCode(userId: string, digests: string[]): Promise<boolean> {
  const rows = await sql(
    'take-recovery-code',
    `update staff_second_step set recovery = recovery - $2::text[]
     where user_id = $1 and confirmed_at is not null and recovery ?| $2::text[] returning user_id`,
    [userId, digests],
  )
  return rows.length > 0
}
