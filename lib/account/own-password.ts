import { findStaffBySession } from '@/lib/auth/data'
import { hashingForProven } from '@/lib/auth/hashing'
import { findMembership, projectsInOrder, type StaffCaller } from '@/lib/auth/model'
import { rightGone } from '@/lib/auth/rights'
import { checkPassword, noteFailure } from '@/lib/auth/sign-in'
import { findCredential, type Shown } from '@/lib/credentials/data'
import { invalidFields, Refusal } from '@/lib/errors'
import { limitOwnChanges } from '@/lib/limits/record'
import { limitOwnPassword } from '@/lib/limits/service'
import { acrossProjects } from '@/lib/wall'

/** The refusal of a wrong password. */
export const notYours = (path: string) => invalidFields([{ path, message: 'This is not your password' }])

// Counted as a guess, and hashed in its turn. Null: it is not theirs.
async function accountBy(caller: StaffCaller, password: string, request: Request) {
  await limitOwnPassword(caller.userId)
  const { account } = await hashingForProven(projectsInOrder(caller), caller.userId, request, () =>
    checkPassword(caller.email, password),
  )
  return account
}

/**
 * What the caller has shown by their password, for the transaction of what it is asked for (`stillShown`); null where it is not
 * theirs, which is still to be noted. Throws too_many_requests.
 */
export async function findShown(caller: StaffCaller, password: string, request: Request): Promise<Shown | null> {
  const account = await accountBy(caller, password, request)
  if (!account) return null
  // What is then done of the account is a line of each of its projects' records.
  await limitOwnChanges(caller.userId)
  const { credentialId, hash, changedAt } = account
  return { sessionId: caller.sessionId, credentialId, hash, changedAt }
}

/** The same. Throws field_invalid, at `path`, where it is not theirs, which is noted; too_many_requests. */
export async function requireOwnPassword(
  caller: StaffCaller,
  path: string,
  password: string,
  request: Request,
  now: Date,
): Promise<Shown> {
  const shown = await findShown(caller, password, request)
  if (shown) return shown
  noteFailure(caller.email, caller, request, now)
  throw notYours(path)
}

// Where a line breaks, browsers send once more by themselves what the server has done already.
const repeatedWithinMs = 60_000

/** When the caller's password became what it is; null: the account is gone. */
export async function findChangeTime({ email }: StaffCaller): Promise<Date | null> {
  const known = await acrossProjects(() => findCredential(email))
  return known?.changedAt ?? null
}

/**
 * Whether this is the caller's password, and has become so just now, by `changedAt`: in this session, if that is open still.
 * Counts as a guess. Throws too_many_requests.
 */
export async function isJustSet(
  caller: StaffCaller,
  { password, changedAt }: { password: string; changedAt: Date | null },
  request: Request,
  now: Date,
): Promise<boolean> {
  if (!changedAt || now.getTime() - changedAt.getTime() > repeatedWithinMs) return false
  const account = await accountBy(caller, password, request)
  return account !== null
}

/** True for what `stillShown` throws, as do others whose row is not as it was. */
export const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'P2025'

const stillIn = (caller: StaffCaller, now: Date) => acrossProjects(() => findStaffBySession(caller.sessionId, now))

const sessionOver = () => new Refusal('credential_invalid', 'Your session has ended meanwhile: sign in again.')

/** Throws credential_invalid where the caller's session has ended since they were let in. */
export async function requireSession(caller: StaffCaller, now: Date): Promise<void> {
  if (!(await stillIn(caller, now))) throw sessionOver()
}

const partIn = (caller: StaffCaller, projectId: string) => {
  const { role, destinationIds } = findMembership(caller, projectId) ?? {}
  return JSON.stringify([role, destinationIds?.toSorted()])
}

/**
 * Why something is not done that was found not to be as it was looked at: credential_invalid where the session is over,
 * right_missing where the caller is something else by now in a project, else what is given.
 */
export async function refusalOfLate(
  caller: StaffCaller,
  now: Date,
  otherwise: Refusal,
  projectId?: string,
): Promise<Refusal> {
  const still = await stillIn(caller, now)
  if (!still) return sessionOver()
  if (projectId !== undefined && partIn(still, projectId) !== partIn(caller, projectId)) return rightGone()
  return otherwise
}
