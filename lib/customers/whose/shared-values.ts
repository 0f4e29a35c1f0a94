import { scanOrders } from '@/lib/customers/data'
import { ownName } from '@/lib/customers/model'
import type { Records } from '@/lib/customers/search'
import { isHolding, type Telling } from '@/lib/customers/telling/unsaid'
import type { Value } from '@/lib/customers/telling/values'
import { slices } from '@/lib/slices'

// Of one customer's there are a few that anybody has written down; the others count as theirs.
const mostAsked = 20

/**
 * Of some values that a customer's details tell those that are told in an order of somebody else's too: a store's own phone, or
 * that of a firm whose drivers collect. They name nobody. Somebody else's order is one that is not the customer's, does not
 * hold the phone or plate, and has another name. Reads a project's orders through once for all of them, no further than needed.
 */
export async function sharedOf(records: Records, telling: Telling, values: Set<Value>): Promise<Set<Value>> {
  const { projectId, needle, declared } = records
  const own = new Set(records.serviceIds)
  const left = new Set([...values].slice(0, mostAsked))
  const shared = new Set<Value>()
  if (left.size === 0) return shared
  const pattern = [...left].map((value) => `(?:${value.pattern})`).join('|')
  const turn = slices()
  for await (const { found } of scanOrders(projectId, pattern)) {
    for (const { id, texts } of found) {
      await turn()
      const isTheirs = (details: (typeof texts)[number]) =>
        isHolding(details, needle, declared) || telling.isName(details[ownName])
      if (own.has(id) || texts.some(isTheirs)) continue
      for (const value of left) {
        if (!texts.some((details) => isHolding(details, value, declared))) continue
        shared.add(value)
        left.delete(value)
      }
    }
    if (left.size === 0) break
  }
  return shared
}
