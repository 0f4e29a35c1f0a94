import { refusalOfLate } from '@/lib/account/own-password'
import { actorOf } from '@/lib/audit/actor'
import { noteAudit } from '@/lib/audit/data'
import { covers, findMembership, type StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { readAsSame, requireSame } from '@/lib/auth/still-same'
import { findBoardOrders } from '@/lib/board/data'
import type { BoardOrder } from '@/lib/board/schema'
import { invalidFields, Refusal } from '@/lib/errors'
import { wakeProject } from '@/lib/feed/wake'
import { limitChanges, limitReveals } from '@/lib/limits/record'
import { giverOf } from '@/lib/people/still-statement'
import { pinRequired, whoActs } from '@/lib/pins/acting'
import { findPrivacy, type PrivacyRow, patchPrivacy } from '@/lib/privacy/data'
import { foundKind, kindOf, plainKey } from '@/lib/privacy/fields'
import { mostDeclared, mostDiffering } from '@/lib/privacy/model'
import type { Privacy, PrivacyPatch } from '@/lib/privacy/schema'
import { fieldsSeen } from '@/lib/settings/fields-seen'
import { changeInTurn, pageInTurn } from '@/lib/turns/reading'

/** What a project takes for personal, and what happens to it. Throws project_not_found, right_missing, unavailable. */
export async function getPrivacy(caller: StaffCaller, projectId: string): Promise<Privacy> {
  requireRight(caller, projectId, 'privacy')
  const seen = await fieldsSeen(caller, projectId)
  const row = await pageInTurn(caller, projectId, () => findPrivacy(projectId))
  if (!row) throw new Refusal('project_not_found', 'There is no such project for your account.')
  return privacyOf(projectId, row, seen)
}

function privacyOf(projectId: string, row: PrivacyRow, keys: string[]): Privacy {
  const { name, masks, declared, redacted, stores } = row
  const listed = redacted && new Set(redacted.map(plainKey))
  const fields = [...new Set(['customerName', ...keys, ...Object.keys(declared)])].map((key) => {
    const kind = kindOf(key, declared)
    const isEmptied = listed ? listed.has(plainKey(key)) : kind !== 'none'
    // An app may call a detail what every object inherits: constructor.
    const own = Object.hasOwn(declared, key) ? declared[key] : undefined
    return { key, kind, declared: own ?? null, found: foundKind(key), isEmptied }
  })
  return { projectId, name, maskOnSharedBoards: masks, stores, fields, hasOwnList: redacted !== null }
}

/**
 * Changes it; shared boards mask within seconds. Noted in the record. Throws project_not_found, right_missing,
 * too_many_requests, unavailable, credential_invalid where the session has ended meanwhile, field_invalid where more would be declared, or more stores differ, than may be in all.
 */
export async function changePrivacy(
  caller: StaffCaller,
  projectId: string,
  { patch, request }: { patch: PrivacyPatch; request: Request },
  now: Date,
): Promise<Privacy> {
  const as = requireRight(caller, projectId, 'privacy')
  await limitChanges(caller.userId)
  // Before it: what can't be answered is not done. Its answer is read with the change, so it takes its turn as one.
  const seen = await fieldsSeen(caller, projectId)
  const by = { actor: actorOf(caller, request), by: giverOf(caller, as) }
  const row = await changeInTurn(caller, projectId, () => patchPrivacy(projectId, patch, by, now))
  if (!row) {
    const { personalFields, stores } = patch
    const fields = `At most ${mostDeclared} in all: send null for those that need not be declared any more`
    const differing = `At most ${mostDiffering} in all: decide for the whole project, and let those differ that must`
    const refusal = invalidFields([
      ...(personalFields ? [{ path: 'personalFields', message: fields }] : []),
      ...(stores ? [{ path: 'stores', message: differing }] : []),
    ])
    throw await refusalOfLate(caller, now, refusal, projectId)
  }
  wakeProject(projectId)
  return privacyOf(projectId, row, seen)
}

/** `request`: from where, for the record. */
type Revealing = { projectId: string; serviceId: string; request: Request }

/**
 * An order with everything that a shared board hides, for whoever stands there and asks; each time is noted in the record,
 * and nobody asks for more than a counter needs. Throws project_not_found, order_not_found, too_many_requests, on a tablet
 * where its store asks who acts pin_required, and as requireSame.
 */
export function revealOrder(caller: StaffCaller, asked: Revealing, now: Date): Promise<BoardOrder> {
  return readAsSame(caller, [asked.projectId], () => reveal(caller, asked, now))
}

async function reveal(
  caller: StaffCaller,
  { projectId, serviceId, request }: Revealing,
  now: Date,
): Promise<BoardOrder> {
  requireRight(caller, projectId, 'board')
  const membership = findMembership(caller, projectId)
  const asked = await whoActs(caller, now)
  await limitReveals(caller.userId)
  const [order] = await findBoardOrders(projectId, [serviceId])
  if (!order || !membership || !covers(membership, order.destinationId)) {
    throw new Refusal('order_not_found', 'There is no such order in your stores.')
  }
  // Who is named by a PIN is so still once the order has been read, and once that is noted.
  const { name, pin } = await whoActs(caller, now)
  if (asked.pin && !pin) throw pinRequired()
  // What is masked is opened for nobody who is believed alone: a tablet that was revoked a moment ago.
  await requireSame(caller, [projectId])
  const actor = { ...actorOf(caller, request), name }
  await noteAudit(
    {
      projectId,
      actor,
      action: 'order.revealed',
      subject: { kind: 'order', id: serviceId, name: null },
      details: { destinationId: order.destinationId, ...(pin && { by: pin.personId }) },
    },
    now,
  )
  if (pin && !(await whoActs(caller, now)).pin) throw pinRequired()
  return order
}
