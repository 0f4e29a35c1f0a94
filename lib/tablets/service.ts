import { randomUUID } from 'node:crypto'
import { actorOf } from '@/lib/audit/actor'
import { covers, type StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { Refusal } from '@/lib/errors'
import { wakeReader } from '@/lib/feed/wake'
import { clientAddressOf } from '@/lib/http/client-address'
import { limitChanges } from '@/lib/limits/record'
import { limitGuess } from '@/lib/limits/service'
import { listStoreNames } from '@/lib/people/data'
import { type By, giverOf } from '@/lib/people/still-statement'
import { findBoardStore } from '@/lib/settings/data'
import {
  approvePairing,
  changeTablet,
  countTablets,
  denyPairing,
  findTablet,
  findTabletRow,
  findWaiting,
  type KnownTablet,
  listTabletRows,
} from '@/lib/tablets/data'
import { codeFrom, mostListedTablets, mostTablets, shownCode } from '@/lib/tablets/model'
import type { NewTablet, Tablet, Tablets, WaitingTablet } from '@/lib/tablets/schema'
import { pageInTurn } from '@/lib/turns/reading'
import { acrossProjects } from '@/lib/wall'

type Key = { projectId: string; tabletId: string }
type Asked = { projectId: string; userCode: string }

const noTablet = () =>
  new Refusal('tablet_not_found', 'There is no such tablet in your stores: it may have been revoked.')

const noCode = () =>
  new Refusal('pairing_not_found', 'No tablet waits under this code: it was used or has run out. Look at the tablet.')

const noStore = () =>
  new Refusal('store_not_found', 'There is no such store for your account. Choose one from the list.')

const isListed = async (projectId: string, destinationId: string) =>
  (await listStoreNames(projectId, [destinationId], 0)).length > 0

/** The tablets of somebody's stores, of many those that are listed; `search`: what is in them. Throws project_not_found, right_missing. */
export async function listTablets(caller: StaffCaller, projectId: string, search = ''): Promise<Tablets> {
  const { destinationIds } = requireRight(caller, projectId, 'tablets')
  const sought = { destinationIds, words: search, most: mostListedTablets + 1 }
  const found = await pageInTurn(caller, projectId, () => listTabletRows(projectId, sought))
  return { tablets: found.slice(0, mostListedTablets), hasMore: found.length > mostListedTablets }
}

// Each code that is tried counts, for whoever tries it and for where they are: there are 17 billion, and few wait. What is
// none is no guess.
async function waitingUnder({ userCode }: Asked, caller: StaffCaller, request: Request, now: Date) {
  const letters = codeFrom(userCode)
  if (!letters) throw noCode()
  await limitGuess('code', caller.userId, request)
  const waiting = await acrossProjects(() => findWaiting(letters, now))
  if (!waiting) throw noCode()
  return waiting
}

/** What waits under a code, for whoever is about to admit it. Throws pairing_not_found and as the others do. */
export async function lookAtWaiting(
  caller: StaffCaller,
  asked: Asked,
  request: Request,
  now: Date,
): Promise<WaitingTablet> {
  requireRight(caller, asked.projectId, 'tablets')
  const waiting = await waitingUnder(asked, caller, request, now)
  const isElsewhere = waiting.address !== clientAddressOf(request)
  return { ...waiting, userCode: shownCode(waiting.userCode), isElsewhere }
}

/** Sends a waiting tablet away. Throws as lookAtWaiting does, and too_many_requests. */
export async function denyTablet(caller: StaffCaller, asked: Asked, request: Request, now: Date): Promise<void> {
  const membership = requireRight(caller, asked.projectId, 'tablets')
  const { userCode, device, address } = await waitingUnder(asked, caller, request, now)
  await limitChanges(caller.userId)
  const note = {
    projectId: asked.projectId,
    actor: actorOf(caller, request),
    action: 'tablet.refused' as const,
    // It was nobody's tablet yet, and has no id.
    subject: { kind: 'tablet' as const, id: null, name: device },
    details: { device, address },
  }
  if (!(await acrossProjects(() => denyPairing(userCode, giverOf(caller, membership), note, now)))) throw noCode()
}

/**
 * Admits the tablet that shows a code to one store. Of two who do the second is told that nothing waits there. Throws
 * project_not_found, right_missing, store_not_found, pairing_not_found, tablets_full, too_many_requests.
 */
export async function pairTablet(caller: StaffCaller, asked: NewTablet, request: Request, now: Date): Promise<Tablet> {
  const { projectId, destinationId } = asked
  const membership = requireRight(caller, projectId, 'tablets')
  const store = covers(membership, destinationId) ? await findBoardStore({ projectId, destinationId }) : null
  if (!store) throw noStore()
  const { userCode, device, address } = await waitingUnder(asked, caller, request, now)
  await limitChanges(caller.userId)
  // Some that are paired at once may be more: it is for the list, which somebody reads.
  if ((await countTablets({ projectId, destinationId })) >= mostTablets) {
    throw new Refusal('tablets_full', `This store has ${mostTablets} tablets, and no more may be. Unpair one first.`)
  }
  const [tabletId, name, pairedBy] = [randomUUID(), asked.name.trim(), caller.name]
  const tablet = { projectId, tabletId, destinationId, name, device, pairedBy: caller.userId, pairedByName: pairedBy }
  const note = {
    projectId,
    actor: actorOf(caller, request),
    action: 'tablet.paired' as const,
    subject: { kind: 'tablet' as const, id: tabletId, name },
    details: { destinationId, device, address },
  }
  const by = giverOf(caller, membership)
  if (!(await acrossProjects(() => approvePairing(userCode, { tablet, by }, note, now)))) {
    throw (await isListed(projectId, destinationId)) ? noCode() : noStore()
  }
  return { tabletId, destinationId, storeName: store.name, name, device, pairedAt: now, pairedBy, lastSeenAt: null }
}

async function tabletOf(caller: StaffCaller, { projectId, tabletId }: Key): Promise<{ tablet: KnownTablet; by: By }> {
  const membership = requireRight(caller, projectId, 'tablets')
  const tablet = await findTablet(projectId, tabletId)
  if (!tablet || !covers(membership, tablet.destinationId)) throw noTablet()
  return { tablet, by: giverOf(caller, membership) }
}

/** Renames a tablet. Throws project_not_found, right_missing, tablet_not_found. */
export async function renameTablet(
  caller: StaffCaller,
  key: Key,
  name: string,
  { request, now }: { request: Request; now: Date },
): Promise<Tablet> {
  const { tablet, by } = await tabletOf(caller, key)
  await limitChanges(caller.userId)
  const to = name.trim()
  const note = {
    projectId: key.projectId,
    actor: actorOf(caller, request),
    action: 'tablet.renamed' as const,
    subject: { kind: 'tablet' as const, id: key.tabletId, name: to },
    details: { from: tablet.name },
  }
  if (!(await changeTablet(tablet, { name: to }, { by, note }, now))) throw noTablet()
  const renamed = await findTabletRow(key.projectId, key.tabletId)
  if (!renamed) throw noTablet()
  return renamed
}

/** Takes a tablet's credential away, in effect everywhere within 5 s. Throws as renameTablet does. */
export async function revokeTablet(
  caller: StaffCaller,
  key: Key,
  { request, now }: { request: Request; now: Date },
): Promise<void> {
  const { tablet, by } = await tabletOf(caller, key)
  const note = {
    projectId: key.projectId,
    actor: actorOf(caller, request),
    action: 'tablet.revoked' as const,
    subject: { kind: 'tablet' as const, id: key.tabletId, name: tablet.name },
    details: { destinationId: tablet.destinationId },
  }
  if (!(await changeTablet(tablet, { revokedAt: now }, { by, note }, now))) throw noTablet()
  // Its open board looks at once whether it may still be.
  wakeReader(key.tabletId)
}

export { hasTabletCookie, isPairedTablet, renewedTabletCookie } from '@/lib/tablets/credential'
export { beginPairing, fetchCredential } from '@/lib/tablets/pairing'
