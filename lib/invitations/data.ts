import { noteAudit } from '@/lib/audit/data'
import type { AuditActor, AuditNote } from '@/lib/audit/model'
import { auditInsert } from '@/lib/audit/note-statement'
import { type ShownToJoin, stillTheirs } from '@/lib/credentials/data'
import { prisma, sql } from '@/lib/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Cut, cutTo, type ToldStores } from '@/lib/lists/model'
import { type ToldRow, toldOf } from '@/lib/lists/stores-statement'
import { invitationsStatement } from '@/lib/people/listed-statement'
import { type Part, rolesToGive, type Sought } from '@/lib/people/model'
import { type By, stillAs, stillGiving } from '@/lib/people/still-statement'
import { stillListed } from '@/lib/removal/data'
import { acrossProjects, inProjects } from '@/lib/wall'

export type InvitationRow = Part & {
  projectId: string
  invitationId: string
  email: string
  invitedBy: string
  invitedByName: string
  createdAt: Date
  expiresAt: Date
  acceptedAt: Date | null
  withdrawnAt: Date | null
}

const storesOf = (json: unknown) => (Array.isArray(json) ? (json as string[]) : null)
const shown = { omit: { digest: true } } as const

const isOpen = { acceptedAt: null, withdrawnAt: null } as const

/** An open invitation in a list. */
export type ListedInvitation = ToldStores &
  Pick<InvitationRow, 'invitationId' | 'email' | 'role' | 'invitedByName' | 'createdAt' | 'expiresAt'>

type Row = ToldRow & {
  invitation_id: string
  email: string
  role: Part['role']
  invited_by_name: string
  created_at: Date
  expires_at: Date
}

/**
 * The open invitations of a project, newest first, as far as is sought, behind one (null: from the first); also those that are
 * too old: they can be renewed. Relies on invitation's key.
 */
export async function listInvitations(
  projectId: string,
  { reach, words, most }: Sought,
  after: Pick<InvitationRow, 'createdAt' | 'invitationId'> | null,
): Promise<Cut<ListedInvitation>> {
  const values = [projectId, reach, words.trim(), most + 1, after?.createdAt ?? null, after?.invitationId ?? null]
  const rows = await sql<Row>('list-invitations', invitationsStatement, values)
  return cutTo(rows, most, (row) => ({
    invitationId: row.invitation_id,
    email: row.email,
    role: row.role,
    ...toldOf(row),
    invitedByName: row.invited_by_name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }))
}

/** What the open invitations of one address would make of it. Relies on invitation's key. */
export async function listInvitedParts(projectId: string, email: string): Promise<Part[]> {
  const where = { projectId, email, ...isOpen }
  const rows = await prisma().invitation.findMany({ where, select: { role: true, destinationIds: true } })
  return rows.map(({ role, destinationIds }) => ({ role, destinationIds: storesOf(destinationIds) }))
}

type InvitationCount = { all: number; toSome: number; within: number }

/**
 * How many invitations to a project somebody may still follow, how many of those are not to all of its stores, and how many to
 * these alone (null: all). Relies on invitation's key.
 */
export async function countInvitations(
  projectId: string,
  destinationIds: string[] | null,
  now: Date,
): Promise<InvitationCount> {
  const [row] = await sql<InvitationCount>(
    'count-invitations',
    `select count(*)::int as all, (count(*) filter (where jsonb_typeof(destination_ids) = 'array'))::int as "toSome",
       (count(*) filter (where destination_ids <@ to_jsonb($2::text[])))::int as within
     from invitation
     where project_id = $1 and accepted_at is null and withdrawn_at is null and expires_at > $3`,
    [projectId, destinationIds, now],
  )
  return row ?? { all: 0, toSome: 0, within: 0 }
}

/** An open invitation. By primary key. */
export async function findInvitation(projectId: string, invitationId: string): Promise<InvitationRow | null> {
  const where = { projectId, invitationId, ...isOpen }
  const row = await prisma().invitation.findFirst({ where, ...shown })
  return row && { ...row, destinationIds: storesOf(row.destinationIds) }
}

