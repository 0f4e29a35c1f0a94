import { newPassword } from '@/lib/account/data'
import { noteOfAccount } from '@/lib/audit/data'
import type { AccountNote } from '@/lib/audit/model'
import type { ApiKeyCaller, Membership, StaffCaller } from '@/lib/auth/model'
import { aloneEnding, lockPassword } from '@/lib/credentials/data'
import { prisma, sql } from '@/lib/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Removal } from '@/lib/passkeys/data'
import { aloneGiving } from '@/lib/people/still-statement'
import { acrossProjects, inProjects } from '@/lib/wall'

type KeyRow = {
  project_id: string
  key_id: string
  kind: ApiKeyCaller['keyKind']
  destination_ids: string[] | null
  is_test: boolean
  expires_at: Date | null
}

/** The key of a digest unless it is revoked or expired. Relies on api_key_lookup's and api_key's primary keys. */
export async function findApiKey(digest: Buffer, now: Date): Promise<ApiKeyCaller | null> {
  const [row] = await acrossProjects(() =>
    sql<KeyRow>(
      'find-api-key',
      `select k.project_id, k.key_id, k.kind, k.destination_ids, k.is_test, k.expires_at
       from api_key_lookup l
       join api_key k on k.project_id = l.project_id and k.key_id = l.key_id
       where l.digest = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`,
      [digest, now],
    ),
  )
  if (!row) return null
  return {
    kind: 'apiKey',
    keyKind: row.kind,
    keyId: row.key_id,
    projectId: row.project_id,
    destinationIds: row.destination_ids,
    isTest: row.is_test,
    ...(row.expires_at && { until: row.expires_at }),
  }
}

/** Notes that a key was used. */
export async function touchApiKey(projectId: string, keyId: string, now: Date): Promise<void> {
  await inProjects([projectId], () =>
    prisma().apiKey.updateMany({ where: { projectId, keyId }, data: { lastUsedAt: now } }),
  )
}

export type NewApiKey = {
  projectId: string
  keyId: string
  kind: ApiKeyCaller['keyKind']
  name: string
  isTest: boolean
  prefix: string
  digest: Buffer
  destinationIds: string[] | null
  expiresAt: Date | null
}

/** Stores a key and its look-up row together. */
export async function insertApiKey(key: NewApiKey, now: Date): Promise<void> {
  const digest = new Uint8Array(key.digest)
  const { destinationIds, ...rest } = key
  await prisma().$transaction([
    prisma().apiKey.create({
      data: { ...rest, digest, createdAt: now, ...(destinationIds && { destinationIds }) },
    }),
    prisma().apiKeyLookup.create({ data: { digest, projectId: key.projectId, keyId: key.keyId } }),
  ])
}

/** Revokes a key by its id or by the characters it begins with. How many were revoked: 0 or more. */
export async function revokeApiKeys(projectId: string | undefined, idOrPrefix: string, now: Date): Promise<number> {
  const isId = /^[0-9a-f-]{36}$/i.test(idOrPrefix)
  const where = isId ? { keyId: idOrPrefix } : { prefix: idOrPrefix }
  const { count } = await prisma().apiKey.updateMany({
    where: { ...where, ...(projectId && { projectId }), revokedAt: null },
    data: { revokedAt: now },
  })
  return count
}

/** Which of a project's keys are neither revoked nor expired. By primary key. */
export async function listGoodKeys(projectId: string, keyIds: string[], now: Date): Promise<Set<string>> {
  const rows = await sql<{ key_id: string }>(
    'list-good-keys',
    `select key_id from api_key
     where project_id = $1 and key_id = any($2::uuid[]) and revoked_at is null and (expires_at is null or expires_at > $3)`,
    [projectId, keyIds, now],
  )
  return new Set(rows.map(({ key_id: keyId }) => keyId))
}

type StaffRow = {
  session_id: string
  expires_at: Date
  id: string
  name: string
  email: string
  project_id: string | null
  role: Membership['role']
  destination_ids: string[] | null
}

/** Who asks, and until when their session lives. */
type LiveSession = { caller: StaffCaller; expiresAt: Date }

async function findSessionBy(
  key: 'id' | 'token',
  value: string,
  now: Date,
  gone?: AbortSignal,
): Promise<LiveSession | null> {
  const rows = await acrossProjects(() =>
    sql<StaffRow>(
      `find-staff-by-session-${key}`,
      `select s.id as session_id, s.expires_at, u.id, u.name, u.email, m.project_id, m.role, m.destination_ids
       from staff_session s
       join staff_user u on u.id = s.user_id
       left join membership m on m.user_id = u.id
       where s.${key} = $1 and s.expires_at > $2`,
      [value, now],
      gone,
    ),
  )
  const [first] = rows
  if (!first) return null
  const memberships = rows.flatMap((row) =>
    row.project_id ? [{ projectId: row.project_id, role: row.role, destinationIds: row.destination_ids }] : [],
  )
  const { id: userId, name, email, session_id: sessionId, expires_at: expiresAt } = first
  return { caller: { kind: 'staff', userId, name, email, sessionId, memberships }, expiresAt }
}

