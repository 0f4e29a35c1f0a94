import { noteAudit } from '@/lib/audit/data'
import type { AuditAction, AuditActor } from '@/lib/audit/model'
import { type Broken, findProject, listBroken } from '@/lib/customers/data'
import { eraseFound, type Progress, type StillMay, unhurried } from '@/lib/customers/erasing'
import { exportedOf } from '@/lib/customers/exporting'
import { hear } from '@/lib/customers/gathering'
import type { Asked, Found } from '@/lib/customers/model'
import type { CustomerDocument, CustomerFound } from '@/lib/customers/schema'
import { findRecords, type Records, type Sought } from '@/lib/customers/search'
import { scanAnswersOf } from '@/lib/customers/statements/erasing-statement'
import { type Needle, needleOf } from '@/lib/customers/telling/needle'
import { Telling } from '@/lib/customers/telling/unsaid'
import { type FoundViews, findViews } from '@/lib/customers/views'
import { isReaderGone } from '@/lib/customers/while-there'
import { leftFor, markOf, subjectsOf, whoseOf } from '@/lib/customers/whose/askers'
import { secretFor } from '@/lib/env'
import { invalidFields } from '@/lib/errors'
import { log } from '@/lib/log'
import { causeOf } from '@/lib/watch/cause'

/** In which project, for whom, and who asks. */
type Asking = { projectId: string; asked: Asked; actor: AuditActor }

const mostShown = 100
// What tells of a customer in their orders and entries: of more than can be read by then, views are found by the rest.
const hearMs = 5_000

function needleFor(asked: Asked): Needle {
  const needle = needleOf(asked)
  if (needle) return needle
  const message = asked.kind === 'phone' ? 'Expected a phone of six digits or more' : 'Expected a plate'
  throw invalidFields([{ path: 'value', message }])
}

const askerOf = ({ projectId, asked }: Omit<Asking, 'actor'>) =>
  whoseOf({ key: secretFor('customer'), projectId, kind: asked.kind }, needleFor(asked).readings)

function note(asking: Asking, action: AuditAction, details: object, now: Date) {
  const { projectId, asked, actor } = asking
  const subject = { kind: 'customer', id: askerOf(asking).subjectId, name: null } as const
  return noteAudit({ projectId, actor, action, subject, details: { askedBy: asked.kind, ...details } }, now)
}

async function soughtFor(asking: Omit<Asking, 'actor'>): Promise<Sought & { broken: Broken }> {
  const { projectId, asked } = asking
  const needle = needleFor(asked)
  const project = await findProject(projectId)
  const whose = askerOf(asking)
  const broken = leftFor(whose, await listBroken(projectId, subjectsOf(whose)))
  return { projectId, needle, declared: project?.declared ?? {}, known: Object.keys(broken.begun), broken }
}

type Held = { records: Records; views: FoundViews; telling: Telling }

/** What is kept of a customer, the saved views that name them among it. */
async function findHeld(sought: Sought & { broken: Broken }): Promise<Held> {
  const records = await findRecords(sought)
  // What broke off has emptied what would tell of these again.
  const telling = new Telling(sought, sought.broken.fields)
  await hear(records, telling, hearMs)
  return { records, telling, views: await findViews(records, telling) }
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

const named = (redactedFields: string[]) => (redactedFields.length > 0 ? { redactedFields } : {})

const begunIn = ({ begun }: Progress) => (begun.size > 0 ? { begun: Object.fromEntries(begun) } : {})

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
 * Empties everything that is personal in what is kept of a customer; waits, counts and ids stay. In parts beside the traffic;
 * open boards learn of it at once. Noted in the record before anything is written and as it ends, also where it breaks off in the middle: it
 * may be asked for again. `times`: then it breaks off, and where `stillMay` throws, as that does. Throws field_invalid;
 * too_many_requests where there is more.
 */
export async function eraseRecords(
  asking: Asking,
  now: Date,
  times = unhurried,
  stillMay: StillMay = async () => {},
): Promise<Found> {
  const sought = await soughtFor(asking)
  const held = await findHeld(sought)
  const { telling } = held
  const erased: Found = { ...nothing }
  const progress: Progress = { erased, begun: new Map(Object.entries(sought.broken.begun)) }
  const mark = markOf(askerOf(asking))
  const rest = () => ({ ...named(telling.speakable()), ...begunIn(progress) })
  // The names too: whoever ends the server or the database in the middle leaves this line.
  let noted = -1
  const noteBegun = async (records: Records) => {
    const fields = telling.speakable().length
    if (fields === noted) return
    noted = fields
    await note(asking, 'customer.eraseBegun', { ...(await countOf({ ...held, records })), ...mark, ...rest() }, now)
  }
  const noteErased = (isWhole: boolean) =>
    note(asking, 'customer.erased', { ...erased, ...mark, isWhole, ...(isWhole ? begunIn(progress) : rest()) }, now)
  let isWhole = true
  try {
    const findMore = () => findRecords({ ...sought, known: [...progress.begun.keys()] })
    for (let left: Records | null = held.records; left; left = left.isWhole ? null : await findMore()) {
      const found = left
      // What only a device that was left out would lead to is not found another time.
      isWhole &&= found.followed.isWhole
      await eraseFound(found, telling, { now, ...times, heard: () => noteBegun(found), stillMay }, progress)
    }
  } catch (error) {
    // What ended it may keep this line from being kept as well; what is told is what ended it.
    await noteErased(false).catch((err: unknown) =>
      log.error({ err: causeOf(err) }, 'the end of an erasing is not noted'),
    )
    throw error
  }
  await noteErased(isWhole)
  return erased
}
