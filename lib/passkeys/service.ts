import type {
  AuthenticationResponseJSON,
  generateRegistrationOptions,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
} from '@simplewebauthn/server'
import { isGone, refusalOfLate, requireOwnPassword } from '@/lib/account/own-password'
import { noteBy } from '@/lib/account/record'
import { actorOf } from '@/lib/audit/actor'
import { refuseForeignOrigin } from '@/lib/auth/authenticate'
import type { StaffCaller } from '@/lib/auth/model'
import { enterBrowser, type SignedIn } from '@/lib/auth/service'
import { findCredential } from '@/lib/credentials/data'
import { invalidFields, Refusal } from '@/lib/errors'
import { wakeReader } from '@/lib/feed/wake'
import { isOriginSet, ownOriginOf } from '@/lib/http/own-origin'
import { limitEnds } from '@/lib/limits/record'
import { limitPasskeySignIn, limitStrangers } from '@/lib/limits/service'
import { limitShown } from '@/lib/limits/shown'
import { challengeLifeMs, makeChallenge, readChallenge } from '@/lib/passkeys/challenge'
import {
  challengeTime,
  deletePasskey,
  deletePasskeys,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  takeChallenge,
} from '@/lib/passkeys/data'
import { mostPasskeys } from '@/lib/passkeys/model'
import type { NewPasskey, UsedPasskey } from '@/lib/passkeys/schema'
import { acrossProjects } from '@/lib/wall'

type Transport = NonNullable<NewPasskey['credential']['response']['transports']>[number]
type Known = NonNullable<Parameters<typeof generateRegistrationOptions>[0]['excludeCredentials']>[number]

// 30 MB of a process, for those that somebody asks for a passkey.
const webAuthn = () => import('@simplewebauthn/server')
const webAuthnHelpers = () => import('@simplewebauthn/server/helpers')

// Before it is known who it is.
const timeNow = () => acrossProjects(challengeTime)

// A passkey is for one host, whatever its port.
const hostOf = (request: Request) => new URL(ownOriginOf(request)).hostname

const knownOf = ({ passkeyId, transports }: { passkeyId: string; transports: Transport[] }) =>
  ({ id: passkeyId, transports }) as Known

// What a passkey carries of its account.
const handleOf = (userId: string) => Buffer.from(userId)

/** WebAuthn 7.1 and 7.2, crossOrigin: our pages stand in nobody's frame. False also of what can't be read. */
async function isOfOwnPage({ response }: { response: { clientDataJSON: string } }): Promise<boolean> {
  const { decodeClientDataJSON } = await webAuthnHelpers()
  try {
    return !decodeClientDataJSON(response.clientDataJSON).crossOrigin
  } catch {
    return false
  }
}

/** What a browser makes a passkey with. Asks for the password. Throws field_invalid, too_many_requests, passkeys_full. */
export async function offerPasskey(caller: StaffCaller, password: string, request: Request, now: Date) {
  const { hash, changedAt } = await requireOwnPassword(caller, 'password', password, request, now)
  const known = await listPasskeys(caller.userId)
  // Of what is offered while the account is as it is one is added.
  if (known.length >= mostPasskeys) {
    throw new Refusal('passkeys_full', `You have ${mostPasskeys} passkeys, and no more may be. Remove one first.`)
  }
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpName: 'Baycall',
    rpID: hostOf(request),
    userName: caller.email,
    userDisplayName: caller.name,
    userID: new Uint8Array(handleOf(caller.userId)),
    challenge: makeChallenge({ userId: caller.userId, hash, changedAt }, await timeNow()),
    timeout: challengeLifeMs,
    attestationType: 'none',
    excludeCredentials: known.map(knownOf),
    // It is found without an address, and it asks for a finger or a PIN: it stands for the password and the second step.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

// What was offered, and is no more, can't be told from what never was.
const notTaken = 'It took too long, or the account has changed since this passkey was offered: begin again'

const refused = () => invalidFields([{ path: 'credential', message: notTaken }])

/**
 * Keeps a passkey that the browser has made of what it was offered: once, and while password and session are those that it was
 * offered for. Throws field_invalid, credential_invalid.
 */
export async function addPasskey(
  caller: StaffCaller,
  { name, credential }: NewPasskey,
  request: Request,
  now: Date,
): Promise<void> {
  const known = await acrossProjects(() => findCredential(caller.email))
  if (!known || !(await isOfOwnPage(credential))) throw refused()
  const readAt = await timeNow()
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: (challenge) => readChallenge(challenge, known, readAt) !== null,
    expectedOrigin: ownOriginOf(request),
    expectedRPID: hostOf(request),
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) throw refused()
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  const passkey = { passkeyId: id, userId: caller.userId, name: name.trim(), publicKey: new Uint8Array(publicKey) }
  const note = noteBy(caller, { action: 'account.passkeyAdded', details: { name: name.trim() } }, request)
  const more = { transports: [...transports], origin: ownOriginOf(request), challengedAt: readAt }
  const row = { ...passkey, counter, ...more }
  const shown = { ...known, sessionId: caller.sessionId }
  await acrossProjects(async () => await insertPasskey(row, shown, note, now)).catch(async (error) => {
    if (isGone(error)) throw await refusalOfLate(caller, now, refused())
    throw error.code === 'P2002' ? refused() : error
  })
}

