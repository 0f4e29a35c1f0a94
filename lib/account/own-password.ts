import { findStaffBySession } from '@/lib/auth/data'
import { hashingForProven } from '@/lib/auth/hashing'
import type { StaffCaller } from '@/lib/auth/model'
import { checkPassword, noteFailure } from '@/lib/auth/sign-in'
import type { Shown } from '@/lib/credentials/data'
import { invalidFields, Refusal } from '@/lib/errors'
import { limitOwnPassword, limitSignIn } from '@/lib/limits/service'

/** The refusal of a wrong password. */
export const notYours = (path: string) => invalidFields([{ path, message: 'This is not your password' }])

/**
 * What the caller has shown by their password, for the transaction of what it is asked for (`stillShown`). Throws
 * field_invalid, at `path`, where it is not theirs, which is noted; too_many_requests.
 */
export async function requireOwnPassword(
  caller: StaffCaller,
  path: string,
  password: string,
  request: Request,
  now: Date,
): Promise<Shown> {
  await limitOwnPassword(caller.userId)
  await limitSignIn(caller.email, request)
  const { account } = await hashingForProven(caller.userId, request, () => checkPassword(caller.email, password))
  if (account) {
    const { credentialId, hash, changedAt } = account
    return { sessionId: caller.sessionId, credentialId, hash, changedAt }
  }
  noteFailure(caller.email, caller, request, now)
  throw notYours(path)
}

/** True for what `stillShown` throws, as do others whose row is not as it was. */
export const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'P2025'

/**
 * Why what the own password was asked for is not done, where session or password are not those that were looked at:
 * credential_invalid where the session is over, else what is given.
 */
export async function refusalOfLate(caller: StaffCaller, now: Date, otherwise: Refusal): Promise<Refusal> {
  if (await findStaffBySession(caller.sessionId, now)) return otherwise
  return new Refusal('credential_invalid', 'Your session has ended meanwhile: sign in again.')
}
