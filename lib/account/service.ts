import { randomBytes } from 'node:crypto'
import {
  beginSecondStep,
  confirmSecondStep,
  deleteSecondStep,
  deleteSessions,
  findSecondStep,
  hasSession,
  listSessions,
  replaceRecovery,
  updateName,
  updatePassword,
} from '@/lib/account/data'
import {
  findChangeTime,
  findShown,
  isGone,
  isJustSet,
  notYours,
  refusalOfLate,
  requireOwnPassword,
  requireSession,
} from '@/lib/account/own-password'
import { requireGoodPassword } from '@/lib/account/password'
import { noteBy } from '@/lib/account/record'
import type { OwnAccount, SecondStepSetUp } from '@/lib/account/schema'
import { seal, sealBegun, unsealBegun } from '@/lib/account/seal'
import { digestOfRecoveryCode, makeRecoveryCodes } from '@/lib/account/second-step'
import { base32Of, stepOfCode, totpAddress } from '@/lib/account/totp'
import { actorOf as auditActorOf } from '@/lib/audit/actor'
import { staffAuth } from '@/lib/auth/better-auth'
import { hashingForProven } from '@/lib/auth/hashing'
import { deviceCookieOf } from '@/lib/auth/known-device'
import { projectsInOrder, type StaffCaller } from '@/lib/auth/model'
import { provenSince } from '@/lib/auth/proven-browser'
import { noteFailure } from '@/lib/auth/sign-in'
import { findWrongCodes } from '@/lib/code-tries/data'
import type { Shown } from '@/lib/credentials/data'
import { invalidFields, Refusal } from '@/lib/errors'
import { wakeReader } from '@/lib/feed/wake'
import { deviceOf } from '@/lib/http/user-agent'
import { limitCodes } from '@/lib/limits/codes'
import { limitEnds, limitRenames } from '@/lib/limits/record'
import { listPasskeys } from '@/lib/passkeys/data'
import { wideInTurn } from '@/lib/turns/reading'
import { acrossProjects } from '@/lib/wall'

/** Somebody's own account: what they sign in with, and where they are signed in. */
export async function getOwnAccount(caller: StaffCaller, now: Date): Promise<OwnAccount> {
  const { userId } = caller
  // In the turn of the account, which is in no project's; of those that are in none one has it at a time.
  const turnOf = caller.memberships.length > 0 ? userId : 'none'
  const read = () =>
    Promise.all([findSecondStep(userId), findWrongCodes(userId), listPasskeys(userId), listSessions(userId, now)])
  const [second, wrongCodes, passkeys, sessions] = await wideInTurn(caller, { turnOf, projectIds: [] }, read)
  return {
    name: caller.name,
    email: caller.email,
    hasSecondStep: second?.isOn ?? false,
    recoveryCodesLeft: second?.isOn ? second.recoveryLeft : 0,
    wrongCodes,
    passkeys: passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
      passkeyId,
      name,
      createdAt,
      lastUsedAt,
    })),
    sessions: sessions.map((session) => ({
      sessionId: session.id,
      ...deviceOf(session.userAgent),
      address: session.ipAddress || null,
      createdAt: session.createdAt,
      lastUsedAt: session.updatedAt,
      isCurrent: session.id === caller.sessionId,
    })),
  }
}

/** Gives an account another name, for boards and timelines from now on; the record keeps both. Throws too_many_requests, credential_invalid. */
export async function rename(caller: StaffCaller, given: string, request: Request, now: Date): Promise<void> {
  const name = given.trim()
  if (name === caller.name) return
  await limitRenames(caller.userId)
  const { userId, sessionId } = caller
  const actor = auditActorOf({ ...caller, name }, request)
  await acrossProjects(async () => await updateName({ userId, sessionId, name }, actor, now)).catch(async (error) => {
    throw isGone(error) ? await refusalOfLate(caller, now, error) : error
  })
}

/**
 * Changes a password; every other session of the account ends, and its passkeys stay. The same once more, a moment later, changes
 * nothing and is as good. Answers the cookies to set. Throws
 * field_invalid, too_many_requests; credential_invalid where another change has ended this session meanwhile.
 */
