import { listProjectIdsOf } from '@/lib/account/data'
import { isGone } from '@/lib/account/own-password'
import { requireGoodPassword } from '@/lib/account/password'
import { noteBy, unproven } from '@/lib/account/record'
import { actorOf } from '@/lib/audit/actor'
import type { AccountNote } from '@/lib/audit/model'
import { refuseForeignOrigin } from '@/lib/auth/authenticate'
import { staffAuth } from '@/lib/auth/better-auth'
import { hashingForProven } from '@/lib/auth/hashing'
import { deviceCookieOf } from '@/lib/auth/known-device'
import type { StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import { Refusal } from '@/lib/errors'
import { wakeReader } from '@/lib/feed/wake'
import { digestOfToken, makeLinkToken } from '@/lib/http/link-token'
import { ownOriginOf } from '@/lib/http/own-origin'
import { findAccountByEmail } from '@/lib/invitations/data'
import { isWorthMailing, limitStrangers } from '@/lib/limits/service'
import { limitShown } from '@/lib/limits/shown'
import { log } from '@/lib/log'
import { type Mailed, sendMail, sendsMail } from '@/lib/mail/service'
import { mailWords } from '@/lib/mail/words'
import type { Removal } from '@/lib/passkeys/data'
import { Patience } from '@/lib/patience'
import { listParts } from '@/lib/people/data'
import { mayGive, type PlacedPart } from '@/lib/people/model'
import type { MadeLink } from '@/lib/people/schema'
import { countLink, linkFor, requireChangeable } from '@/lib/people/service'
import { giverOf } from '@/lib/people/still-statement'
import { findReset, insertReset, type ResetRow, takeReset } from '@/lib/reset/data'
import type { Reset } from '@/lib/reset/schema'
import { linkInTurn } from '@/lib/turns/links'
import { acrossProjects } from '@/lib/wall'

const hourMs = 60 * 60 * 1000

/** True where a forgotten password can be mended by mail. */
export function mailsResets(): boolean {
  return sendsMail()
}

function mailReset(email: string, link: string, request: Request): Promise<Mailed> {
  const t = mailWords(request)
  return sendMail({ to: email, subject: t('resetSubject'), text: t('resetText', { link }) })
}

async function sendReset(email: string, request: Request, now: Date): Promise<void> {
  const account = await findAccountByEmail(email)
  if (!account || !(await isWorthMailing(account.id))) return
  const { token, digest } = makeLinkToken()
  const owner = { userId: account.id, name: account.name }
  const told = { action: 'account.resetLinkMade', details: { by: 'mail' }, isUnproven: true } as const
  const note = noteBy(owner, told, request)
  const expiresAt = new Date(now.getTime() + hourMs)
  await insertReset({ digest, userId: account.id, expiresAt, by: null }, note, now)
  await mailReset(email, `${ownOriginOf(request)}/reset/${token}`, request)
}

/**
 * Mails a link for a new password to an address that has an account; of others nothing is heard, and nothing takes longer.
 * Three, then one in ten minutes: what is asked for beyond that is answered as if it were sent, and neither mailed nor kept.
 * Throws origin_refused, too_many_requests.
 */
export async function requestReset(given: string, request: Request, now: Date): Promise<void> {
  refuseForeignOrigin(request)
  const email = given.toLowerCase()
  await limitStrangers('reset', request, email)
  if (!mailsResets()) return
  const sending = Patience.outside(() => acrossProjects(async () => await sendReset(email, request, now)))
  sending.catch((error) => log.warn({ err: error }, 'link for a new password not made'))
}

/** True where each of a person's parts is one that these parts may change. Who has none is nobody's to change. */
function areWithin(theirs: PlacedPart[], by: PlacedPart[]): boolean {
  const own = new Map(by.map((part) => [part.projectId, part]))
  return theirs.every((part) => {
    const mine = own.get(part.projectId)
    return mine !== undefined && mayGive(mine, part)
  })
}

async function requireWithin(caller: StaffCaller, userId: string): Promise<PlacedPart[]> {
  const parts = await acrossProjects(async () => await listParts(userId))
  if (areWithin(parts, caller.memberships)) return parts
  const detail = 'This person is in a project that is not yours to manage. Whoever runs the server can: npm run admin.'
  throw new Refusal('right_missing', detail)
}

/**
 * A link by which a person of the project chooses a new password, good for an hour and once: mailed, or, where no mails go
 * out, answered; a mail that fails is told, and its link is nobody's. Only for a person whose part in
 * every project is the caller's to change: else an account would be worth more than who made the link. Throws
 * project_not_found, person_not_found, right_missing, too_many_requests.
 */
export async function makeResetLink(
  caller: StaffCaller,
  { projectId, userId }: { projectId: string; userId: string },
  request: Request,
  now: Date,
): Promise<MadeLink> {
  const by = requireRight(caller, projectId, 'people')
  const { email, name } = await requireChangeable(caller, by, userId)
  const parts = await requireWithin(caller, userId)
  await countLink(caller, by, email)
  const { token, digest } = makeLinkToken()
  const expiresAt = new Date(now.getTime() + hourMs)
  const told = { action: 'account.resetLinkMade', details: { by: 'person' } } as const
  const note = { ...told, account: { userId, name }, actor: actorOf(caller, request) }
  const projectIds = parts.map((part) => part.projectId)
  const made = { digest, userId, expiresAt, by: { projectId, giver: giverOf(caller, by), projectIds } }
  await acrossProjects(async () => await insertReset(made, note, now)).catch(async (error) => {
    if (!isGone(error)) throw error
    // They may have joined one meanwhile.
    await requireWithin(caller, userId)
    throw new Refusal('project_not_found', 'There is no such project for your account.')
  })
  const link = `${ownOriginOf(request)}/reset/${token}`
  return linkFor(link, await mailReset(email, link, request), expiresAt)
}

type Digest = ReturnType<typeof digestOfToken>

type Fate = 'open' | 'unknown' | 'used' | 'withdrawn' | 'expired'

function fateOf(reset: ResetRow | null, now: Date): Fate {
  if (!reset) return 'unknown'
  if (reset.usedAt) return 'used'
  if (reset.isEnded) return 'withdrawn'
  return reset.expiresAt > now ? 'open' : 'expired'
}

/** `theirs`: what the link's person is in their projects, where it is open by that. */
type Standing = { fate: Fate; theirs: PlacedPart[] }

// What the account has come to open since, or its maker to be no more, the link does not give: the project that both were in
// when it was made is among them. Of one that is mailed it is nobody else's that it opens as much.
async function standingOf(reset: ResetRow | null, now: Date): Promise<Standing> {
  const fate = fateOf(reset, now)
  if (fate !== 'open' || !reset || reset.madeBy === null) return { fate, theirs: [] }
  const [theirs, by] = await Promise.all([listParts(reset.userId), listParts(reset.madeBy)])
  return { fate: theirs.length > 0 && areWithin(theirs, by) ? 'open' : 'withdrawn', theirs }
}

const readStanding = (digest: Digest, now: Date) =>
  acrossProjects(async () => {
    const reset = await findReset(digest)
    return { reset, ...(await standingOf(reset, now)) }
  })

const isOpen = ({ fate }: { fate: Fate }) => fate === 'open'

/** What the page of a link says. */
export async function readReset(
  token: string,
  request: Pick<Request, 'headers'>,
  now: Date,
): Promise<{ fate: Fate; email: string | null }> {
  const { reset, fate } = await limitShown(
    'link opened',
    request,
    () => readStanding(digestOfToken(token), now),
    isOpen,
  )
  return { fate, email: fate === 'open' && reset ? reset.email : null }
}

function linkInvalid(reason: Exclude<Fate, 'open'>): Refusal {
  const said = {
    unknown: 'There is no such link.',
    used: 'This link was used already, or has been replaced.',
    withdrawn: 'Whoever made this link has ended it, or may not change this account any more.',
    expired: 'This link is too old.',
  }
  return new Refusal('link_invalid', `${said[reason]} Ask for another one.`, { members: { reason } })
}

// A link shows that somebody had it, not who: the record does not name the account's owner.
function recordOfReset(reset: ResetRow, request: Request): { removal: Removal; note: AccountNote } {
  const details = { by: reset.madeBy === null ? 'mail' : 'link' }
  const changed = { action: 'account.passwordChanged', details, isUnproven: true } as const
  return { removal: { actor: unproven(request), details }, note: noteBy(reset, changed, request) }
}

/**
 * Chooses a new password by a link; all sessions and passkeys of the account end. Its second step stays. Answers the
 * cookies to set. Throws link_invalid, field_invalid, origin_refused, too_many_requests; unavailable as linkInTurn does.
 */
export async function resetPassword({ token, password }: Reset, request: Request, now: Date): Promise<string[]> {
  refuseForeignOrigin(request)
  const digest = digestOfToken(token)
  await limitShown('link', request, () => readStanding(digest, now), isOpen)
  return linkInTurn(digest, request, () => resetBy(digest, password, request, now))
}

// Whoever gave the link may have been removed while that waited for its turn, or its person been made something else: what of
// it was, is read again, and once more where the link is as good by what they are then.
async function take(
  reset: ResetRow,
  change: { digest: Digest; hash: string; removal: Removal },
  note: AccountNote,
  now: Date,
): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    const { fate, theirs } = await readStanding(change.digest, now)
    if (fate !== 'open') throw linkInvalid(fate)
    const read = { ...reset, theirs }
    if (await acrossProjects(async () => await takeReset({ ...change, read }, note, now))) return
  }
  const { fate } = await readStanding(change.digest, now)
  throw linkInvalid(fate === 'open' ? 'withdrawn' : fate)
}

async function resetBy(digest: Digest, password: string, request: Request, now: Date): Promise<string[]> {
  const { reset, fate } = await readStanding(digest, now)
  if (!reset || fate !== 'open') throw linkInvalid(fate === 'open' ? 'unknown' : fate)
  await requireGoodPassword('password', password, reset)
  const hashing = (await staffAuth().$context).password
  const projectIds = await acrossProjects(() => listProjectIdsOf(reset.userId))
  const hash = await hashingForProven(projectIds, reset.userId, request, () => hashing.hash(password))
  const { removal, note } = recordOfReset(reset, request)
  // Who signs in by the old password while the new one was hashed is a stranger behind it.
  const at = new Date()
  await take(reset, { digest, hash, removal }, note, at)
  wakeReader(reset.userId)
  // Every other browser is a stranger to the account from now on.
  return [deviceCookieOf(reset.email, at, { isProven: false })]
}
