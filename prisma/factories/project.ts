import { randomBytes, randomUUID } from 'node:crypto'
import { signAccessToken } from '@/lib/auth/access-token'
import { saveHashedAccount } from '@/lib/auth/accounts'
import { createApiKey } from '@/lib/auth/api-keys'
import { staffAuth } from '@/lib/auth/better-auth'
import { hashing } from '@/lib/auth/hashing'
import type { Membership } from '@/lib/auth/model'
import { insertProject, insertStore } from '@/lib/stores/data'

/** A project of a random name, or of the one given. */
export async function createProject(given: { name?: string; strict?: boolean } = {}, now = new Date()) {
  const projectId = randomUUID()
  await insertProject(projectId, given.name ?? `Project ${projectId.slice(0, 4)}`, given.strict ?? false, now)
  return { projectId }
}

/** A store with one zone or more, named after it. */
export async function createStore(
  projectId: string,
  given: { destinationId?: string; name?: string; timeZone?: string; zoneNames?: string[] } = {},
  now = new Date(),
) {
  const destinationId = given.destinationId ?? `store-${randomUUID().slice(0, 8)}`
  const name = given.name ?? destinationId
  const zoneNames = given.zoneNames ?? [name]
  const zoneIds = zoneNames.map(() => randomUUID())
  await insertStore({ projectId, destinationId, name, timeZone: given.timeZone ?? 'UTC', zoneIds, zoneNames }, now)
  return { destinationId, zoneIds }
}

/** An API key, ready to send. */
export async function createKey(
  projectId: string,
  kind: 'secret' | 'publishable',
  given: { destinationIds?: string[]; expiresAt?: Date; name?: string; isTest?: boolean } = {},
  now = new Date(),
): Promise<string> {
  const { key } = await createApiKey({ projectId, kind, name: given.name ?? `${kind} key`, ...given }, now)
  return key
}

/** A password that nobody has had before. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}

// Recognisable, should it ever stand in a log (scripts/testing/leaks.mjs).
const password = `password-of-a-test-${randomPassword()}`
let passwordHash: Promise<string> | undefined

/** A staff account with a role, and the password to sign in with: one for all of this process, as hashing takes long. */
export async function createStaff(
  given: {
    projectId: string
    role?: Membership['role']
    destinationIds?: string[] | null
    email?: string
    name?: string
  },
  now = new Date(),
) {
  const email = given.email ?? `person-${randomUUID().slice(0, 8)}@example.test`
  const { projectId, role = 'staff', destinationIds = null, name = 'Sam Okafor' } = given
  const account = { email, password, name, membership: { projectId, role, destinationIds } }
  passwordHash ??= hashing.hash(password)
  await saveHashedAccount(account, await passwordHash, now)
  return { email, password }
}

/** The access token of a session of theirs, as a sign-in with their password would open one, in a tenth of its time. */
export async function openSessionOf(email: string, now = new Date()): Promise<string> {
  const { internalAdapter } = await staffAuth().$context
  const found = await internalAdapter.findUserByEmail(email)
  if (!found) throw new Error(`${email} has no account`)
  const session = await internalAdapter.createSession(found.user.id, false)
  return signAccessToken(session.id, now)
}
