import { refusalOfLate } from '@/lib/account/own-password'
import { actorOf } from '@/lib/audit/actor'
import { covers, findMembership, has, type Membership, type StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { readAsSame } from '@/lib/auth/still-same'
import { invalidFields, Refusal } from '@/lib/errors'
import { wakeProject } from '@/lib/feed/wake'
import { limitChanges } from '@/lib/limits/record'
import { versionsOf } from '@/lib/orders/conditions'
import { giverOf } from '@/lib/people/still-statement'
import { mostDeciding } from '@/lib/pins/model'
import {
  findProjectSettings,
  findStoreSettings,
  listProjectNames,
  patchProjectSettings,
  patchStoreSettings,
} from '@/lib/settings/data'
import { fieldsSeen } from '@/lib/settings/fields-seen'
import type { ProjectSettings, ProjectSettingsPatch, StoreSettings, StoreSettingsPatch } from '@/lib/settings/schema'

/** What is sent to change settings, and from where, for the record. */
type Changing<Patch> = { patch: Patch; ifMatch: string | undefined; request: Request; now: Date }

type StoreKey = { projectId: string; destinationId: string }

function requireStore(caller: StaffCaller, { projectId, destinationId }: StoreKey): Membership {
  const membership = findMembership(caller, projectId)
  if (!membership || !covers(membership, destinationId)) throw noStore()
  return requireRight(caller, projectId, 'store')
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

/** A project's settings. Throws project_not_found, right_missing, unavailable, and as readAsSame. */
export async function getProjectSettings(caller: StaffCaller, projectId: string): Promise<ProjectSettings> {
  const as = requireRight(caller, projectId, 'store')
  const settings = await readAsSame(caller, [projectId], () => findProjectSettings(projectId))
  if (!settings) throw new Refusal('project_not_found', 'There is no such project for your account.')
  // Counted over all stores: for whoever has them all.
  const isForAll = has(as, 'project')
  return { ...settings, fieldsSeen: isForAll ? await fieldsSeen(caller, projectId) : [] }
}

/**
 * Changes a project's settings; open boards learn of it within a second. Throws project_not_found, right_missing (also
 * for a manager of some stores only, and for what is kept of customers where the caller is no owner), version_mismatch,
 * credential_invalid where the session has ended meanwhile, too_many_requests, unavailable.
 */
export async function changeProjectSettings(
  caller: StaffCaller,
  projectId: string,
  { patch, ifMatch, request, now }: Changing<ProjectSettingsPatch>,
): Promise<ProjectSettings> {
  const as = requireRight(caller, projectId, 'project')
  const ofCustomers = [patch.redactedFields, patch.entryMonths]
  if (ofCustomers.some((one) => one !== undefined)) requireRight(caller, projectId, 'privacy')
  await limitChanges(caller.userId)
  // Before it: what can't be answered is not done.
  const seen = await fieldsSeen(caller, projectId)
  const { knownStoresOnly = null, ...decided } = patch
  const who = { actor: actorOf(caller, request), by: giverOf(caller, as) }
  const given = { patch: decided, versions: numbersOf(ifMatch), knownStoresOnly }
  const changed = await patchProjectSettings(projectId, { ...given, ...who, now })
  if (!changed) throw await refusalOfLate(caller, now, changedMeanwhile(), projectId)
  wakeProject(projectId)
  return { ...changed, fieldsSeen: seen }
}

/** A store's settings. Throws store_not_found, right_missing, and as readAsSame. */
export async function getStoreSettings(caller: StaffCaller, key: StoreKey): Promise<StoreSettings> {
  requireStore(caller, key)
  const settings = await readAsSame(caller, [key.projectId], () => findStoreSettings(key))
  if (!settings) throw noStore()
  return settings
}

const tooManyDecide = () => {
  const message = `At most ${mostDeciding} stores decide about PINs by themselves: decide for all, or let another do as all do`
  return invalidFields([{ path: '', message }])
}

/**
 * Changes a store's settings; its open boards learn of it within a second. Throws as the others do, and field_invalid where
 * more stores would decide about PINs by themselves than may.
 */
export async function changeStoreSettings(
  caller: StaffCaller,
  key: StoreKey,
  { patch, ifMatch, request, now }: Changing<StoreSettingsPatch>,
): Promise<StoreSettings> {
  const as = requireStore(caller, key)
  await limitChanges(caller.userId)
  const { name = null, timeZone = null, ...decided } = patch
  const versions = numbersOf(ifMatch)
  const given = { patch: decided, versions, name: name?.trim() ?? null, timeZone }
  const who = { actor: actorOf(caller, request), by: giverOf(caller, as) }
  const changed = await patchStoreSettings(key, { ...given, ...who, now })
  if (!changed) {
    const stands = await findStoreSettings(key)
    if (!stands) throw noStore()
    const isMeant = versions === null || versions.includes(stands.version)
    throw await refusalOfLate(caller, now, isMeant ? tooManyDecide() : changedMeanwhile(), key.projectId)
  }
  wakeProject(key.projectId)
  return changed
}

/** Some of the caller's projects by id, with their names, by name. Throws as readAsSame. */
export const listOwnProjectNames = (caller: StaffCaller, projectIds: string[]) =>
  readAsSame(caller, projectIds, () => listProjectNames(projectIds))