/** A live session by its id, and until when it lives. Relies as findStaffBySession does. */
export function findLiveSession(sessionId: string, now: Date): Promise<LiveSession | null> {
  return findSessionBy('id', sessionId, now)
}

/**
 * Who a live session belongs to, with all memberships. `gone`: that who asks has hung up. Relies on staff_session's key and
 * membership_of_user.
 */
export async function findStaffBySession(
  sessionId: string,
  now: Date,
  gone?: AbortSignal,
): Promise<StaffCaller | null> {
  return (await findSessionBy('id', sessionId, now, gone))?.caller ?? null
}

/** The live session of a token, and whose it is. `gone` likewise. Relies on staff_session_token_key and membership_of_user. */
export function findSessionByToken(token: string, now: Date, gone?: AbortSignal): Promise<LiveSession | null> {
  return findSessionBy('token', token, now, gone)
}

/** The live session of a token, its life moved on. Null when there is none. */
export async function extendSession(token: string, expiresAt: Date, now: Date): Promise<{ id: string } | null> {
  const [row] = await acrossProjects(() =>
    sql<{ id: string }>(
      'extend-session',
      `update staff_session set expires_at = $2, updated_at = $3 where token = $1 and expires_at > $3 returning id`,
      [token, expiresAt, now],
    ),
  )
  return row ?? null
}

/**
 * In whose row somebody waits who is familiar: the account of an e-mail address has a session from a network address, or knows a
 * browser since a time that it has not withdrawn (`isByBrowser`). The first of its projects, '' where it is in none; null for
 * who is not familiar. Relies on staff_session_of_user.
 */
export async function findFamiliar(
  email: string,
  { address, knownSince }: { address: string; knownSince: Date | null },
  now: Date,
): Promise<{ holder: string; isByBrowser: boolean } | null> {
  const [row] = await sql<{ holder: string; is_by_browser: boolean }>(
    'find-familiar',
    `select coalesce((select min(m.project_id::text) from membership m where m.user_id = u.id), '') as holder,
       coalesce($4::timestamptz >= coalesce(u.devices_since, '-infinity'), false) as is_by_browser
     from staff_user u
     where u.email = $1 and (
       $4::timestamptz >= coalesce(u.devices_since, '-infinity')
       or exists (select from staff_session s where s.user_id = u.id and s.ip_address = $2 and s.expires_at > $3))`,
    [email.toLowerCase(), address, now, knownSince],
  )
  return row ? { holder: row.holder, isByBrowser: row.is_by_browser } : null
}

/** True where a browser that was told so then is known to an account still. By primary key. */
export async function isKnownBrowser(userId: string, knownSince: Date): Promise<boolean> {
  const rows = await sql(
    'is-known-browser',
    `select 1 from staff_user where id = $1 and $2::timestamptz >= coalesce(devices_since, '-infinity')`,
    [userId, knownSince],
  )
  return rows.length > 0
}

/** Notes that a session was used. */
export async function touchSession(sessionId: string, now: Date): Promise<void> {
  await acrossProjects(() => prisma().session.updateMany({ where: { id: sessionId }, data: { updatedAt: now } }))
}

export async function findSessionId(token: string): Promise<string | null> {
  const session = await acrossProjects(() => prisma().session.findUnique({ where: { token }, select: { id: true } }))
  return session?.id ?? null
}

type Given = {
  userId: string
  part: Membership | null
  chosen: { hash: string; removal: Removal; note: AccountNote | null } | null
  behind: Prisma.PrismaPromise<unknown>[]
}

/**
 * Gives an account a part in a project, or changes the one it has (`part`), and a new password (`chosen`), in one transaction;
 * null: that stays as it is. `behind`: the part's lines of the record, and what ends by it.
 */
export async function saveGiven({ userId, part, chosen, behind }: Given, now: Date): Promise<void> {
  const password = chosen === null ? [] : newPassword({ userId, ...chosen, keep: null }, now)
  // Of rows that of the password first, as whoever takes them out has it first: so neither waits for the other in a circle.
  const first = [...(chosen === null ? [] : [aloneEnding(userId)]), lockPassword(userId)]
  // Who becomes something else gives nothing meanwhile as who they were.
  const parts = part ? [aloneGiving({ projectId: part.projectId, userId }), upsertPart(userId, part, now)] : []
  await prisma().$transaction([
    ...first,
    ...parts,
    ...password,
    ...behind,
    ...(chosen?.note ? [noteOfAccount(chosen.note, now)] : []),
  ])
}

function upsertPart(userId: string, { projectId, role, destinationIds }: Membership, now: Date) {
  const stores = destinationIds ?? Prisma.DbNull
  return prisma().membership.upsert({
    where: { projectId_userId: { projectId, userId } },
    create: { projectId, userId, role, createdAt: now, destinationIds: stores },
    update: { role, destinationIds: stores },
  })
}
