import { randomUUID } from 'node:crypto'
import { isGone } from '@/lib/account/own-password'
import { actorOf } from '@/lib/audit/actor'
import type { AuditAction, AuditNote } from '@/lib/audit/model'
import type { Membership, StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { invalidFields, Refusal } from '@/lib/errors'
import { makeLinkToken } from '@/lib/http/link-token'
import { ownOriginOf } from '@/lib/http/own-origin'
import {
  countInvitations,
  findInvitation,
  findProjectName,
  type InvitationRow,
  insertInvitation,
  listInvitedParts,
  renewInvitation,
  withdrawInvitation,
} from '@/lib/invitations/data'
import { invitationDays, mostInvitations, mostInvitationsToSome, mostInvitationsWithin } from '@/lib/invitations/model'
import { type Mailed, sendMail, sendsMail } from '@/lib/mail/service'
import { mailWords } from '@/lib/mail/words'
import { findPartByEmail } from '@/lib/people/data'
import { isInSight, mayGive } from '@/lib/people/model'
import type { MadeLink, NewInvitation } from '@/lib/people/schema'
import { countLink, linkFor, requireGift } from '@/lib/people/service'
import { giverOf } from '@/lib/people/still-statement'
import { pageInTurn } from '@/lib/turns/reading'

const dayMs = 24 * 60 * 60 * 1000
const expiryFrom = (now: Date) => new Date(now.getTime() + invitationDays * dayMs)

const noInvitation = () =>
  new Refusal('invitation_not_found', 'There is no such open invitation: it was accepted or withdrawn.')

const reachesFurther = () =>
  new Refusal('right_missing', 'The open invitation to this address reaches further than your own role. Ask an owner.')

function noteOf(caller: StaffCaller, request: Request, invitation: Invited, action: AuditAction): AuditNote {
  const { projectId, invitationId, email, role, destinationIds } = invitation
  return {
    projectId,
    actor: actorOf(caller, request),
    action,
    subject: { kind: 'person', id: invitationId, name: email },
    details: { role, stores: destinationIds ?? 'all' },
  }
}

/** The same of a link, with who gets it: the mailbox alone, or whoever makes it. */
function noteOfLink(...told: Parameters<typeof noteOf>): AuditNote {
  const note = noteOf(...told)
  return { ...note, details: { ...note.details, by: sendsMail() ? 'mail' : 'link' } }
}

type Invited = Pick<InvitationRow, 'projectId' | 'invitationId' | 'email' | 'role' | 'destinationIds'>

async function mailLink(invitation: Invited, link: string, caller: StaffCaller, request: Request): Promise<Mailed> {
  const t = mailWords(request)
  const project = await findProjectName(invitation.projectId)
  const said = { who: caller.name, project, link, days: invitationDays }
  return sendMail({
    to: invitation.email,
    subject: t('invitationSubject'),
    text: t('invitationText', said),
  })
}

const invitationsFull = (who: string, most: number) =>
  new Refusal('invitations_full', `${who} ${most} open invitations, and no more may be. Withdraw some first.`)

/**
 * Asks somebody to join a project: by mail, or, where no mails go out, by a link that is answered. A mail that fails is
 * told, and its link is nobody's (see linkFor). An open invitation to the same address ends, if it is to the caller's stores and
 * as no more than the caller is. Throws project_not_found,
 * right_missing, store_not_found, already_member, invitations_full, too_many_requests, unavailable.
 */
export async function invite(
  caller: StaffCaller,
  { projectId, role, destinationIds, ...rest }: NewInvitation,
  request: Request,
  now: Date,
): Promise<MadeLink> {
  const by = requireRight(caller, projectId, 'people')
  await requireGift(by, { role, destinationIds })
  const email = rest.email.toLowerCase()
  const { person, asked, count } = await pageInTurn(caller, projectId, async () => ({
    person: await findPartByEmail(projectId, email),
    asked: await listInvitedParts(projectId, email),
    count: await countInvitations(projectId, by.destinationIds, now),
  }))
  // Who is in other stores alone is nobody that the caller knows of, and learns it themselves when they would join.
  if (person && isInSight(by, person)) {
    throw new Refusal(
      'already_member',
      'Somebody of that address is in the project already: change their role instead.',
    )
  }
  // Nor is an invitation to other stores alone: it stays, beside this one.
  const open = asked.filter((one) => isInSight(by, one))
  if (!open.every((one) => mayGive(by, one))) throw reachesFurther()
  if (open.length === 0) {
    if (count.all >= mostInvitations) throw invitationsFull('This project has', mostInvitations)
    if (by.destinationIds && count.toSome >= mostInvitationsToSome) {
      throw invitationsFull('Stores of this project have', mostInvitationsToSome)
    }
    if (count.within >= mostInvitationsWithin) throw invitationsFull('Your stores have', mostInvitationsWithin)
  }
  await countLink(caller, by, email)
  const { token, digest } = makeLinkToken()
  const expiresAt = expiryFrom(now)
  const invited = { projectId, invitationId: randomUUID(), email, role, destinationIds }
  const names = { invitedBy: caller.userId, invitedByName: caller.name }
  const note = noteOfLink(caller, request, invited, 'person.invited')
  const made = { ...invited, ...names, digest, createdAt: now, expiresAt }
  await insertInvitation(made, giverOf(caller, by), note, now).catch(async (error) => {
    if (!isGone(error)) throw error
    await requireGift(by, invited)
    throw new Refusal('project_not_found', 'There is no such project for your account.')
  })
  const link = `${ownOriginOf(request)}/join/${token}`
  return linkFor(link, await mailLink(invited, link, caller, request), expiresAt)
}

type Place = { projectId: string; invitationId: string }

async function requireInvitation(by: Membership, { projectId, invitationId }: Place): Promise<InvitationRow> {
  const invitation = await findInvitation(projectId, invitationId)
  if (!invitation || !isInSight(by, invitation)) throw noInvitation()
  if (mayGive(by, invitation)) return invitation
  throw reachesFurther()
}

function goneMeanwhile(error: unknown): never {
  throw isGone(error) ? noInvitation() : error
}

/**
 * Another link for an open invitation, good for seven days from now; the one before it is worth nothing. Mailed, or, where
 * no mails go out, answered: whoever has the link becomes the one who is invited, so a mail that fails is told, and its link
 * is nobody's. Throws project_not_found, right_missing, invitation_not_found, store_not_found where one of its stores has
 * been removed, field_invalid, too_many_requests.
 */
export async function renew(
  caller: StaffCaller,
  place: Place,
  isMailed: boolean,
  request: Request,
  now: Date,
): Promise<MadeLink> {
  const by = requireRight(caller, place.projectId, 'people')
  const invitation = await requireInvitation(by, place)
  if (!isMailed && sendsMail()) {
    const message = 'Expected true: where mails go out, a link goes to the mailbox of who is invited'
    throw invalidFields([{ path: 'sendsMail', message }])
  }
  await countLink(caller, by, invitation.email)
  const { token, digest } = makeLinkToken()
  const expiresAt = expiryFrom(now)
  const note = noteOfLink(caller, request, invitation, 'person.inviteRenewed')
  const { destinationIds } = invitation
  const renewed = { ...place, destinationIds, digest, expiresAt, invitedBy: caller.userId, invitedByName: caller.name }
  await renewInvitation(renewed, giverOf(caller, by), note, now).catch(async (error) => {
    if (isGone(error)) await requireGift(by, invitation)
    goneMeanwhile(error)
  })
  const link = `${ownOriginOf(request)}/join/${token}`
  return linkFor(link, await mailLink(invitation, link, caller, request), expiresAt)
}

/** Takes an invitation back: its link is worth nothing. Throws project_not_found, right_missing, invitation_not_found. */
export async function withdraw(caller: StaffCaller, place: Place, request: Request, now: Date): Promise<void> {
  const by = requireRight(caller, place.projectId, 'people')
  const invitation = await requireInvitation(by, place)
  const note = noteOf(caller, request, invitation, 'person.inviteWithdrawn')
  await withdrawInvitation(place, giverOf(caller, by), note, now).catch(goneMeanwhile)
}

export { joinProject, readInvitation, type ShownInvitation } from '@/lib/invitations/joining'
