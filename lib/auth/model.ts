/** A right to act in one project; `destinationIds` null means all of its stores. */
export type Scope = { projectId: string; destinationIds: string[] | null }

/** A retailer's server (secret) or a customer's app (publishable). */
export type ApiKeyCaller = Scope & { kind: 'apiKey'; keyKind: 'secret' | 'publishable'; keyId: string }

export type Membership = Scope & { role: 'owner' | 'manager' | 'staff' }

/** A person: at a board by cookie, or a program of theirs by access token. */
export type StaffCaller = {
  kind: 'staff'
  userId: string
  name: string
  email: string
  sessionId: string
  memberships: Membership[]
}

export type Caller = ApiKeyCaller | StaffCaller

/** True when the scope covers a store. */
export function covers(scope: Scope, destinationId: string): boolean {
  return scope.destinationIds === null || scope.destinationIds.includes(destinationId)
}

/** The staff account's right in a project, if it has one. */
export function findMembership(caller: StaffCaller, projectId: string): Membership | undefined {
  return caller.memberships.find((m) => m.projectId === projectId)
}

/** True for who decides something in a project: settings are theirs. */
export function managesSomething({ memberships }: { memberships: { role: string }[] }): boolean {
  return memberships.some(({ role }) => role !== 'staff')
}