const notFound = () => new Refusal('passkey_not_found', 'There is no such passkey of yours: it was removed already.')

// What is gone ends what it has opened, in other browsers and programs too.
async function remove(caller: StaffCaller, removing: () => Promise<void>, now: Date): Promise<void> {
  await acrossProjects(removing).catch(async (error) => {
    throw isGone(error) ? await refusalOfLate(caller, now, notFound()) : error
  })
  wakeReader(caller.userId)
}

/** Removes a passkey of the account, and ends the other sessions that it has opened. Throws passkey_not_found. */
export async function removePasskey(
  caller: StaffCaller,
  passkeyId: string,
  request: Request,
  now: Date,
): Promise<void> {
  const known = (await listPasskeys(caller.userId)).find((passkey) => passkey.passkeyId === passkeyId)
  if (!known) throw notFound()
  const removed = { action: 'account.passkeyRemoved', details: { name: known.name } } as const
  const note = noteBy(caller, removed, request)
  const { userId, sessionId } = caller
  await remove(caller, () => deletePasskey({ userId, sessionId, passkeyId }, note, now), now)
}

/**
 * Removes all passkeys of the account, also those of which who asks does not know, and ends the other sessions that any has
 * opened. Throws too_many_requests.
 */
export async function removePasskeys(caller: StaffCaller, request: Request, now: Date): Promise<void> {
  // Of none as well: whoever has removed theirs in the session that it has opened is in that still. But not on and on.
  if ((await listPasskeys(caller.userId)).length === 0) await limitEnds(caller.sessionId)
  await remove(caller, () => deletePasskeys(caller, actorOf(caller, request), now), now)
}

/** What a browser looks for a passkey with, whoever is in front of it. Throws origin_refused, too_many_requests. */
export async function askForPasskey(request: Request) {
  refuseForeignOrigin(request)
  await limitStrangers('passkey asked', request)
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: hostOf(request),
    challenge: makeChallenge(null, await timeNow()),
    timeout: challengeLifeMs,
    userVerification: 'required',
  })
  return { ...options }
}

const signInFailed = () =>
  new Refusal('sign_in_failed', 'This passkey is not known here, or it took too long. Sign in with the password.')

// Where no address is set, a request's own word for it would let every page sign in by what another one made.
const originFor = ({ origin }: PasskeyRow, request: Request) =>
  isOriginSet() || origin === null ? ownOriginOf(request) : origin

// WebAuthn 7.2, step 6: nobody has said before whose it is, so it says so itself.
const isOwnedBy = ({ response }: UsedPasskey['credential'], userId: string) =>
  Buffer.from(response.userHandle ?? '', 'base64url').equals(handleOf(userId))

/** Whose passkey has signed what a browser shows, and what of that it was; null for one that is none, or another's. */
async function readSigned({ credential }: UsedPasskey, request: Request) {
  const passkey = await acrossProjects(() => findPasskey(credential.id))
  if (!passkey || !isOwnedBy(credential, passkey.userId) || !(await isOfOwnPage(credential))) return null
  const origin = originFor(passkey, request)
  const readAt = await timeNow()
  let challengedAt: Date | null = null
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified: VerifiedAuthenticationResponse | null = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => {
      challengedAt = readChallenge(challenge, null, readAt)
      return challengedAt !== null
    },
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    credential: { id: passkey.passkeyId, publicKey: passkey.publicKey, counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified || !challengedAt) return null
  return { passkey, used: { challengedAt, counter: verified.authenticationInfo.newCounter } }
}

/** Signs a browser in by its passkey. Throws sign_in_failed, origin_refused, too_many_requests. */
export async function signInByPasskey(shown: UsedPasskey, request: Request, now: Date): Promise<SignedIn> {
  refuseForeignOrigin(request)
  const signed = await limitShown(
    'passkey',
    request,
    () => readSigned(shown, request),
    (found) => found !== null,
  )
  if (!signed) throw signInFailed()
  const { passkey, used } = signed
  await limitPasskeySignIn(passkey.userId, request)
  if (!(await acrossProjects(() => takeChallenge(passkey.passkeyId, used, now)))) throw signInFailed()
  const { userId, ownerName: name, passkeyId } = passkey
  return enterBrowser({ userId, name, by: 'passkey', shown: { passkeyId } }, request, now)
}