type Bytes = Uint8Array<ArrayBuffer>

/** The invitation of a token, whatever became of it. Relies on invitation_lookup's key. */
export async function findInvitationByDigest(digest: Bytes): Promise<InvitationRow | null> {
  // Before it is known whose it is.
  const known = await acrossProjects(() => prisma().invitationLookup.findUnique({ where: { digest } }))
  if (!known) return null
  const { projectId, invitationId } = known
  const key = { projectId_invitationId: { projectId, invitationId } }
  const row = await inProjects([projectId], () => prisma().invitation.findUnique({ where: key }))
  if (!row) return null
  const { digest: current, ...rest } = row
  // A link that was renewed is an old one.
  const isOld = Buffer.compare(current, digest) !== 0
  const withdrawnAt = rest.withdrawnAt ?? (isOld ? rest.createdAt : null)
  return { ...rest, withdrawnAt, destinationIds: storesOf(rest.destinationIds) }
}

type Replacing = { projectId: string; email: string; by: By; actor: AuditActor; now: Date }

// What another takes the place of ends with a line of its own, as one that is withdrawn.
function replaceOpen({ projectId, email, by, actor, now }: Replacing) {
  const line = auditInsert({
    from: 'ended',
    action: 'person.inviteWithdrawn',
    subject: { kind: 'person', id: 'ended.invitation_id::text', name: 'ended.email' },
    details: `jsonb_build_object('role', ended.role, 'reason', 'replaced',
      'stores', case jsonb_typeof(ended.destination_ids) when 'array' then ended.destination_ids else '"all"' end)`,
    actor: 'ended.actor',
    at: 'ended.withdrawn_at',
  })
  const reach = by.destinationIds
  return prisma().$executeRaw`
    with ended as (
      update invitation set withdrawn_at = ${now}
      where project_id = ${projectId}::uuid and email = ${email} and accepted_at is null and withdrawn_at is null
        and (${reach === null} or destination_ids <@ ${JSON.stringify(reach)}::jsonb)
        and role::text = any (${rolesToGive(by)}::text[])
      returning *, ${JSON.stringify(actor)}::jsonb as actor
    ) ${Prisma.raw(line)}`
}

type NewInvitation = Omit<InvitationRow, 'acceptedAt' | 'withdrawnAt'> & { digest: Bytes }

/**
 * A new invitation, in place of an open one to the same address, as far as the stores and the role of who invites reach; of
 * several at once the last of those alone is open. Throws Prisma's P2025 where who invites is not what they were, or is signed out, or one of
 * its stores is on no list.
 */
