import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import type {
  AccountPasskey,
  AccountSession,
  OwnAccount,
  RecoveryCodes,
  SecondStepSetUp,
  WrongCodes,
} from '@/lib/account/schema'
import { fetchJson, fetchNothing } from '@/lib/http/client'
import { listOf, membersOf, withTimes } from '@/lib/http/wire'

const base = '/api/staff/account'
const passkeys = listOf(withTimes<AccountPasskey>({ createdAt: true, lastUsedAt: true }))
const sessions = listOf(withTimes<AccountSession>({ createdAt: true, lastUsedAt: true }))
const wrongCodes = withTimes<WrongCodes>({ lastAt: true })

const account = {
  parse(json: unknown): OwnAccount {
    const members = membersOf(json)
    const lists = { passkeys: passkeys.parse(members.passkeys), sessions: sessions.parse(members.sessions) }
    const wrong = members.wrongCodes === null ? null : wrongCodes.parse(members.wrongCodes)
    return { ...(members as OwnAccount), ...lists, wrongCodes: wrong }
  },
}

export const accountQuery = () =>
  queryOptions({
    queryKey: ['account'] as const,
    queryFn: ({ signal }) => fetchJson(account, base, { signal }),
  })

const post = (path: string, body: unknown) => fetchNothing(`${base}${path}`, { method: 'POST', body })

export function rename(name: string): Promise<void> {
  return fetchNothing(base, { method: 'PATCH', body: { name } })
}

/** Throws ApiError `field_invalid`, as the others do that ask for the password. */
export function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<void> {
  return post('/password', passwords)
}

export function setUpSecondStep(password: string): Promise<SecondStepSetUp> {
  return fetchJson(withTimes<SecondStepSetUp>({}), `${base}/second-step`, { method: 'POST', body: { password } })
}

export function turnOnSecondStep(code: string): Promise<RecoveryCodes> {
  return fetchJson(withTimes<RecoveryCodes>({}), `${base}/second-step`, { method: 'PUT', body: { code } })
}

export function renewRecoveryCodes(password: string): Promise<RecoveryCodes> {
  return fetchJson(withTimes<RecoveryCodes>({}), `${base}/second-step/recovery-codes`, {
    method: 'POST',
    body: { password },
  })
}

export function turnOffSecondStep(password: string): Promise<void> {
  return post('/second-step/removal', { password })
}

/** Has this browser make a passkey, and keeps it. Throws what the browser says where nobody touched the sensor. */
export async function addPasskey(name: string, password: string): Promise<void> {
  const options = withTimes<PublicKeyCredentialCreationOptionsJSON>({})
  const asked = { method: 'POST', body: { password } } as const
  const optionsJSON = await fetchJson(options, `${base}/passkeys/options`, asked)
  const { startRegistration } = await import('@simplewebauthn/browser')
  await post('/passkeys', { name, credential: await startRegistration({ optionsJSON }) })
}

/** Removes all passkeys, also those that this page does not know of. */
export function removePasskeys(): Promise<void> {
  return fetchNothing(`${base}/passkeys`, { method: 'DELETE' })
}

export function removePasskey(passkeyId: string): Promise<void> {
  return fetchNothing(`${base}/passkeys/${encodeURIComponent(passkeyId)}`, { method: 'DELETE' })
}

export function endSession(sessionId: string): Promise<void> {
  return fetchNothing(`${base}/sessions/${encodeURIComponent(sessionId)}`, { method: 'DELETE' })
}

export function endOtherSessions(): Promise<void> {
  return fetchNothing(`${base}/sessions`, { method: 'DELETE' })
}
