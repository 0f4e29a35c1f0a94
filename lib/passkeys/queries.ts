import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { fetchJson, fetchNothing } from '@/lib/http/client'
import { withTimes } from '@/lib/http/wire'

/** Signs this browser in by a passkey. Throws ApiError `sign_in_failed`, or what the browser says where none was shown. */
export async function signInByPasskey(): Promise<void> {
  const address = '/api/staff/session/passkey'
  const options = withTimes<PublicKeyCredentialRequestOptionsJSON>({})
  const optionsJSON = await fetchJson(options, `${address}/options`, { method: 'POST' })
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const credential = await startAuthentication({ optionsJSON })
  await fetchNothing(address, { method: 'POST', body: { credential } })
}
