import { batchesOf } from '@/lib/customers/parts'
import type { Records } from '@/lib/customers/search'
import { emptyViewNames, removeViews, scanViews, type ViewRow } from '@/lib/customers/statements/views-statement'
import type { Telling } from '@/lib/customers/telling/unsaid'
import { slices } from '@/lib/slices'

/** The saved views that name a customer: by what they filter, or by their name alone. */
export type FoundViews = { byFilter: ViewRow[]; byName: ViewRow[] }

// What an app has told of who came, or of whom it may be. A store and a zone are many customers', whatever they are called.
const told = ['installRef', 'os'] as const

/**
 * Looks through all saved views of a project, once it has been heard what tells of a customer. A device that is somebody
 * else's too is no more the customer's here than elsewhere, whatever it is called.
 */
export async function findViews(records: Records, telling: Telling): Promise<FoundViews> {
  const { projectId, needle, followed } = records
  const [alone, devices] = [new Set(followed.alone), new Set(records.told)]
  const isOfThem = (text: unknown): boolean =>
    typeof text === 'string' &&
    (alone.has(text) || needle.isIn(text, 'none') || (!devices.has(text) && telling.isNumber(text)))
  const found: FoundViews = { byFilter: [], byName: [] }
  const turn = slices()
  for await (const page of scanViews(projectId)) {
    for (const view of page.found) {
      await turn()
      if (told.some((key) => isOfThem(view.filters[key]))) found.byFilter.push(view)
      else if (telling.isNamedIn(view.name)) found.byName.push(view)
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