export async function changePassword(
  caller: StaffCaller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  request: Request,
  now: Date,
): Promise<string[]> {
  // Of one that does the same beside this one; behind it this browser is a stranger.
  const wasProven = (await provenSince(caller, request.headers, now)) !== null
  const before = await findChangeTime(caller)
  const isSet = (changedAt: Date | null) => isJustSet(caller, { password: newPassword, changedAt }, request, now)
  const asBefore = async (changedAt: Date | null) => {
    // Another session has done the same, and ended this one.
    await requireSession(caller, new Date())
    // Of a time behind the change, by whichever server's clock: an earlier one makes this browser a stranger.
    const at = new Date(Math.max(Date.now(), changedAt?.getTime() ?? 0))
    return request.headers.has('authorization') ? [] : [deviceCookieOf(caller.email, at, { isProven: wasProven })]
  }
  if (await isSet(before)) return await asBefore(before)
  let isWrong = false
  try {
    const shown = await findShown(caller, currentPassword, request)
    isWrong = shown === null
    if (!shown) throw notYours('currentPassword')
    return await replacePassword(caller, { shown, newPassword }, request, now)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Sent twice at one moment, it was done by the other one meanwhile.
    let isTwin = false
    try {
      const after = await findChangeTime(caller)
      isTwin = after?.getTime() !== before?.getTime() && (await isSet(after))
      if (isTwin) return await asBefore(after)
    } finally {
      if (isWrong && !isTwin) noteFailure(caller.email, caller, request, now)
    }
    throw error
  }
}

async function replacePassword(
  caller: StaffCaller,
  { shown, newPassword }: { shown: Shown; newPassword: string },
  request: Request,
  now: Date,
): Promise<string[]> {
  await requireGoodPassword('newPassword', newPassword, caller)
  const { password } = await staffAuth().$context
  const hash = await hashingForProven(projectsInOrder(caller), caller.userId, request, () => password.hash(newPassword))
  const note = noteBy(caller, { action: 'account.passwordChanged' }, request)
  const change = { userId: caller.userId, hash, shown }
  // Who signs in by the old one while the new one was hashed is a stranger behind it.
  const at = new Date()
  // As it was before: what the account had withdrawn is not made good by another password.
  const isProven = (await provenSince(caller, request.headers, now)) !== null
  await acrossProjects(async () => await updatePassword(change, note, at)).catch(async (error) => {
    throw isGone(error) ? await refusalOfLate(caller, now, notYours('currentPassword')) : error
  })
  wakeReader(caller.userId)
  // Every browser is a stranger from now on but the one that asks, if it is one.
  return request.headers.has('authorization') ? [] : [deviceCookieOf(caller.email, at, { isProven })]
}

async function endSessions(
  caller: StaffCaller,
  which: { id: string } | { not: string },
  request: Request,
  now: Date,
): Promise<void> {
  const actor = auditActorOf(caller, request)
  await acrossProjects(async () => await deleteSessions(caller, which, actor, now)).catch(async (error) => {
    if (isGone(error)) await requireSession(caller, new Date())
    throw error
  })
  wakeReader(caller.userId)
}

/** Ends one session of the account. Throws session_not_found, too_many_requests, credential_invalid. */
export async function endSession(caller: StaffCaller, sessionId: string, request: Request, now: Date): Promise<void> {
  if (sessionId !== caller.sessionId) await limitEnds(caller.sessionId)
  if (!(await hasSession(caller.userId, sessionId, now))) {
    throw new Refusal('session_not_found', 'There is no such session of yours: it is over already.')
  }
  await endSessions(caller, { id: sessionId }, request, now)
}

/**
 * Ends every session of the account but the one that asks. The browsers of the others stay known: whoever found this one
 * open knows no password, and must not make strangers of the owner's own. Throws too_many_requests, credential_invalid.
 */
export async function endOtherSessions(caller: StaffCaller, request: Request, now: Date): Promise<void> {
  await limitEnds(caller.sessionId)
  await endSessions(caller, { not: caller.sessionId }, request, now)
}

const notTheAppsCode = () => invalidFields([{ path: 'code', message: 'This is not the code that the app shows now' }])

const begunNowhere = () =>
  new Refusal(
    'second_step_off',
    'No second step was begun in this session in the last 15 minutes, or another was begun since. Begin it anew.',
  )

// To set up an app takes minutes; what was begun is good for whoever began it, in that session, and not in spring for autumn.
const setUpForMs = 15 * 60 * 1000

const isOnAlready = () =>
  new Refusal('second_step_on', 'Your account has a second step already. Remove it first to set up another one.')

/**
 * What an authenticator app needs; in force once a code of it is sent back, in the same session and within fifteen minutes.
 * Throws field_invalid, second_step_on, credential_invalid as changePassword does.
 */
export async function setUpSecondStep(
  caller: StaffCaller,
  password: string,
  request: Request,
  now: Date,
): Promise<SecondStepSetUp> {
  const shown = await requireOwnPassword(caller, 'password', password, request, now)
  const bytes = randomBytes(20)
  const begun = { userId: caller.userId, secret: sealBegun(bytes, caller), shown }
  const isBegun = await acrossProjects(async () => await beginSecondStep(begun, now)).catch(async (error) => {
    throw isGone(error) ? await refusalOfLate(caller, now, notYours('password')) : error
  })
  if (!isBegun) throw isOnAlready()
  const secret = base32Of(bytes)
  const address = totpAddress(secret, caller.email)
  const { default: qrCodes } = await import('qrcode')
  return { secret, address, qrCode: await qrCodes.toString(address, { type: 'svg', margin: 2 }) }
}

