import { randomUUID } from 'node:crypto'
import { actorOf } from '@/lib/audit/actor'
import { noteAudit } from '@/lib/audit/data'
import type { AuditAction, AuditNote } from '@/lib/audit/model'
import { covers, findMembership, type Membership, type Role, type StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { readAsSame } from '@/lib/auth/still-same'
import { invalidFields, Refusal } from '@/lib/errors'
import { limitGuess, limitPinSetting } from '@/lib/limits/service'
import { countMembers } from '@/lib/people/data'
import { mayGive, type Part } from '@/lib/people/model'
import { giverOf } from '@/lib/people/still-statement'
import {
  countPinPeople,
  deletePin,
  findPinPerson,
  findPinRules,
  findPinTime,
  insertPin,
  listPinPeople,
  type PinMember,
  type PinRow,
  savePin,
} from '@/lib/pins/data'
import { leastDigits, mostListedPeople, mostPinPeople } from '@/lib/pins/model'
import { pinDigest } from '@/lib/pins/proof'
import type { NewPerson, OwnPin, PinPeople, PinPerson } from '@/lib/pins/schema'
import { pageInTurn } from '@/lib/turns/reading'

type Asking = { request: Request; now: Date }
type Key = { projectId: string; personId: string }

const noPerson = () =>
  new Refusal('person_not_found', 'There is no such person in your stores: they may have been removed.')

const noProject = () => new Refusal('project_not_found', 'There is no such project for your account.')

const noStore = () => new Refusal('store_not_found', 'Choose among the stores of your account.')

type Told = { projectId: string; personId: string; name: string }

function noteOf(
  caller: StaffCaller,
  action: AuditAction,
  { projectId, personId, name }: Told,
  request: Request,
): AuditNote {
  return { projectId, actor: actorOf(caller, request), action, subject: { kind: 'person', id: personId, name } }
}

/** Throws field_invalid where it has fewer digits than whose it is needs. */
function requireDigits(pin: string, role: Role | null): void {
  const least = leastDigits(role)
  if (pin.length >= least) return
  throw invalidFields([{ path: 'pin', message: `Expected ${least} digits: the PIN of an owner or a manager has all` }])
}

type Keep = typeof savePin

type Setting = { row: PinRow; as: Membership; of?: Part; keep: Keep; gone: () => Refusal }

// Whoever sets a PIN learns when it is taken: that is counted, and told to the owners. `gone`: that whose it is has gone, or
// who sets it is not what they were.
async function setPin(caller: StaffCaller, { row, as, of, keep, gone }: Setting, { request, now }: Asking) {
  await limitGuess('pin', caller.userId, request)
  const { userId } = caller
  const people = await countMembers(row.projectId)
  await limitPinSetting(row.personId === userId ? 'own' : 'others', { ...as, userId, people })
  const fate = await keep({ row, by: giverOf(caller, as), of }, noteOf(caller, 'pin.set', row, request), now)
  if (fate === 'kept') return
  if (fate === 'gone') throw gone()
  await noteAudit(noteOf(caller, 'pin.taken', row, request), now)
  throw new Refusal('pin_taken', 'Somebody has this PIN already. Choose another.')
}

// An account's PIN acts in its name: it is set by its person, or by who could make that account. Others may take it away.
function seenBy(
  caller: StaffCaller,
  by: Membership,
  { role, ...person }: PinMember & Pick<PinPerson, 'storeCount'>,
): PinPerson {
  const isOwn = person.personId === caller.userId
  const least = leastDigits(role)
  return {
    ...person,
    leastDigits: least,
    maySet: role === null || isOwn || mayGive(by, { role, destinationIds: person.destinationIds }),
  }
}

/**
 * Whoever may act on the tablets of somebody's stores, of many those that are listed, and whether they are asked to; `search`:
 * what is in their names or ids. Throws project_not_found, right_missing.
 */
export async function listPeople(caller: StaffCaller, projectId: string, search = ''): Promise<PinPeople> {
  const membership = requireRight(caller, projectId, 'tablets')
  const { destinationIds } = membership
  const sought = { destinationIds, words: search, most: mostListedPeople }
  const { found, rules } = await pageInTurn(caller, projectId, async () => ({
    found: await listPinPeople(projectId, sought),
    rules: await findPinRules(projectId, destinationIds),
  }))
  // Whoever is listed has no stores but the caller's.
  const people = found.rows.map(({ hasOthers: _, ...person }) => seenBy(caller, membership, person))
  return { people, hasMore: found.areMore, rules }
}

/** Somebody as the caller sees them; `of`: what their account is. */
async function personOf(
  caller: StaffCaller,
  { projectId, personId }: Key,
): Promise<{ person: PinPerson; of: Part | undefined }> {
  const membership = requireRight(caller, projectId, 'tablets')
  const find = () => findPinPerson(projectId, personId, membership.destinationIds)
  const found = await pageInTurn(caller, projectId, find)
  if (!found) throw noPerson()
  const { role, destinationIds } = found
  const person = seenBy(caller, membership, { ...found, storeCount: destinationIds?.length ?? null })
  return { person, of: role === null ? undefined : { role, destinationIds } }
}

/**
 * Somebody without an account, with a name and a PIN. Throws store_not_found, pin_taken, pins_full, too_many_requests and as
 * listPeople does.
 */
export async function addPerson(caller: StaffCaller, added: NewPerson, { request, now }: Asking): Promise<PinPerson> {
  const { projectId, destinationIds } = added
  const membership = requireRight(caller, projectId, 'tablets')
  const { rules, count } = await pageInTurn(caller, projectId, async () => ({
    rules: await findPinRules(projectId, membership.destinationIds, destinationIds ?? []),
    count: await countPinPeople(projectId),
  }))
  const { stores } = rules
  const known = new Set(stores.map(({ destinationId }) => destinationId))
  const isCovered = destinationIds
    ? destinationIds.every((one) => covers(membership, one) && known.has(one))
    : membership.destinationIds === null
  if (!isCovered) throw noStore()
  // Some that are added at once may be more: it is for the list, which somebody reads.
  if (count >= mostPinPeople) {
    const detail = `This project has ${mostPinPeople} people with a PIN and no account, and no more may be. Remove one first.`
    throw new Refusal('pins_full', detail)
  }
  const [personId, name] = [randomUUID(), added.name.trim()]
  const digest = pinDigest(projectId, added.pin)
  const row = { projectId, personId, hasAccount: false, name, destinationIds, digest, isOwn: false }
  await setPin(caller, { row, as: membership, keep: insertPin, gone: noStore }, { request, now })
  const storeCount = destinationIds?.length ?? null
  return {
    personId,
    name,
    hasAccount: false,
    destinationIds,
    storeCount,
    setAt: now,
    maySet: true,
    leastDigits: leastDigits(null),
  }
}

/**
 * Sets somebody's PIN, who is no more than the caller may make others. Throws person_not_found, right_missing, pin_taken,
 * too_many_requests, field_invalid where it has fewer digits than they need, and as listPeople does.
 */
export async function setPersonsPin(
  caller: StaffCaller,
  key: Key,
  pin: string,
  { request, now }: Asking,
): Promise<PinPerson> {
  const as = requireRight(caller, key.projectId, 'tablets')
  const { person, of } = await personOf(caller, key)
  if (!person.maySet) throw new Refusal('right_missing', 'Only they themselves set this PIN. You can remove it.')
  requireDigits(pin, of?.role ?? null)
  const { name, hasAccount } = person
  const destinationIds = hasAccount ? null : person.destinationIds
  const isOwn = key.personId === caller.userId
  const row = { ...key, hasAccount, name, destinationIds, digest: pinDigest(key.projectId, pin), isOwn }
  await setPin(caller, { row, as, of, keep: savePin, gone: noPerson }, { request, now })
  return { ...person, setAt: now }
}

/** Takes somebody's PIN away, at once; who has no account is forgotten with it. Throws person_not_found and the rest. */
export async function removePersonsPin(caller: StaffCaller, key: Key, { request, now }: Asking): Promise<void> {
  const membership = requireRight(caller, key.projectId, 'tablets')
  const { person, of } = await personOf(caller, key)
  const { name, setAt } = person
  if (!setAt) throw noPerson()
  const note = noteOf(caller, 'pin.removed', { ...key, name }, request)
  const fate = await deletePin({ ...key, setAt, by: giverOf(caller, membership), of }, note, now)
  if (fate === 'gone') throw noPerson()
}

function ownIn(caller: StaffCaller, projectId: string): { own: Told; membership: Membership } {
  const membership = findMembership(caller, projectId)
  if (!membership) throw noProject()
  return { own: { projectId, personId: caller.userId, name: caller.name }, membership }
}

/** When somebody's own PIN was set. Throws project_not_found, and as readAsSame. */
export async function getOwnPin(caller: StaffCaller, projectId: string): Promise<OwnPin> {
  const { own, membership } = ownIn(caller, projectId)
  const setAt = await readAsSame(caller, [projectId], () => findPinTime(projectId, own.personId))
  return { setAt, leastDigits: leastDigits(membership.role) }
}

/** Sets it. Throws project_not_found, pin_taken, too_many_requests, and field_invalid where it has fewer digits than it needs. */
export async function setOwnPin(
  caller: StaffCaller,
  projectId: string,
  pin: string,
  { request, now }: Asking,
): Promise<OwnPin> {
  const { own, membership } = ownIn(caller, projectId)
  requireDigits(pin, membership.role)
  const digest = pinDigest(projectId, pin)
  const row = { ...own, hasAccount: true, destinationIds: null, digest, isOwn: true }
  await setPin(caller, { row, as: membership, keep: savePin, gone: noProject }, { request, now })
  return { setAt: now, leastDigits: leastDigits(membership.role) }
}

/** Takes it away, at once. Throws project_not_found, person_not_found where there is none. */
export async function removeOwnPin(caller: StaffCaller, projectId: string, { request, now }: Asking): Promise<void> {
  const { own, membership } = ownIn(caller, projectId)
  const { personId } = own
  const setAt = await findPinTime(projectId, personId)
  if (!setAt) throw noPerson()
  const note = noteOf(caller, 'pin.removed', own, request)
  const fate = await deletePin({ projectId, personId, setAt, by: giverOf(caller, membership) }, note, now)
  if (fate === 'gone') throw noPerson()
}

export { enterPin, findActing, nobodyNamed, stillNamed } from '@/lib/pins/acting'
