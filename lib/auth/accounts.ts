import { listProjectIdsOf } from '@/lib/account/data'
import { requireGoodPassword } from '@/lib/account/password'
import type { AuditActor, AuditNote } from '@/lib/audit/model'
import { staffAuth } from '@/lib/auth/better-auth'
import { upsertMembership } from '@/lib/auth/data'
import type { Membership } from '@/lib/auth/model'
import { Refusal } from '@/lib/errors'
import { findPart } from '@/lib/invitations/data'
import { listPasskeys } from '@/lib/passkeys/data'
import { isLastOwner } from '@/lib/people/data'
import { acrossProjects } from '@/lib/wall'

/** `actor`: who does it, for the record. */
export type NewAccount = {
  email: string
  password: string
  name: string
  membership: Membership
  actor?: AuditActor
}

/** `passkeysEnded`: how many there were. */
type Saved = { userId: string; isNew: boolean; passkeysEnded: number }

/**
 * Makes a staff account with a role in a project. An account of that e-mail address that is there already gets the
 * new password and the role, and its sessions, passkeys and links for a new password end. Throws field_invalid for a
 * password that may not be one (lib/account/password.ts), last_owner where the project would have no owner left.
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

async function notesOf(owner: Owner, given: Membership, actor: AuditActor): Promise<AuditNote[]> {
  const { userId, name, isNew, passkeysEnded: count } = owner
  const { projectId } = given
  const person = { actor, subject: { kind: 'person', id: userId, name } } as const
  const [before, to] = [await findPart(projectId, userId), partOf(given)]
  const joined: AuditNote = { ...person, projectId, action: 'person.joined', details: to }
  if (isNew) return [joined]
  const account = { actor, subject: { kind: 'account', id: userId, name } } as const
  const notes = (await listProjectIdsOf(userId)).flatMap((one): AuditNote[] => [
    { ...account, projectId: one, action: 'account.passwordChanged' },
    ...(count > 0
      ? [{ ...account, projectId: one, action: 'account.passkeyRemoved', details: { count } } as const]
      : []),
  ])
  if (!before) return [joined, ...notes]
  const from = partOf(before)
  if (JSON.stringify(from) === JSON.stringify(to)) return notes
  const details = { role: { from: from.role, to: to.role }, stores: { from: from.stores, to: to.stores } }
  return [{ ...person, projectId, action: 'person.changed', details }, ...notes]
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
  const notes = actor ? await notesOf({ ...saved, name: email }, membership, actor) : []
  await upsertMembership({ ...membership, userId, hash: known ? hash : null }, notes, now).catch(refuseNoOwner)
  return saved
}
