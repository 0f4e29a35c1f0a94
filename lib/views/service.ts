import { randomUUID } from 'node:crypto'
import type { StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { Refusal } from '@/lib/errors'
import { deleteView, insertView, listViews, updateView, type ViewOwner } from '@/lib/views/data'
import { mostViews, viewNameKey } from '@/lib/views/model'
import type { NewView, SavedView, ViewPatch } from '@/lib/views/schema'

function ownerIn(caller: StaffCaller, projectId: string): ViewOwner {
  requireRight(caller, projectId, 'history')
  return { projectId, userId: caller.userId }
}

const noView = () => new Refusal('view_not_found', 'There is no such view of yours: it may have been deleted.')

const taken = (name: string) =>
  new Refusal('view_name_taken', `You have a view named “${name}” already. Choose another name.`)

/** A person's own views in a project, by name. Throws project_not_found, right_missing. */
export function listOwnViews(caller: StaffCaller, projectId: string): Promise<SavedView[]> {
  return listViews(ownerIn(caller, projectId))
}

/** Names a set of filters. Throws project_not_found, right_missing, view_name_taken, views_full. */
export async function createView(caller: StaffCaller, view: NewView, now: Date): Promise<SavedView> {
  const owner = ownerIn(caller, view.projectId)
  const { filters } = view
  const name = view.name.trim()
  const made = await insertView(owner, { viewId: randomUUID(), name, filters, most: mostViews }, now)
  if (made) return made
  const others = await listViews(owner)
  if (others.some((other) => viewNameKey(other.name) === viewNameKey(name))) throw taken(name)
  throw new Refusal('views_full', `You have ${mostViews} views in this project, and no more may be. Delete one first.`)
}

/** Renames a view, or gives it other filters. Throws project_not_found, right_missing, view_not_found, view_name_taken. */
export async function changeView(
  caller: StaffCaller,
  { projectId, viewId }: { projectId: string; viewId: string },
  { name, filters }: ViewPatch,
): Promise<SavedView> {
  const owner = ownerIn(caller, projectId)
  const changed = await updateView(owner, { viewId, name: name?.trim(), filters })
  if (changed) return changed
  const own = await listViews(owner)
  if (name === undefined || !own.some((view) => view.viewId === viewId)) throw noView()
  throw taken(name.trim())
}

/** Forgets a view. Throws project_not_found, right_missing, view_not_found. */
export async function removeView(
  caller: StaffCaller,
  { projectId, viewId }: { projectId: string; viewId: string },
): Promise<void> {
  if (!(await deleteView(ownerIn(caller, projectId), viewId))) throw noView()
}
