import { noteAudit } from '@/lib/audit/data'
import type { AuditAction, AuditActor } from '@/lib/audit/model'
import { findProject } from '@/lib/customers/data'
import { eraseFound, type StillMay } from '@/lib/customers/erasing'
import { exportedOf } from '@/lib/customers/exporting'
import type { Asked, Found } from '@/lib/customers/model'
import type { CustomerDocument, CustomerFound } from '@/lib/customers/schema'
import { findRecords, type Records, type Sought } from '@/lib/customers/search'
import { scanAnswersOf } from '@/lib/customers/statements/erasing-statement'
import { type Needle, needleOf } from '@/lib/customers/telling/needle'
import { type FoundViews, findViews } from '@/lib/customers/views'
import { isReaderGone } from '@/lib/customers/while-there'
import { subjectOf } from '@/lib/customers/whose/askers'
import { secretFor } from '@/lib/env'
import { invalidFields } from '@/lib/errors'
import { log } from '@/lib/log'

/** In which project, for whom, and who asks. */
type Asking = { projectId: string; asked: Asked; actor: AuditActor }

const mostShown = 100

function needleFor(asked: Asked): Needle {
  const needle = needleOf(asked)
  if (needle) return needle
  const message = asked.kind === 'phone' ? 'Expected a phone of six digits or more' : 'Expected a plate'
  throw invalidFields([{ path: 'value', message }])
}

function note(asking: Asking, action: AuditAction, details: object, now: Date) {
  const { projectId, asked, actor } = asking
  const within = { key: secretFor('customer'), projectId, kind: asked.kind }
  const subject = { kind: 'customer', id: subjectOf(within, needleFor(asked).readings), name: null } as const
  return noteAudit({ projectId, actor, action, subject, details: { askedBy: asked.kind, ...details } }, now)
}

async function soughtFor({ projectId, asked }: Omit<Asking, 'actor'>): Promise<Sought> {
  const needle = needleFor(asked)
  const project = await findProject(projectId)
  return { projectId, needle, declared: project?.declared ?? {} }
}

type Held = { records: Records; views: FoundViews }

/** What is kept of a customer, the saved views that name them among it. */
async function findHeld(sought: Sought): Promise<Held> {
  const records = await findRecords(sought)
  return { records, views: await findViews(records) }
}

async function countOf({ records, views }: Held): Promise<Found> {
  const { projectId, serviceIds, entryCount } = records
  let requests = 0
  if (serviceIds.length > 0)
    for await (const { found } of scanAnswersOf(projectId, serviceIds)) requests += found.length
  const { byFilter, byName } = views
  return { orders: serviceIds.length, entries: entryCount, requests, views: byFilter.length + byName.length }
}

/**
 * What is kept of a customer, in brief; noted in the record, also where it is nothing. Throws field_invalid for what is too
 * short to be a phone or a plate.
 */
export async function searchCustomer(asking: Asking, now: Date): Promise<CustomerFound> {
  const held = await findHeld(await soughtFor(asking))
  const shown = held.records.orders.slice(-mostShown).reverse()
  const found = await countOf(held)
  await note(asking, 'customer.searched', found, now)
  return {
    found,
    orders: shown.map(({ serviceId: _, ...order }) => order),
  }
}

const nothing: Found = { orders: 0, entries: 0, requests: 0, views: 0 }

/** How much that would be, for whoever goes on to export or erase it, which is noted. Throws field_invalid. */
export async function countRecords(projectId: string, asked: Asked): Promise<Found> {
  return countOf(await findHeld(await soughtFor({ projectId, asked })))
}

async function exportHeld(asking: Asking, now: Date): Promise<CustomerDocument> {
  const { projectId, asked } = asking
  const held = await findHeld(await soughtFor(asking))
  const { orders, entries, views, isWhole } = await exportedOf(held.records, held.views)
  const found = await countOf(held)
  await note(asking, 'customer.exported', { ...found, entries: entries.length, isWhole }, now)
  return {
    project: { projectId, name: (await findProject(projectId))?.name ?? '' },
    askedFor: asked,
    madeAt: now,
    found,
    isWhole,
    orders,
    entries,
    views,
  }
}

/**
 * What is kept of a customer, as one document: all of it, but for what is more than a document may hold, which it says; noted
 * in the record, also where whoever asked has gone before it was read: then as nothing, and not whole. Throws field_invalid.
 */
export async function exportRecords(asking: Asking, now: Date): Promise<CustomerDocument> {
  try {
    return await exportHeld(asking, now)
  } catch (error) {
    if (isReaderGone()) await note(asking, 'customer.exported', { ...nothing, isWhole: false }, now)
    throw error
  }
}

/**
 * Empties what is kept of a customer, but for what the project has declared as nobody's; waits, counts and ids stay. In parts
 * beside the traffic; open boards learn of it at once. Noted in the record before anything is written and as it ends, also where
 * it breaks off in the middle: it may be asked for again. `writeMs`: then it breaks off, and where `stillMay` throws, as that
 * does. Throws field_invalid; too_many_requests where there is more.
 */
export async function eraseRecords(
  asking: Asking,
  now: Date,
  writeMs = Number.POSITIVE_INFINITY,
  stillMay: StillMay = async () => {},
): Promise<Found> {
  const sought = await soughtFor(asking)
  const held = await findHeld(sought)
  const erased: Found = { ...nothing }
  let isWhole = true
  try {
    await stillMay()
    // Whoever ends the server or the database in the middle leaves this line.
    await note(asking, 'customer.eraseBegun', await countOf(held), now)
    for (let left: Held | null = held; left; left = left.records.isWhole ? null : await findHeld(sought)) {
      const { records, views }: Held = left
      // What only a device that was left out would lead to is not found another time.
      isWhole &&= records.followed.isWhole
      await eraseFound(records, views, { now, writeMs, stillMay }, erased)
    }
  } catch (error) {
    // What ended it may keep this line from being kept as well; what is told is what ended it.
    await note(asking, 'customer.erased', { ...erased, isWhole: false }, now).catch((err: unknown) =>
      log.error({ err }, 'the end of an erasing is not noted'),
    )
    throw error
  }
  await note(asking, 'customer.erased', { ...erased, isWhole }, now)
  return erased
}
