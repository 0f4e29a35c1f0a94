import { endLinksBy, newPassword } from '@/lib/account/data'
import { noteAudit } from '@/lib/audit/data'
import type { AuditNote } from '@/lib/audit/model'
import { lockPassword } from '@/lib/credentials/data'
import { prisma } from '@/lib/db'
import { type By, stillGiving } from '@/lib/people/data'
import { acrossProjects } from '@/lib/wall'

type Bytes = Uint8Array<ArrayBuffer>

export type ResetRow = {
  userId: string
  /** null: the owner of the account asked for it, by mail. */
  madeBy: string | null
  expiresAt: Date
  usedAt: Date | null
  name: string
  email: string
}

/**
 * A link for a new password, in place of those before it; of one that is mailed (`by`: null), of those mailed: anybody has it
 * sent. Throws Prisma's P2025 where who makes it is not what they were any more.
 */
export async function insertReset(
  { by, ...reset }: { digest: Bytes; userId: string; expiresAt: Date; by: { projectId: string; giver: By } | null },
  notes: AuditNote[],
  now: Date,
): Promise<void> {
  const { userId } = reset
  const madeBy = by?.giver.userId ?? null
  const before = { userId, usedAt: null, ...(madeBy === null && { madeBy }) }
  await prisma().$transaction([
    ...(by ? stillGiving(by.projectId, by.giver, now) : []),
    // As whoever uses or ends one: all of them before it, or behind it, and neither waits for the other in a circle.
    lockPassword(userId),
    prisma().passwordReset.updateMany({ where: before, data: { usedAt: now } }),
    prisma().passwordReset.create({ data: { ...reset, madeBy, createdAt: now } }),
    ...notes.map((note) => noteAudit(note, now)),
  ])
}

/** The link of a token, with whose it is; null where there is none. By primary key. */
export async function findReset(digest: Bytes): Promise<ResetRow | null> {
  const row = await acrossProjects(() => prisma().passwordReset.findUnique({ where: { digest } }))
  const owner = row && (await acrossProjects(() => prisma().user.findUnique({ where: { id: row.userId } })))
  if (!row || !owner) return null
  const { userId, madeBy, expiresAt, usedAt } = row
  return { userId, madeBy, expiresAt, usedAt, name: owner.name, email: owner.email }
}

/**
 * Uses a link, once: a new password, and no session, passkey nor other link any more, since each may be that of who made
 * the link necessary. False where it was used meanwhile, or is too old.
 */
export async function takeReset(
  { digest, userId, hash }: { digest: Bytes; userId: string; hash: string },
  notes: AuditNote[],
  now: Date,
): Promise<boolean> {
  const where = { digest, usedAt: null, expiresAt: { gt: now } }
  try {
    await prisma().$transaction([
      // The row of the password first, as whoever changes it has it first: so neither waits for the other in a circle.
      lockPassword(userId),
      prisma().passwordReset.update({ where, data: { usedAt: now } }),
      ...newPassword({ userId, hash, keep: null }, now),
      ...notes.map((note) => noteAudit(note, now)),
    ])
    await endLinksBy(userId, now)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'P2025') return false
    throw error
  }
}
