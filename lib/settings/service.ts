import { covers, findMembership, type Membership, type StaffCaller } from '@/lib/auth/model'
import { Refusal } from '@/lib/errors'
import { wakeProject } from '@/lib/feed/wake'
import { versionsOf } from '@/lib/orders/conditions'
import {
  findProjectSettings,
  findStoreSettings,
  listProjectNames,
  patchProjectSettings,
  patchStoreSettings,
} from '@/lib/settings/data'
import type { ProjectSettings, ProjectSettingsPatch, StoreSettings, StoreSettingsPatch } from '@/lib/settings/schema'

type StoreKey = { projectId: string; destinationId: string }

const managersOnly = (whose: string) =>
  new Refusal('right_missing', `${whose} settings are for managers and owners. Ask one of them to change your role.`)

function membershipIn(caller: StaffCaller, projectId: string): Membership {
  const membership = findMembership(caller, projectId)
  if (!membership) throw new Refusal('project_not_found', 'There is no such project for your account.')
  if (membership.role === 'staff') throw managersOnly('The project’s')
  return membership
}

function requireStore(caller: StaffCaller, { projectId, destinationId }: StoreKey): void {
  const membership = findMembership(caller, projectId)
  if (!membership || !covers(membership, destinationId)) throw noStore()
  if (membership.role === 'staff') throw managersOnly('A store’s')
}

const noStore = () => new Refusal('store_not_found', 'There is no such store for your account.')

/** The versions of If-Match as the rows count them; one that is no number of ours is none. */
function numbersOf(ifMatch: string | undefined): number[] | null {
  return versionsOf(ifMatch)?.map((tag) => (/^\d{1,9}$/.test(tag) ? Number(tag) : 0)) ?? null
}

const changedMeanwhile = () =>
  new Refusal(
    'version_mismatch',
    'Somebody else has changed these settings: get them, look again, send their new ETag.',
  )

/** A project's settings. Throws project_not_found, right_missing. */
export async function getProjectSettings(caller: StaffCaller, projectId: string): Promise<ProjectSettings> {
  membershipIn(caller, projectId)
  const settings = await findProjectSettings(projectId)
  if (!settings) throw new Refusal('project_not_found', 'There is no such project for your account.')
  return settings
}

/**
 * Changes a project's settings; open boards learn of it within a second. Throws project_not_found, right_missing (also
 * for a manager of some stores only), version_mismatch.
 */
export async function changeProjectSettings(
  caller: StaffCaller,
  projectId: string,
  { patch, ifMatch }: { patch: ProjectSettingsPatch; ifMatch: string | undefined },
): Promise<ProjectSettings> {
  if (membershipIn(caller, projectId).destinationIds) {
    throw new Refusal('right_missing', 'Your account has some of the stores only: the project’s settings are for all.')
  }
  const changed = await patchProjectSettings(projectId, { patch, versions: numbersOf(ifMatch) })
  if (!changed) throw changedMeanwhile()
  wakeProject(projectId)
  return changed
}

/** A store's settings. Throws store_not_found, right_missing. */
export async function getStoreSettings(caller: StaffCaller, key: StoreKey): Promise<StoreSettings> {
  requireStore(caller, key)
  const settings = await findStoreSettings(key)
  if (!settings) throw noStore()
  return settings
}

/** Changes a store's settings; its open boards learn of it within a second. Throws as the others do. */
export async function changeStoreSettings(
  caller: StaffCaller,
  key: StoreKey,
  { patch, ifMatch }: { patch: StoreSettingsPatch; ifMatch: string | undefined },
): Promise<StoreSettings> {
  requireStore(caller, key)
  const { name = null, timeZone = null, ...decided } = patch
  const change = { patch: decided, versions: numbersOf(ifMatch), name: name?.trim() ?? null, timeZone }
  const changed = await patchStoreSettings(key, change)
  if (!changed) {
    if (!(await findStoreSettings(key))) throw noStore()
    throw changedMeanwhile()
  }
  wakeProject(key.projectId)
  return changed
}

/** The projects whose settings an account may see, by name. */
export function managedProjects(caller: StaffCaller): Promise<{ projectId: string; projectName: string }[]> {
  const managed = caller.memberships.filter(({ role }) => role !== 'staff')
  return listProjectNames(managed.map(({ projectId }) => projectId))
}