/**
 * Puts the second step in force; every other session of the account ends. Throws field_invalid for a code that is not the app's, second_step_off where none was begun
 * here lately, second_step_on, too_many_requests, credential_invalid as changePassword does.
 */
export async function turnOnSecondStep(
  caller: StaffCaller,
  code: string,
  request: Request,
  now: Date,
): Promise<{ recoveryCodes: string[]; cookies: string[] }> {
  const { userId } = caller
  const begun = await findSecondStep(userId)
  if (begun?.isOn) throw isOnAlready()
  const isLate = begun && now.getTime() - begun.begunAt.getTime() > setUpForMs
  const bytes = begun && !isLate ? unsealBegun(begun.secret, caller) : null
  if (!begun || !bytes) throw begunNowhere()
  // Behind that: who does not know the password, and so has begun nothing here, uses up none of them.
  await limitCodes('setUp', { userId, browser: null })
  const step = stepOfCode(bytes, code.replace(/\s/g, ''), now)
  if (!step) throw notTheAppsCode()
  const recoveryCodes = makeRecoveryCodes()
  const note = noteBy(caller, { action: 'account.secondStepOn' }, request)
  const of = { userId, begun: begun.secret, secret: seal(bytes, userId), sessionId: caller.sessionId }
  const confirmed = { ...of, step, recovery: recoveryCodes.map((code) => digestOfRecoveryCode(userId, code)) }
  await acrossProjects(async () => await confirmSecondStep(confirmed, note, now)).catch(async (error) => {
    if (!isGone(error)) throw error
    const isOn = (await findSecondStep(userId))?.isOn
    throw await refusalOfLate(caller, now, isOn ? isOnAlready() : begunNowhere())
  })
  wakeReader(userId)
  // A code was shown in the browser that asks, if it is one: every other is a stranger from now on.
  const isProgram = request.headers.has('authorization')
  return { recoveryCodes, cookies: isProgram ? [] : [deviceCookieOf(caller.email, now, { isProven: true })] }
}

/**
 * Other recovery codes; those before are worth nothing any more. Throws field_invalid, second_step_off, too_many_requests,
 * credential_invalid as changePassword does.
 */
export async function renewRecoveryCodes(
  caller: StaffCaller,
  password: string,
  request: Request,
  now: Date,
): Promise<{ recoveryCodes: string[] }> {
  const shown = await requireOwnPassword(caller, 'password', password, request, now)
  const recoveryCodes = makeRecoveryCodes()
  const note = noteBy(caller, { action: 'account.recoveryCodesMade' }, request)
  const { userId } = caller
  const renewed = { userId, recovery: recoveryCodes.map((code) => digestOfRecoveryCode(userId, code)), shown }
  await acrossProjects(async () => await replaceRecovery(renewed, note, now)).catch(async (error) => {
    if (!isGone(error)) throw error
    if ((await findSecondStep(caller.userId))?.isOn) throw await refusalOfLate(caller, now, notYours('password'))
    const detail = 'Your account has no second step: set it up first, its recovery codes come with it.'
    throw new Refusal('second_step_off', detail)
  })
  return { recoveryCodes }
}

/** Removes the second step. Throws field_invalid, too_many_requests, credential_invalid as changePassword does. */
export async function turnOffSecondStep(
  caller: StaffCaller,
  password: string,
  request: Request,
  now: Date,
): Promise<void> {
  const shown = await requireOwnPassword(caller, 'password', password, request, now)
  const wasBegun = await removeSecondStep(caller, shown, request, now)
  // It may have been turned on meanwhile in another session.
  if (wasBegun) await removeSecondStep(caller, shown, request, now)
}

/** Whether it was but begun. */
async function removeSecondStep(caller: StaffCaller, shown: Shown, request: Request, now: Date): Promise<boolean> {
  const step = await findSecondStep(caller.userId)
  if (!step) return false
  const { isOn } = step
  // One that is only begun guarded nothing: nothing of the account has changed.
  const note = isOn ? noteBy(caller, { action: 'account.secondStepOff' }, request) : null
  const removal = { userId: caller.userId, shown, isOn }
  await acrossProjects(async () => await deleteSecondStep(removal, note, now)).catch(async (error) => {
    if (!isGone(error)) throw error
    const late = await refusalOfLate(caller, now, notYours('password'))
    // Somebody else has removed it meanwhile, by the same password.
    const isRemoved = late.code === 'field_invalid' && isOn && !(await findSecondStep(caller.userId))?.isOn
    if (!isRemoved) throw late
  })
  return !isOn
}