export async function insertInvitation(invitation: NewInvitation, by: By, note: AuditNote, now: Date): Promise<void> {
  const { destinationIds, ...rest } = invitation
  const { projectId, invitationId, email, digest } = invitation
  await prisma().$transaction([
    ...stillGiving(projectId, by, now),
    ...stillListed(projectId, destinationIds),
    // Those to one address wait for each other: what is withdrawn next is what is there by then.
    prisma().$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`${projectId} ${email}`}, 430))`,
    replaceOpen({ projectId, email, by, actor: note.actor, now }),
    prisma().invitation.create({ data: { ...rest, destinationIds: destinationIds ?? Prisma.DbNull } }),
    prisma().invitationLookup.create({ data: { digest, projectId, invitationId } }),
    noteAudit(note, now),
  ])
}

// Whoever renews it vouches for it from then on.
type Renewed = Omit<InvitationRow, 'email' | 'role' | 'createdAt' | 'acceptedAt' | 'withdrawnAt'> & {
  digest: Bytes
}

/**
 * Another link for an invitation; the one before is worth nothing. Throws Prisma's P2025 where it is not open any more, who
 * renews it is not what they were, or is signed out, or one of its stores is on no list.
 */
export async function renewInvitation(
  { projectId, invitationId, destinationIds, ...renewed }: Renewed,
  by: By,
  note: AuditNote,
  now: Date,
): Promise<void> {
  const where = { projectId_invitationId: { projectId, invitationId }, ...isOpen }
  await prisma().$transaction([
    ...stillGiving(projectId, by, now),
    ...stillListed(projectId, destinationIds),
    prisma().invitation.update({ where, data: renewed }),
    prisma().invitationLookup.create({ data: { digest: renewed.digest, projectId, invitationId } }),
    noteAudit(note, now),
  ])
}

/** Withdraws an open invitation. Throws Prisma's P2025 where it is not open any more, or who withdraws it is not what they were, or is signed out. */
export async function withdrawInvitation(
  { projectId, invitationId }: { projectId: string; invitationId: string },
  by: By,
  note: AuditNote,
  now: Date,
): Promise<void> {
  const where = { projectId_invitationId: { projectId, invitationId }, ...isOpen }
  const change = prisma().invitation.update({ where, data: { withdrawnAt: now } })
  await prisma().$transaction([...stillGiving(projectId, by, now), change, noteAudit(note, now)])
}

/** Who accepts: somebody who is there already, by what they have shown, or one to be made. */
export type Joining = { userId: string } & ({ made: { name: string; hash: string } } | { shown: ShownToJoin })

function accountStatements(joining: Joining, email: string, now: Date): Prisma.PrismaPromise<unknown>[] {
  const { userId } = joining
  if ('shown' in joining) return stillTheirs(userId, joining.shown, now)
  const { made } = joining
  const person = { id: userId, name: made.name, email, emailVerified: true, createdAt: now, updatedAt: now }
  const credential = { userId, providerId: 'credential', accountId: userId, password: made.hash }
  return [
    prisma().user.create({ data: person }),
    prisma().account.create({ data: { id: `${userId}-password`, ...credential, createdAt: now } }),
  ]
}

/**
 * Makes an invitation a membership, once: of several at a time the rest get `gone`, and so does whose password or session is
 * another by now, or who invites them is not `by` any more. `member`: they are in the project already. Links for another password that somebody gave them are worth
 * nothing any more: the account opens what who made them may not be in.
 */
export async function acceptInvitation(
  { invitation, digest, by }: { invitation: InvitationRow; digest: Bytes; by: Part },
  joining: Joining,
  note: AuditNote,
  now: Date,
): Promise<'joined' | 'gone' | 'member'> {
  const { projectId, invitationId, invitedBy, email, role, destinationIds } = invitation
  const open = { ...isOpen, digest, expiresAt: { gt: now } }
  const where = { projectId_invitationId: { projectId, invitationId }, ...open }
  const part = { role, destinationIds: destinationIds ?? Prisma.DbNull }
  const given = { userId: joining.userId, usedAt: null, madeBy: { not: null } }
  try {
    await prisma().$transaction([
      ...accountStatements(joining, email, now),
      ...stillAs({ projectId, userId: invitedBy }, by),
      prisma().invitation.update({ where, data: { acceptedAt: now } }),
      prisma().passwordReset.updateMany({ where: given, data: { usedAt: now } }),
      prisma().membership.create({ data: { projectId, userId: joining.userId, ...part, createdAt: now } }),
      noteAudit(note, now),
    ])
    return 'joined'
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'P2025') return 'gone'
    if (code === 'P2002') return 'made' in joining ? 'gone' : 'member'
    throw error
  }
}

/** What the one who invites is in the project now. By primary key. */
export async function findPart(projectId: string, userId: string): Promise<Part | null> {
  const [row] = await sql<{ role: Part['role']; destination_ids: string[] | null }>(
    'find-part',
    'select role, destination_ids from membership where project_id = $1 and user_id = $2',
    [projectId, userId],
  )
  return row ? { role: row.role, destinationIds: row.destination_ids } : null
}

/** The account of an address. Relies on staff_user_email_key. */
export function findAccountByEmail(email: string): Promise<{ id: string; name: string } | null> {
  return prisma().user.findUnique({ where: { email }, select: { id: true, name: true } })
}

/** The name of a project. By primary key. */
export async function findProjectName(projectId: string): Promise<string> {
  const project = await prisma().project.findUnique({ where: { projectId }, select: { name: true } })
  return project?.name ?? ''
}
