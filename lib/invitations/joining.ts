import { randomBytes } from 'node:crypto'
import { requireGoodPassword } from '@/lib/account/password'
import type { AuditNote } from '@/lib/audit/model'
import { findStaffByCookie, refuseForeignOrigin } from '@/lib/auth/authenticate'
import { staffAuth } from '@/lib/auth/better-auth'
import { hashingForProven } from '@/lib/auth/hashing'
import type { StaffAccount } from '@/lib/auth/schema'
import { accountOf, enterBrowser } from '@/lib/auth/service'
import { type Proven, proveAccount, signInFailed } from '@/lib/auth/sign-in'
import { invalidFields, Refusal } from '@/lib/errors'
import { clientAddressOf } from '@/lib/http/client-address'
import { digestOfToken } from '@/lib/http/link-token'
import {
  acceptInvitation,
  findAccountByEmail,
  findInvitationByDigest,
  findPart,
  findProjectName,
  type InvitationRow,
  type Joining,
} from '@/lib/invitations/data'
import { type Fate, fateOf } from '@/lib/invitations/model'
import type { Join } from '@/lib/invitations/schema'
import { limitShown } from '@/lib/limits/shown'
import { toldApart } from '@/lib/names/model'
import { listStoreNames } from '@/lib/people/data'
import { isSamePart, mayGive, type Part } from '@/lib/people/model'
import { linkInTurn } from '@/lib/turns/links'
import { inProjects } from '@/lib/wall'

/** What is done with the link of a token is done in the project that it is of, and sees the rows of no other. */
async function withInvitation<T>(token: string, work: (invitation: InvitationRow | null) => Promise<T>): Promise<T> {
  const invitation = await findInvitationByDigest(digestOfToken(token))
  return inProjects(invitation ? [invitation.projectId] : [], () => work(invitation))
}

/** `by`: what who invites is, where it is open by that. */
type Standing = { fate: Exclude<Fate, 'open'> } | { fate: 'open'; by: Part; invitation: InvitationRow }

// Who has left, or is less by now than what they gave, does not bring anybody in.
async function standingOf(invitation: InvitationRow | null, now: Date): Promise<Standing> {
  const fate = fateOf(invitation, now)
  if (fate !== 'open') return { fate }
  const by = invitation && (await findPart(invitation.projectId, invitation.invitedBy))
  return by && mayGive(by, invitation) ? { fate, by, invitation } : { fate: 'withdrawn' }
}

const readStanding = (token: string, now: Date) => withInvitation(token, (invitation) => standingOf(invitation, now))

const isOpen = ({ fate }: Standing) => fate === 'open'

/** What the page of a link says. */
export type ShownInvitation =
  | { fate: Exclude<Fate, 'open'> }
  | {
      fate: 'open'
      projectName: string
      invitedByName: string
      email: string
      role: Part['role']
      /** null: all of them. */
      storeNames: string[] | null
      hasAccount: boolean
    }

/** Who invites to what as what, for whoever has the link. */
export async function readInvitation(
  token: string,
  request: Pick<Request, 'headers'>,
  now: Date,
): Promise<ShownInvitation> {
  await limitShown('link opened', request, () => readStanding(token, now), isOpen)
  return withInvitation(token, async (invitation) => {
    const standing = await standingOf(invitation, now)
    if (standing.fate !== 'open') return standing
    const { fate } = standing
    const { projectId, destinationIds, email, role, invitedByName } = standing.invitation
    const [projectName, stores, account] = await Promise.all([
      findProjectName(projectId),
      listStoreNames(projectId, destinationIds ?? [], 0),
      findAccountByEmail(email),
    ])
    const storeNames = destinationIds && toldApart(stores).map(({ label }) => label)
    return { fate, projectName, invitedByName, email, role, storeNames, hasAccount: account !== null }
  })
}

const reasons: Record<Exclude<Fate, 'open'>, string> = {
  unknown: 'There is no such invitation.',
  used: 'This invitation has been accepted already: sign in.',
  withdrawn: 'This invitation was taken back, or replaced by a newer one.',
  expired: 'This invitation is too old.',
}

const linkInvalid = (reason: Exclude<Fate, 'open'>) =>
  new Refusal('link_invalid', `${reasons[reason]} Ask whoever sent it for another.`, { members: { reason } })

type Joiner = { joining: Joining; name: string; proven: Proven | null }

