import { randomBytes, randomUUID } from 'node:crypto'
import { saveAccount } from '@/lib/auth/accounts'
import { createApiKey } from '@/lib/auth/api-keys'
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
  given: { destinationIds?: string[]; expiresAt?: Date; name?: string } = {},
  now = new Date(),
): Promise<string> {
  const { key } = await createApiKey({ projectId, kind, name: given.name ?? `${kind} key`, ...given }, now)
  return key
}

/** A password that nobody has had before. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}

/** A staff account with a role, and the password to sign in with. */
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
  const password = randomPassword()
  const { projectId, role = 'staff', destinationIds = null, name = 'Sam Okafor' } = given
  await saveAccount({ email, password, name, membership: { projectId, role, destinationIds } }, now)
  return { email, password }
}
