import { staffAuth } from '@/lib/auth/better-auth'
import { upsertMembership } from '@/lib/auth/data'
import type { Membership } from '@/lib/auth/model'
import { invalidFields } from '@/lib/errors'

export type NewAccount = { email: string; password: string; name: string; membership: Membership }

/** The shortest password taken, in characters. */
export const shortestPassword = 10

/**
 * Makes a staff account with a role in a project. An account of that e-mail address that is there already gets the
 * new password, and its sessions end. Throws field_invalid for a password that is too short.
 */
export async function saveAccount(account: NewAccount, now: Date): Promise<{ userId: string; isNew: boolean }> {
  if (account.password.length < shortestPassword) {
    throw invalidFields([{ path: 'password', message: `At least ${shortestPassword} characters` }])
  }
  const { internalAdapter, password } = await staffAuth().$context
  const email = account.email.toLowerCase()
  const hash = await password.hash(account.password)
  const person = { email, name: account.name, emailVerified: true }
  const known = await internalAdapter.findUserByEmail(email)
  const user = known?.user ?? (await internalAdapter.createUser(person, { method: 'email-password' }))
  if (known) {
    await internalAdapter.updatePassword(user.id, hash)
    await internalAdapter.deleteUserSessions(user.id)
  } else {
    const credential = { userId: user.id, providerId: 'credential', accountId: user.id, password: hash }
    await internalAdapter.linkAccount(credential)
  }
  await upsertMembership(user.id, account.membership, now)
  return { userId: user.id, isNew: !known }
}
