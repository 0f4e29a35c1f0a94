import { noteOfAccount } from '@/lib/audit/data'
import type { AccountNote, AuditActor } from '@/lib/audit/model'
import {
  aloneEnding,
  endLinksBy,
  endSessionsWhere,
  lockPassword,
  type Shown,
  stillIn,
  stillShown,
  tellHowMany,
} from '@/lib/credentials/data'
import { prisma, sql } from '@/lib/db'
import { acrossProjects } from '@/lib/wall'

type Bytes = Uint8Array<ArrayBuffer>

export type PasskeyRow = {
  passkeyId: string
  userId: string
  name: string
  publicKey: Bytes
  counter: number
  transports: string[]
  createdAt: Date
  lastUsedAt: Date | null
  origin: string | null
}

type Stored = Omit<PasskeyRow, 'counter' | 'transports'> & { counter: bigint; transports: unknown }

const passkeyOf = ({ counter, transports, ...row }: Stored): PasskeyRow => ({
  ...row,
  counter: Number(counter),
  transports: Array.isArray(transports) ? (transports as string[]) : [],
})

/** An account's passkeys, oldest first. Relies on staff_passkey_of_user. */
export async function listPasskeys(userId: string): Promise<PasskeyRow[]> {
  const rows = await prisma().passkey.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })
  return rows.map(passkeyOf)
}

/** A passkey and the account that it opens. By primary key. */
export async function findPasskey(passkeyId: string): Promise<(PasskeyRow & { ownerName: string }) | null> {
  // Before it is known who it is.
  const row = await acrossProjects(() => prisma().passkey.findUnique({ where: { passkeyId } }))
  const select = { name: true } as const
  const owner = row && (await acrossProjects(() => prisma().user.findUnique({ where: { id: row.userId }, select })))
  return row && owner && { ...passkeyOf(row), ownerName: owner.name }
}

/** What time it is for all servers: those of the database, whose clocks may be apart, make challenges that others read. */
export async function challengeTime(): Promise<Date> {
  const [row] = await sql<{ now: Date }>('challenge-time', 'select clock_timestamp() as now', [])
  if (!row) throw new Error('The database does not tell its time.')
  return row.now
}

type NewPasskey = Omit<PasskeyRow, 'lastUsedAt' | 'createdAt'> & { challengedAt: Date }

/**
 * Keeps a passkey. What it was asked to sign before `challengedAt` signs nobody in. Throws Prisma's P2002 where it is there already, and
 * P2025 as stillShown does: of what was shown to be offered one, one is added.
 */
export async function insertPasskey(passkey: NewPasskey, shown: Shown, note: AccountNote, now: Date): Promise<void> {
  await prisma().$transaction([
    ...stillShown(shown, now, { isUnused: true }),
    prisma().passkey.create({ data: { ...passkey, createdAt: now } }),
    noteOfAccount(note, now),
  ])
}

const endTheirSessions = endSessionsWhere(
  's.passkey_id is not null and ($2::text is null or s.passkey_id = $2) and s.id <> $3',
)

const removeAll = `with gone as (
    delete from staff_passkey where user_id = $1 returning 1
  ), ${tellHowMany({ gone: 'gone', action: 'account.passkeyRemoved', actor: '$2', at: '$3', details: '$4' })}`

/** Who removes passkeys, and what the record tells of it besides how many. */
export type Removal = { actor: AuditActor; details?: Record<string, unknown> }

/** The statement that removes all passkeys of an account, with a line of the record that tells how many there were. */
export const removeAllPasskeys = (userId: string, { actor, details = {} }: Removal, now: Date) =>
  prisma().$executeRawUnsafe(removeAll, userId, JSON.stringify(actor), now, JSON.stringify(details))

type Asked = { userId: string; sessionId: string }

// Behind the passkeys: what one opens meanwhile ends as well.
const endWhatTheyOpened = ({ userId, sessionId }: Asked, passkeyId: string | null, actor: AuditActor, now: Date) =>
  [
    prisma().$executeRawUnsafe(endTheirSessions, userId, passkeyId, sessionId, JSON.stringify(actor), now),
    endLinksBy(userId),
  ] as const

/**
 * Removes a passkey of an account, with the sessions that it has opened but for the one in which it is asked for, and the links
 * for others' passwords that the account has made. One that was offered before is not added any more, nor this one again.
 * Throws Prisma's P2025 where it is gone, or the session is over in which it is asked for.
 */
export async function deletePasskey(asked: Asked & { passkeyId: string }, note: AccountNote, now: Date): Promise<void> {
  const { userId, sessionId, passkeyId } = asked
  await prisma().$transaction([
    aloneEnding(userId),
    prisma().account.updateMany({ where: { userId, providerId: 'credential' }, data: { updatedAt: now } }),
    stillIn(sessionId, now),
    prisma().passkey.delete({ where: { userId, passkeyId } }),
    ...endWhatTheyOpened(asked, passkeyId, note.actor, now),
    noteOfAccount(note, now),
  ])
}

/**
 * Removes all passkeys of an account likewise, with a line of the record that tells how many there were. Where there are none,
 * one that was offered can still be added: whoever found a session open must not keep its owner from it.
 */
export async function deletePasskeys(asked: Asked, actor: AuditActor, now: Date): Promise<void> {
  const { userId, sessionId } = asked
  await prisma().$transaction([
    aloneEnding(userId),
    // One that is being added is there then, or is refused.
    lockPassword(userId),
    prisma().$executeRaw`update staff_account set updated_at = ${now}
      where user_id = ${userId} and provider_id = 'credential'
        and exists (select from staff_passkey where user_id = ${userId})`,
    stillIn(sessionId, now),
    removeAllPasskeys(userId, { actor }, now),
    ...endWhatTheyOpened(asked, null, actor, now),
  ])
}

/**
 * Takes the answer to a challenge: false where one to it, or to a later one, was taken before, or one with as high a
 * counter: of copies of a passkey, at once too, one signs in at most. Those that do not count stay at 0.
 */
export async function takeChallenge(
  passkeyId: string,
  { challengedAt, counter }: { challengedAt: Date; counter: number },
  now: Date,
): Promise<boolean> {
  const rows = await acrossProjects(() =>
    sql(
      'take-passkey-challenge',
      `update staff_passkey set challenged_at = $2, counter = $3, last_used_at = $4
       where passkey_id = $1 and challenged_at < $2 and (counter < $3 or (counter = 0 and $3 = 0))
       returning passkey_id`,
      [passkeyId, challengedAt, counter, now],
    ),
  )
  return rows.length > 0
}
