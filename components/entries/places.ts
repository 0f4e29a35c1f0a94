import { knownTimeZone } from '@/lib/time/model'

export type EntryProject = { projectId: string; name: string }
export type EntryStore = { projectId: string; destinationId: string; name: string; timeZone: string }

/** Where an account may look. */
export type EntryPlaces = { projects: EntryProject[]; stores: EntryStore[] }

type Known = {
  memberships: { projectId: string }[]
  stores: (EntryStore & { projectName: string })[]
}

/** Stores of one name in a project are told apart by their ids. */
function toldApart(stores: EntryStore[]): EntryStore[] {
  const nameIn = ({ projectId, name }: EntryStore) => `${projectId} ${name}`
  const seen = new Map<string, number>()
  for (const store of stores) seen.set(nameIn(store), (seen.get(nameIn(store)) ?? 0) + 1)
  return stores.map((store) =>
    seen.get(nameIn(store)) === 1 ? store : { ...store, name: `${store.name} (${store.destinationId})` },
  )
}

/** The places of an account; a project without a store has no name to show yet, and is called by its id. */
export function placesOf({ memberships, stores }: Known, nameless: (id: string) => string): EntryPlaces {
  const projectIds = new Set(memberships.map(({ projectId }) => projectId))
  const named = memberships.map(({ projectId }) => {
    const name = stores.find((store) => store.projectId === projectId)?.projectName
    return { projectId, name: name ?? nameless(projectId.slice(0, 8)) }
  })
  return {
    projects: named.sort((a, b) => a.name.localeCompare(b.name)),
    stores: toldApart(
      stores
        .filter(({ projectId }) => projectIds.has(projectId))
        .map(({ projectId, destinationId, name, timeZone }) => {
          return { projectId, destinationId, name, timeZone: knownTimeZone(timeZone) }
        }),
    ),
  }
}

/** The zone that a list is told in: the stores' own, or UTC where they stand in several. */
export function timeZoneOf(stores: EntryStore[]): string {
  const [first, ...others] = new Set(stores.map((store) => store.timeZone))
  return first && others.length === 0 ? first : 'UTC'
}
