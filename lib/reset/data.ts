import { newPassword } from '@/lib/account/data'
import { noteOfAccount } from '@/lib/audit/data'
import type { AccountNote } from '@/lib/audit/model'
import { aloneEnding, lockPassword } from '@/lib/credentials/data'
import { prisma } from '@/lib/db'
import type { Removal } from '@/lib/passkeys/data'
import type { PlacedPart } from '@/lib/people/model'
import { type By, stillAs, stillGiving } from '@/lib/people/still-statement'
import { acrossProjects } from '@/lib/wall'

type Bytes = Uint8Array<ArrayBuffer>

export type ResetRow = {
  userId: string
  /** null: the owner of the account asked for it, by mail. */
  madeBy: string | null
  /** How often who made it had ended theirs by then; `isEnded`: they have since. */
  madeAfter: number
  isEnded: boolean
  expiresAt: Date
  usedAt: Date | null
  name: string
  email: string
}

/** `projectIds`: those of its person when it was decided that the giver may make it. */
type Maker = { projectId: string; giver: By; projectIds: string[] }

/**
 * A link for a new password, in place of those before it; of one that is mailed (`by`: null), of those mailed: anybody has it
 * sent. Throws Prisma's P2025 where who makes it is not what they were any more, or its person has joined another project.
 */
export async function insertReset(
  { by, ...reset }: { digest: Bytes; userId: string; expiresAt: Date; by: Maker | null },
  note: AccountNote,
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
    // Whoever ends the session that it is made in is before all of this, or ends it.
    prisma().$executeRaw`insert into staff_reset (digest, user_id, made_by, made_after, created_at, expires_at)
      select ${reset.digest}, ${userId}, ${madeBy},
        coalesce((select links_ended from staff_user where id = ${madeBy}), 0), ${now}, ${reset.expiresAt}
      where ${by === null} or not exists (
        select from membership where user_id = ${userId} and project_id <> all(${by?.projectIds ?? []}::uuid[]))`,
    // There is none where they have joined one: nobody there is to be told of who is nobody of theirs.
    prisma().passwordReset.findUniqueOrThrow({ where: { digest: reset.digest }, select: { userId: true } }),
    noteOfAccount(note, now),
  ])
}

const isMaker = (id: string, linksEnded: number) => ({ where: { id, linksEnded }, select: { id: true } as const })

const findMaker = (id: string, madeAfter: number) => prisma().user.findFirst(isMaker(id, madeAfter))

/** The link of a token, with whose it is; null where there is none. By primary key. */
export async function findReset(digest: Bytes): Promise<ResetRow | null> {
  const row = await acrossProjects(() => prisma().passwordReset.findUnique({ where: { digest } }))
  const owner = row && (await acrossProjects(() => prisma().user.findUnique({ where: { id: row.userId } })))
  if (!row || !owner) return null
  const { userId, madeBy, madeAfter, expiresAt, usedAt } = row
  const isEnded = madeBy !== null && !(await acrossProjects(() => findMaker(madeBy, madeAfter)))
  return { userId, madeBy, madeAfter, isEnded, expiresAt, usedAt, name: owner.name, email: owner.email }
}

/**
 * A link as it was read: who has made it, and behind how many ends of theirs; `theirs`: what its person was then, of which
 * its maker had to be as much.
 */
type Read = Pick<ResetRow, 'userId' | 'madeBy' | 'madeAfter'> & { theirs: PlacedPart[] }

/**
 * Uses a link, once: a new password, and no session, passkey nor other link any more, since each may be that of who made
 * the link necessary. False where it was used or ended meanwhile, or is too old.
 */
export async function takeReset(
  { digest, hash, read, removal }: { digest: Bytes; hash: string; read: Read; removal: Removal },
  note: AccountNote,
  now: Date,
): Promise<boolean> {
  const { userId, madeBy, madeAfter, theirs } = read
  // With what the link's row said: where its maker is something else since, that has been written there.
  const where = { digest, usedAt: null, expiresAt: { gt: now }, madeAfter }
  try {
    await prisma().$transaction([
      aloneEnding(userId),
      // The row of the password first, as whoever changes it has it first: so neither waits for the other in a circle.
      lockPassword(userId),
      ...theirs.flatMap(({ projectId, ...part }) => stillAs({ projectId, userId }, part)),
      prisma().passwordReset.update({ where, data: { usedAt: now } }),
      // Read, and not held: two who use each other's links would wait in a circle.
      ...(madeBy === null ? [] : [prisma().user.findFirstOrThrow(isMaker(madeBy, madeAfter))]),
      ...newPassword({ userId, hash, keep: null, removal }, now),
      noteOfAccount(note, now),
    ])
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'P2025') return false
    throw error
  }
}
