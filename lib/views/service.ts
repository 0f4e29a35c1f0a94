import { randomUUID } from 'node:crypto'
import type { StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { readAsSame, requireSame } from '@/lib/auth/still-same'
import { Refusal } from '@/lib/errors'
import { sealInstall } from '@/lib/installs/sealed-install'
import { giverOf } from '@/lib/people/still-statement'
import { deleteView, insertView, listViews, updateView, type ViewChange, type ViewOwner } from '@/lib/views/data'
import { mostViews, viewNameKey } from '@/lib/views/model'
import type { NewView, SavedView, ViewPatch } from '@/lib/views/schema'

const ownerIn = (caller: StaffCaller, projectId: string): ViewOwner => {
  requireRight(caller, projectId, 'history')
  return { projectId, userId: caller.userId }
}

const changeIn = (caller: StaffCaller, projectId: string, now: Date): ViewChange => {
  const by = giverOf(caller, requireRight(caller, projectId, 'history'))
  return { projectId, userId: caller.userId, by, now }
}

const noView = () => new Refusal('view_not_found', 'There is no such view of yours: it may have been deleted.')

const taken = (name: string) =>
  new Refusal('view_name_taken', `You have a view named “${name}” already. Choose another name.`)

// It is kept as it was told: whoever is erased is looked for there.
function withSealed(projectId: string, view: SavedView): SavedView {
  const { installRef } = view.filters
  return installRef === undefined ? view : { ...view, sealedInstall: sealInstall(projectId, installRef) }
}

/** A person's own views in a project, by name. Throws project_not_found, right_missing, and as readAsSame. */
export async function listOwnViews(caller: StaffCaller, projectId: string): Promise<SavedView[]> {
  const owner = ownerIn(caller, projectId)
  const views = await readAsSame(caller, [projectId], () => listViews(owner))
  return views.map((view) => withSealed(projectId, view))
}

// What was not done may not have been done because who asked is not what they were: then nothing is told of the views.
async function viewsOfSame(caller: StaffCaller, owner: ViewOwner): Promise<SavedView[]> {
  await requireSame(caller, [owner.projectId])
  return listViews(owner)
}

/** Names a set of filters. Throws project_not_found, right_missing, view_name_taken, views_full, and as requireSame. */
export async function createView(caller: StaffCaller, view: NewView, now: Date): Promise<SavedView> {
  const owner = changeIn(caller, view.projectId, now)
  const { filters } = view
  const name = view.name.trim()
  const made = await insertView(owner, { viewId: randomUUID(), name, filters, most: mostViews })
  if (made) return withSealed(view.projectId, made)
  const others = await viewsOfSame(caller, owner)
  if (others.some((other) => viewNameKey(other.name) === viewNameKey(name))) throw taken(name)
  throw new Refusal('views_full', `You have ${mostViews} views in this project, and no more may be. Delete one first.`)
}

/**
 * Renames a view, or gives it other filters. Throws project_not_found, right_missing, view_not_found, view_name_taken, and as
 * requireSame.
 */
export async function changeView(
  caller: StaffCaller,
  { projectId, viewId }: { projectId: string; viewId: string },
  { name, filters }: ViewPatch,
  now: Date,
): Promise<SavedView> {
  const owner = changeIn(caller, projectId, now)
  const changed = await updateView(owner, { viewId, name: name?.trim(), filters })
  if (changed) return withSealed(projectId, changed)
  const own = await viewsOfSame(caller, owner)
  if (name === undefined || !own.some((view) => view.viewId === viewId)) throw noView()
  throw taken(name.trim())
}

/** Forgets a view. Throws project_not_found, right_missing, view_not_found, and as requireSame. */
export async function removeView(
  caller: StaffCaller,
  { projectId, viewId }: { projectId: string; viewId: string },
  now: Date,
): Promise<void> {
  if (await deleteView(changeIn(caller, projectId, now), viewId)) return
  await requireSame(caller, [projectId])
  throw noView()
}