/** Who joins: whoever is signed in with the invited address, or shows its password, or a new account. */
async function joinerOf(invitation: InvitationRow, sent: Join, request: Request, now: Date): Promise<Joiner> {
  const { email } = invitation
  const { password, code, name } = sent
  const caller = await findStaffByCookie(request, now)
  if (caller?.email === email) {
    const { userId, sessionId, name } = caller
    return { joining: { userId, shown: { sessionId } }, name, proven: null }
  }
  const missing = (path: string) => invalidFields([{ path, message: 'Required' }])
  if (password === undefined) throw missing('password')
  if (await findAccountByEmail(email)) {
    const proven = await proveAccount({ email, password, code }, request, now)
    const { userId, shown } = proven
    if (!('hash' in shown)) throw signInFailed()
    return { joining: { userId, shown }, name: proven.name, proven }
  }
  if (name === undefined) throw missing('name')
  const made = { name: name.trim(), userId: randomBytes(24).toString('base64url') }
  await requireGoodPassword('password', password, { name: made.name, email })
  const hashing = (await staffAuth().$context).password
  const hash = await hashingForProven([invitation.projectId], `links of ${invitation.invitedBy}`, request, () =>
    hashing.hash(password),
  )
  const joining = { userId: made.userId, made: { name: made.name, hash } }
  return { joining, name: made.name, proven: { ...made, by: 'invitation', shown: { hash } } }
}

function noteOf(invitation: InvitationRow, joiner: Joiner, request: Request) {
  const { projectId, role, destinationIds, invitedBy, invitedByName } = invitation
  const { name, joining } = joiner
  const id = joining.userId
  return {
    projectId,
    actor: { kind: 'staff', id, name, address: clientAddressOf(request) },
    action: 'person.joined',
    subject: { kind: 'person', id, name },
    // A name is what they called themselves as they invited.
    details: { role, stores: destinationIds ?? 'all', invitedBy: invitedByName, invitedById: invitedBy },
  } satisfies AuditNote
}

/**
 * Makes an invitation a membership, once, and signs the browser in. Throws link_invalid, field_invalid (a name or password
 * is missing, or is none), sign_in_failed, second_step_required, second_step_failed, already_member, origin_refused,
 * too_many_requests; unavailable as linkInTurn does.
 */
export async function joinProject(sent: Join, request: Request, now: Date): Promise<Joined> {
  refuseForeignOrigin(request)
  await limitShown('link', request, () => readStanding(sent.token, now), isOpen)
  return linkInTurn(digestOfToken(sent.token), request, () => joinBy(sent, request, now))
}

// If it is not the invitation, their password or session is another by now; of whom there was none the address has one.
async function refusalOfLate({ token }: Join, joining: Joining, now: Date): Promise<Refusal> {
  const { fate } = await standingOf(await findInvitationByDigest(digestOfToken(token)), now)
  if (fate !== 'open') return linkInvalid(fate)
  if ('made' in joining) {
    return new Refusal('sign_in_failed', 'Your address has an account by now. Open the link again, with its password.')
  }
  return new Refusal('sign_in_failed', 'Your password or your session was changed meanwhile. Sign in again.')
}

type Joined = { account: StaffAccount; cookies: string[] }

// Whoever invited them may have been removed while a password waited for its turn, or made something else: what they are is read
// again, and the invitation accepted by that where they may give as much.
async function accept(invitation: InvitationRow, sent: Join, joiner: Joiner, request: Request, now: Date) {
  const digest = digestOfToken(sent.token)
  const note = noteOf(invitation, joiner, request)
  for (let tried: Part | null = null; ; ) {
    const standing = await standingOf(invitation, now)
    if (standing.fate !== 'open') throw linkInvalid(standing.fate)
    if (tried && isSamePart(tried, standing.by)) throw await refusalOfLate(sent, joiner.joining, now)
    tried = standing.by
    const outcome = await acceptInvitation({ ...standing, digest }, joiner.joining, note, now)
    if (outcome === 'member') throw new Refusal('already_member', 'You are in this project already: sign in.')
    if (outcome === 'joined') return
  }
}

function joinBy(sent: Join, request: Request, now: Date): Promise<Joined> {
  return withInvitation(sent.token, async (found) => {
    const standing = await standingOf(found, now)
    if (standing.fate !== 'open') throw linkInvalid(standing.fate)
    const { invitation } = standing
    const joiner = await joinerOf(invitation, sent, request, now)
    await accept(invitation, sent, joiner, request, now)
    if (joiner.proven) return enterBrowser(joiner.proven, request, now)
    const caller = await findStaffByCookie(request, now)
    if (!caller) throw linkInvalid('used')
    return { account: accountOf(caller), cookies: [] }
  })
}
