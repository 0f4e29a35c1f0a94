/** A right to act in one project; `destinationIds` null means all of its stores. */
export type Scope = { projectId: string; destinationIds: string[] | null }

/** A retailer's server (secret) or a customer's app (publishable). */
export type ApiKeyCaller = Scope & {
  kind: 'apiKey'
  keyKind: 'secret' | 'publishable'
  keyId: string
  /** Made for trying out (lib/keys). */
  isTest?: boolean
  /** When it ends; absent for one that has no end. */
  until?: Date
}

export type Role = 'owner' | 'manager' | 'staff'

export type Membership = Scope & { role: Role }

/**
 * What a role may do in its project: see and work the boards; read history (entries, insights); decide for a store; pair
 * tablets; invite people and change what they are; decide for the whole project; make and revoke keys; read who did what;
 * find and erase what is known of a customer, and decide what is kept of them for how long. Those of the second line are for whoever has all stores.
 */
export type Right = 'board' | 'history' | 'store' | 'tablets' | 'people' | 'project' | 'keys' | 'audit' | 'privacy'

const rightsOf: Record<Role, readonly Right[]> = {
  owner: ['board', 'history', 'store', 'tablets', 'people', 'project', 'keys', 'audit', 'privacy'],
  manager: ['board', 'history', 'store', 'tablets', 'people', 'project'],
  staff: ['board'],
}

const ofWholeProject: readonly Right[] = ['project', 'keys', 'audit', 'privacy']

/** True when a membership has a right. */
export function has({ role, destinationIds }: Pick<Membership, 'role' | 'destinationIds'>, right: Right): boolean {
  return rightsOf[role].includes(right) && (destinationIds === null || !ofWholeProject.includes(right))
}

/** True when an account has a right in one project at least: what its navigation shows. */
export function hasAnywhere(
  { memberships }: { memberships: Pick<Membership, 'role' | 'destinationIds'>[] },
  right: Right,
): boolean {
  return memberships.some((membership) => has(membership, right))
}

/** A person: at a board by cookie, or a program of theirs by access token. */
export type StaffCaller = {
  kind: 'staff'
  userId: string
  name: string
  email: string
  sessionId: string
  memberships: Membership[]
  /** When the access token ends that they came with, however long their session lives; absent for who came with none. */
  until?: Date
  /**
   * Not a person but a paired tablet of one store, a shared board (its id is `userId`), with what it sent to prove who acts on
   * it. `shown`: whom it shows as the one who acts, by their turn or as nobody; null: it did not say.
   */
  tablet?: { tabletId: string; name: string; proof: string | null; shown: string | null }
}

export type Caller = ApiKeyCaller | StaffCaller

/** True when the scope covers a store. */
export function covers(scope: Scope, destinationId: string): boolean {
  return scope.destinationIds === null || scope.destinationIds.includes(destinationId)
}

const reachOf = ({ destinationIds }: Scope) => destinationIds?.length ?? Number.POSITIVE_INFINITY

function byReach(one: Membership, other: Membership): number {
  const [reach, ofOther] = [reachOf(one), reachOf(other)]
  if (reach !== ofOther) return reach > ofOther ? -1 : 1
  return one.projectId < other.projectId ? -1 : 1
}

/**
 * Somebody's projects, always in the same order: what they ask for counts to the first, where it names none. Whoever has most of one's
 * stores is its people before they are another's, whose people keep them from nothing.
 */
export const projectsInOrder = ({ memberships }: Pick<StaffCaller, 'memberships'>): string[] =>
  memberships.toSorted(byReach).map((one) => one.projectId)

/** The project that what somebody asks for counts to until they name one; '' for whoever is in none. */
export const projectToCountTo = (caller: Pick<StaffCaller, 'memberships'>): string => projectsInOrder(caller)[0] ?? ''

/** The staff account's right in a project, if it has one. */
export function findMembership(caller: StaffCaller, projectId: string): Membership | undefined {
  return caller.memberships.find((m) => m.projectId === projectId)
}
