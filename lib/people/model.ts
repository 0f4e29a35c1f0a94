/** What somebody is in a project: a role, in all of its stores (null) or in some. */
export type Part = { role: 'owner' | 'manager' | 'staff'; destinationIds: string[] | null }

/**
 * Who count together where whoever may invite others has as many accounts as they like: owners, those who have all stores, or
 * those of a store, of several the first.
 */
export type Circle = { kind: 'owners' | 'all' | 'store'; store: string }

export function circleOf({ role, destinationIds }: Part): Circle {
  if (role === 'owner') return { kind: 'owners', store: '' }
  const store = destinationIds?.toSorted()[0]
  return store === undefined ? { kind: 'all', store: '' } : { kind: 'store', store }
}

/** What somebody is in one of their projects. */
export type PlacedPart = Part & { projectId: string }

/** So many people of a project a list holds at a time, and as many invitations. */
export const mostListedPeople = 200

/** Which of a project's people or invitations: at most so many of those that somebody with these stores (null: all) knows of. */
export type Sought = {
  reach: string[] | null
  /** In the name, the address, or what one of those stores is called; empty: any. */
  words: string
  most: number
}

/** From the least to the most. */
export const roles = ['staff', 'manager', 'owner'] as const

const isWithin = (inner: string[] | null, outer: string[] | null) =>
  outer === null || (inner?.every((id) => outer.includes(id)) ?? false)

/**
 * True where somebody may make another person this, or change one who is: never more than they are themselves, in role or
 * in stores. Staff make nobody anything.
 */
export function mayGive(by: Part, given: Part): boolean {
  if (by.role === 'staff' || roles.indexOf(given.role) > roles.indexOf(by.role)) return false
  return isWithin(given.destinationIds, by.destinationIds)
}

/** True where two are the same role in the same stores. */
export function isSamePart(one: Part, other: Part): boolean {
  const [stores, others] = [one, other].map(({ destinationIds }) => destinationIds?.toSorted())
  return one.role === other.role && JSON.stringify(stores) === JSON.stringify(others)
}

/** True where somebody who becomes this may do more than before, or in more stores. */
export function isMore(to: Part, from: Part): boolean {
  return roles.indexOf(to.role) > roles.indexOf(from.role) || !isWithin(to.destinationIds, from.destinationIds)
}

/** The roles that somebody may give. */
export function rolesToGive(by: Part): Part['role'][] {
  return roles.filter((role) => mayGive(by, { role, destinationIds: role === 'owner' ? null : by.destinationIds }))
}

/** The stores of a person that somebody else with these stores may know of; null: all, and they may know so. */
export function storesInSight(by: Part, { destinationIds }: Part): string[] | null {
  if (by.destinationIds === null || destinationIds === null) return destinationIds
  return destinationIds.filter((id) => by.destinationIds?.includes(id))
}

/** True where two have a store in common: they know of each other. */
export function isInSight(by: Part, person: Part): boolean {
  return storesInSight(by, person)?.length !== 0
}
