import { noteAccount } from '@/lib/account/record'
import { requireNoSecondStep, requireSecondStep } from '@/lib/account/second-step'
import { staffAuth } from '@/lib/auth/better-auth'
import { findFamiliar } from '@/lib/auth/data'
import { hashingFor } from '@/lib/auth/hashing'
import { knownDevice } from '@/lib/auth/known-device'
import { provenSince } from '@/lib/auth/proven-browser'
import { endRow } from '@/lib/code-tries/data'
import { type Credential, deleteSession, findCredential, type ShownWith } from '@/lib/credentials/data'
import { Refusal } from '@/lib/errors'
import { clientAddressOf, widerNetworkOf } from '@/lib/http/client-address'
import { isCookieOf } from '@/lib/http/own-cookie'
import {
  areBrowsersTaken,
  countTry,
  isBrowserTaken,
  isWorthNoting,
  limitSignIn,
  limitStrangersTo,
  refuseSpentSignIn,
} from '@/lib/limits/service'
import { log } from '@/lib/log'
import { Patience } from '@/lib/patience'
import { strangersInTurn } from '@/lib/turns/strangers'
import { acrossProjects } from '@/lib/wall'

/** An account whose owner has shown that they are it, and by what; `shown`: that of it which has to be there still. */
export type Proven = {
  userId: string
  name: string
  by: 'password' | 'code' | 'recoveryCode' | 'passkey' | 'invitation'
  shown: ShownWith
}

/** Whether a code of the second step was shown. */
export const isByCode = (by: Proven['by']) => by === 'code' || by === 'recoveryCode'

// One sentence for an unknown address and a wrong password: which of the two it was is nobody's business.
export const signInFailed = () =>
  new Refusal('sign_in_failed', 'This e-mail address and password do not belong together.')

type Known = Pick<Credential, 'userId' | 'name'>

/** `account`: null for a wrong password. `known`: the account that the address belongs to, whatever the password. */
type Checked = { account: Credential | null; known: Known | null }

// What the password of an address that nobody has is compared with: as much work as any other, and nobody's.
const nobodysHash = `${'0'.repeat(32)}:${'0'.repeat(128)}`

/** Whose address and password these are. An address that nobody has costs the same look and the same work. */
export function checkPassword(email: string, given: string): Promise<Checked> {
  return acrossProjects(() => check(email, given))
}

async function check(email: string, given: string): Promise<Checked> {
  const { password } = await staffAuth().$context
  const found = await findCredential(email.toLowerCase())
  const isRight = await password.verify({ hash: found?.hash || nobodysHash, password: given })
  return { account: isRight && found?.hash ? found : null, known: found }
}

/**
 * Notes a wrong password, where there is an account to note it of: whether there is takes no longer to find out here than
 * that there is none. Now and then only: the record is for good, and anybody may guess.
 */
export function noteFailure(email: string, known: Known | null, request: Request, now: Date): void {
  const told = { action: 'account.signInFailed', isUnproven: true } as const
  const noting = Patience.outside(async () => {
    if ((await isWorthNoting(known?.userId ?? email.toLowerCase())) && known) {
      await noteAccount(known, told, request, now)
    }
  })
  noting.catch((error) => log.warn({ err: error }, 'failed attempt to sign in not noted'))
}

type Credentials = { email: string; password: string; code?: string }

/**
 * Whose credentials these are: all that the account asks for. Throws sign_in_failed, second_step_required,
 * second_step_failed, too_many_requests.
 */
export function proveAccount(credentials: Credentials, request: Request, now: Date): Promise<Proven> {
  return acrossProjects(() => prove(credentials, request, now))
}

async function prove({ email, password, code }: Credentials, request: Request, now: Date): Promise<Proven> {
  const device = knownDevice(email, request.headers, now)
  const address = clientAddressOf(request)
  const asker = device ? `account ${email.toLowerCase()}` : widerNetworkOf(address)
  refuseSpentSignIn(email, request, device?.since ?? null)
  const { knownSince, familiarOf } = await strangersInTurn().run(
    async () => {
      // Whoever guesses behind the same address keeps nobody out of a browser that the account knows: that is counted by itself.
      const shownSince = device && (await isBrowserTaken(email, device.since)) ? device.since : null
      if (!shownSince) await limitSignIn(email, request)
      const familiar = await findFamiliar(email, { address, knownSince: shownSince }, now)
      // What the account has withdrawn since counts for nothing, and uses up nothing of those that it knows.
      const isKnown = familiar?.isByBrowser === true && (await areBrowsersTaken(email, request))
      if (shownSince && !isKnown) await limitSignIn(email, request)
      if (!familiar) await limitStrangersTo(email)
      return { knownSince: isKnown ? shownSince : null, familiarOf: familiar?.holder ?? null }
    },
    { network: asker, signal: request.signal },
  )
  // Whoever has many cookies of an account, or sessions at many addresses, is one of their project's all the same; and a stranger by
  // cookies that count for nothing any more, of however many accounts, as by none.
  const network = familiarOf === null ? widerNetworkOf(address) : `account ${email.toLowerCase()}`
  const asStranger = familiarOf === null ? { tries: await countTry(network) } : {}
  const who = { familiarOf, network, signal: request.signal, ...asStranger }
  const { account, known } = await hashingFor(who, () => checkPassword(email, password))
  if (!account) {
    noteFailure(email, known, request, now)
    throw signInFailed()
  }
  const { userId, name, hash } = account
  // By the password alone, or a link, anybody makes as many as they like of those who know it.
  const browser = knownSince && (await provenSince({ userId, email }, request.headers, now))
  const by = await requireSecondStep({ userId, name, email: email.toLowerCase(), browser }, code, request, now)
  return { userId, name, by, shown: { hash } }
}

// As long as browsers keep one (400 days): the session's own row, which each use extends, says when it is over. A tablet
// that is used every day must not be signed out in the middle of a shift.
function lastingCookie(cookie: string): string {
  return isCookieOf('session_token', cookie) ? cookie.replace(/Max-Age=\d+/i, `Max-Age=${400 * 24 * 60 * 60}`) : cookie
}

/**
 * Opens a session for who has proven an account: its id, its token, and a browser's cookies. Throws sign_in_failed, also
 * where the password was changed, or the passkey removed, since it was looked at; second_step_required where one was turned on.
 */
export function enter(proven: Proven, request: Request, now: Date) {
  return acrossProjects(() => open(proven, request, now))
}

async function open({ userId, name, by, shown }: Proven, request: Request, now: Date) {
  const body = {
    userId,
    shown,
    now,
    ipAddress: clientAddressOf(request),
    userAgent: request.headers.get('user-agent')?.slice(0, 400) ?? '',
  }
  const asked = { body, headers: request.headers, returnHeaders: true } as const
  const { response, headers } = await staffAuth().api.openStaffSession(asked)
  if (!response) throw signInFailed()
  // Who turns a second step on is before this look, or behind the session, and ends it.
  if (by === 'password') {
    await requireNoSecondStep(userId).catch(async (error) => {
      await deleteSession({ userId, sessionId: response.sessionId })
      throw error
    })
  }
  if (isByCode(by) || by === 'passkey') await endRow(userId)
  await noteAccount({ userId, name }, { action: 'account.signedIn', details: { by } }, request, now)
  return { ...response, cookies: headers.getSetCookie().map(lastingCookie) }
}
