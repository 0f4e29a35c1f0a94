import { requireGoodPassword } from '@/lib/account/password'
import { atConsole } from '@/lib/audit/actor'
import { noteAudit } from '@/lib/audit/data'
import type { AccountNote, AuditActor, AuditNote } from '@/lib/audit/model'
import { staffAuth } from '@/lib/auth/better-auth'
import { saveGiven } from '@/lib/auth/data'
import type { Membership } from '@/lib/auth/model'
import { Refusal } from '@/lib/errors'
import { findPart } from '@/lib/invitations/data'
import { listPasskeys } from '@/lib/passkeys/data'
import { endPinOfAnother, isLastOwner } from '@/lib/people/data'
import { isMore, type Part } from '@/lib/people/model'
import { acrossProjects } from '@/lib/wall'

/** `membership`: null for an account that is there and stays what it is. `actor`: who does it, for the record. */
export type NewAccount = {
  email: string
  password: string
  name: string
  membership: Membership | null
  actor?: AuditActor
}

/** `passkeysEnded`: how many there were when it was begun; the record tells of one that was added meanwhile as well. */
type Saved = { userId: string; isNew: boolean; passkeysEnded: number }

/**
 * Makes a staff account with a role in a project. An account of that e-mail address that is there already gets the
 * new password and the role, if one is given, and its sessions, passkeys and links for a new password end. Throws
 * field_invalid for a password that may not be one (lib/account/password.ts), last_owner where the project would have no
 * owner left.
 */
export function saveAccount(account: NewAccount, now: Date): Promise<Saved> {
  return acrossProjects(() => save(account, now))
}

/** The same of a password that has been looked at and hashed before: factories give many accounts one. */
export function saveHashedAccount(account: NewAccount, hash: string, now: Date): Promise<Saved> {
  return acrossProjects(() => saveHashed(account, hash, now))
}

type Owner = Saved & { name: string }

const partOf = ({ role, destinationIds }: Pick<Membership, 'role' | 'destinationIds'>) => ({
  role,
  stores: destinationIds ?? 'all',
})

type Given = { before: Part | null; given: Membership }

function noteOfPart({ userId, name }: Owner, { before, given }: Given, actor: AuditActor): AuditNote | null {
  const person = { projectId: given.projectId, actor, subject: { kind: 'person', id: userId, name } } as const
  const to = partOf(given)
  if (!before) return { ...person, action: 'person.joined', details: to }
  const from = partOf(before)
  if (JSON.stringify(from) === JSON.stringify(to)) return null
  const details = { role: { from: from.role, to: to.role }, stores: { from: from.stores, to: to.stores } }
  return { ...person, action: 'person.changed', details }
}

const noteOfPassword = ({ userId, name }: Owner, actor: AuditActor): AccountNote => ({
  account: { userId, name },
  actor,
  action: 'account.passwordChanged',
})

/** What becomes of somebody's part: its line of the record, and behind it what ends with what they were. */
async function besides(owner: Owner, given: Membership | null, actor: AuditActor, now: Date) {
  if (!given) return []
  const before = await findPart(given.projectId, owner.userId)
  const note = noteOfPart(owner, { before, given }, actor)
  if (!note) return []
  const place = { projectId: given.projectId, userId: owner.userId }
  return [noteAudit(note, now), ...(before && isMore(given, before) ? [endPinOfAnother(place, note, now)] : [])]
}

// What the trigger says is for programs.
function refuseNoOwner(error: unknown): never {
  if (!isLastOwner(error)) throw error
  throw new Refusal(
    'last_owner',
    'This is the project’s last owner: make somebody else one first (npm run admin -- create --email … --role owner).',
  )
}

async function save(account: NewAccount, now: Date): Promise<Saved> {
  await requireGoodPassword('password', account.password, account)
  const { password } = await staffAuth().$context
  return saveHashed(account, await password.hash(account.password), now)
}

async function saveHashed({ membership, actor, ...account }: NewAccount, hash: string, now: Date): Promise<Saved> {
  const { internalAdapter } = await staffAuth().$context
  const email = account.email.toLowerCase()
  const person = { email, name: account.name, emailVerified: true }
  const known = await internalAdapter.findUserByEmail(email)
  const user = known?.user ?? (await internalAdapter.createUser(person, { method: 'email-password' }))
  const userId = user.id
  const saved = { userId, isNew: !known, passkeysEnded: (await listPasskeys(userId)).length }
  if (!known) {
    const credential = { userId, providerId: 'credential', accountId: userId, password: hash }
    await internalAdapter.linkAccount(credential)
  }
  const owner = { ...saved, name: email }
  const behind = actor ? await besides(owner, membership, actor, now) : []
  const note = actor ? noteOfPassword(owner, actor) : null
  const chosen = known ? { hash, removal: { actor: actor ?? atConsole }, note } : null
  await saveGiven({ userId, part: membership, chosen, behind }, now).catch(refuseNoOwner)
  return saved
}
