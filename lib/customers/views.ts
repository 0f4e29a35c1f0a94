import { batchesOf } from '@/lib/customers/parts'
import type { Records } from '@/lib/customers/search'
import { emptyViewNames, removeViews, scanViews, type ViewRow } from '@/lib/customers/statements/views-statement'
import type { Telling } from '@/lib/customers/telling/unsaid'
import type { Value } from '@/lib/customers/telling/values'
import { sharedOf } from '@/lib/customers/whose/shared-values'
import { slices } from '@/lib/slices'

/** The saved views that name a customer: by what they filter, or by their name alone. */
export type FoundViews = { byFilter: ViewRow[]; byName: ViewRow[] }

// What an app has told of who came, or of whom it may be. A store and a zone are many customers', whatever they are called.
const told = ['installRef', 'os'] as const

/** A view that may name the customer: for sure, or by values that may be others' too. */
type Suspect = { view: ViewRow; isFiltered: boolean; isNamed: boolean; byFilter: Value[]; byName: Value[] }

/** What decides of a view, where nothing else does. */
function doubtfulIn({ isFiltered, isNamed, byFilter, byName }: Suspect): Value[] {
  if (isFiltered) return []
  return isNamed ? byFilter : [...byFilter, ...byName]
}

function foundAmong(suspects: Suspect[], shared: Set<Value>): FoundViews {
  const found: FoundViews = { byFilter: [], byName: [] }
  const isTheirs = (value: Value) => !shared.has(value)
  for (const { view, isFiltered, isNamed, byFilter, byName } of suspects) {
    if (isFiltered || byFilter.some(isTheirs)) found.byFilter.push(view)
    else if (isNamed || byName.some(isTheirs)) found.byName.push(view)
  }
  return found
}

/**
 * Looks through all saved views of a project, once it has been heard what tells of a customer. A device that is somebody
 * else's too is no more the customer's here than elsewhere, whatever it is called; nor is another phone, plate or address
 * than the one that was asked for.
 */
export async function findViews(records: Records, telling: Telling): Promise<FoundViews> {
  const { projectId, needle, followed } = records
  const [alone, devices] = [new Set(followed.alone), new Set(records.told)]
  const isOfThem = (text: string): boolean =>
    alone.has(text) || needle.isIn(text, 'none') || (!devices.has(text) && telling.isNumber(text))
  const suspects: Suspect[] = []
  const turn = slices()
  for await (const page of scanViews(projectId)) {
    for (const view of page.found) {
      await turn()
      const filters = told.map((key) => view.filters[key]).filter((text) => typeof text === 'string')
      const isFiltered = filters.some(isOfThem)
      const byFilter = filters.filter((text) => !devices.has(text)).flatMap((text) => telling.valuesIn(text))
      const isNamed = telling.isNamedIn(view.name)
      const byName = telling.valuesIn(view.name)
      if (isFiltered || isNamed || byFilter.length + byName.length > 0)
        suspects.push({ view, isFiltered, isNamed, byFilter, byName })
    }
  }
  return foundAmong(suspects, await sharedOf(records, telling, new Set(suspects.flatMap(doubtfulIn))))
}

/** Those that filter by the customer go; of the others only the name does. How many of both. */
export async function eraseViews(projectId: string, { byFilter, byName }: FoundViews): Promise<number> {
  let count = 0
  for (const some of batchesOf(byFilter)) count += await removeViews(projectId, some)
  for (const some of batchesOf(byName)) count += await emptyViewNames(projectId, some)
  return count
}
