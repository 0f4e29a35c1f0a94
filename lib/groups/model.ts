/** A group is what one customer, or one car, collects in several orders: they share `hsFields.orderGroupId`. */

/**
 * Orders that are sorted already, with those of a group together at the place of the first of them. An order that holds
 * its place (an arrival that rings) is never placed later than it came: what would have to pass it stays behind it.
 */
export function standTogether<Order>(
  orders: Order[],
  groupOf: (order: Order) => string | null,
  holdsPlace: (order: Order) => boolean,
): Order[] {
  const groups = orders.map(groupOf)
  const lastOf = new Map(groups.map((group, place) => [group, place]))
  const placed = new Set<number>()
  const membersFrom = (first: number): number[] => {
    const group = groups[first] ?? null
    const members = [first]
    if (group === null) return members
    for (let place = first + 1; place <= (lastOf.get(group) ?? first); place += 1) {
      if (placed.has(place)) continue
      if (groups[place] === group) members.push(place)
      else if (holdsPlace(orders[place] as Order)) break
    }
    return members
  }
  orders.forEach((_, place) => {
    if (!placed.has(place)) for (const member of membersFrom(place)) placed.add(member)
  })
  // A set keeps the order in which it was filled.
  return [...placed].map((place) => orders[place] as Order)
}

/** How a group stands: how many orders it has in all, and how many of them in each section. */
export type GroupCount<Section extends string> = { total: number; bySection: Partial<Record<Section, number>> }

/** The groups among orders. A group of one is none. */
export function countGroups<Section extends string>(
  orders: Iterable<{ group: string | null; section: Section }>,
): Map<string, GroupCount<Section>> {
  const counts = new Map<string, GroupCount<Section>>()
  for (const { group, section } of orders) {
    if (group === null) continue
    const count: GroupCount<Section> = counts.get(group) ?? { total: 0, bySection: {} }
    count.total += 1
    count.bySection[section] = (count.bySection[section] ?? 0) + 1
    counts.set(group, count)
  }
  for (const [group, { total }] of counts) if (total < 2) counts.delete(group)
  return counts
}
