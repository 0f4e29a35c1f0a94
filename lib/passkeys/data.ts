import { noteAudit } from '@/lib/audit/data'
import type { AuditNote } from '@/lib/audit/model'
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

type NewPasskey = Omit<PasskeyRow, 'lastUsedAt'> & { challengedAt: Date }

/** Keeps a passkey. Throws Prisma's P2002 where it is there already. */
export async function insertPasskey(passkey: NewPasskey, notes: AuditNote[], now: Date): Promise<void> {
  await prisma().$transaction([
    prisma().passkey.create({ data: passkey }),
    ...notes.map((note) => noteAudit(note, now)),
  ])
}

/** Removes a passkey of an account. How many there were: 0 or 1. */
export async function deletePasskey(
  { userId, passkeyId }: { userId: string; passkeyId: string },
  notes: AuditNote[],
  now: Date,
): Promise<void> {
  await prisma().$transaction([
    prisma().passkey.deleteMany({ where: { userId, passkeyId } }),
    ...notes.map((note) => noteAudit(note, now)),
  ])
}

/** Takes the answer to a challenge: false where one to it, or to a later one, was taken before. */
export async function takeChallenge(
  passkeyId: string,
  { challengedAt, counter }: { challengedAt: Date; counter: number },
  now: Date,
): Promise<boolean> {
  const rows = await acrossProjects(() =>
    sql(
      'take-passkey-challenge',
      `update staff_passkey set challenged_at = $2, counter = $3, last_used_at = $4
       where passkey_id = $1 and challenged_at < $2 returning passkey_id`,
      [passkeyId, challengedAt, counter, now],
    ),
  )
  return rows.length > 0
}
