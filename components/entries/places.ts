import { type NamedStore, toldApart } from '@/lib/names/model'
import { knownTimeZone } from '@/lib/time/model'

export type EntryProject = { projectId: string; name: string }
/** `name`: what it is called among the others of its project. */
export type EntryStore = NamedStore & { projectId: string; timeZone: string }

/** Where an account may look. */
export type EntryPlaces = { projects: EntryProject[]; stores: EntryStore[] }

type Known = {
  memberships: { projectId: string }[]
  stores: (EntryStore & { projectName: string })[]
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
      stores.filter(({ projectId }) => projectIds.has(projectId)),
      ({ projectId }) => projectId,
    ).map(({ projectId, destinationId, label, isNew, timeZone }) => {
      return { projectId, destinationId, name: label, isNew, timeZone: knownTimeZone(timeZone) }
    }),
  }
}

/** The zone that a list is told in: the stores' own, or UTC where they stand in several. */
export function timeZoneOf(stores: EntryStore[]): string {
  const [first, ...others] = new Set(stores.map((store) => store.timeZone))
  return first && others.length === 0 ? first : 'UTC'
}
