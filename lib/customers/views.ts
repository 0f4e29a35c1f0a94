import { batchesOf } from '@/lib/customers/parts'
import type { Records } from '@/lib/customers/search'
import { emptyViewNames, removeViews, scanViews, type ViewRow } from '@/lib/customers/statements/views-statement'
import { slices } from '@/lib/slices'

/** The saved views that name a customer: by what they filter, or by their name alone. */
export type FoundViews = { byFilter: ViewRow[]; byName: ViewRow[] }

// What an app has told of who came, or of whom it may be. A store and a zone are many customers', whatever they are called.
const told = ['installRef', 'os'] as const

/**
 * Looks through all saved views of a project for those that filter by what was asked for or by a device that is the customer's
 * alone, and for those in whose name it stands.
 */
export async function findViews({ projectId, needle, followed }: Records): Promise<FoundViews> {
  const devices = new Set(followed.alone)
  const found: FoundViews = { byFilter: [], byName: [] }
  const turn = slices()
  for await (const page of scanViews(projectId)) {
    for (const view of page.found) {
      await turn()
      const filters = told.map((key) => view.filters[key]).filter((text) => typeof text === 'string')
      if (filters.some((text) => devices.has(text) || needle.isIn(text, 'none'))) found.byFilter.push(view)
      else if (needle.isIn(view.name, 'none')) found.byName.push(view)
    }
  }
  return found
}

/** Those that filter by the customer go; of the others only the name does. How many of both. */
export async function eraseViews(projectId: string, { byFilter, byName }: FoundViews): Promise<number> {
  let count = 0
  for (const some of batchesOf(byFilter)) count += await removeViews(projectId, some)
  for (const some of batchesOf(byName)) count += await emptyViewNames(projectId, some)
  return count
}
