import type * as z from 'zod'
import type { Credentials, StaffAccount } from '@/lib/auth/schema'
import { ApiError, fetchJson, fetchNothing } from '@/lib/http/client'
import { withTimes } from '@/lib/http/wire'

const sessionAddress = '/api/staff/session'

/** Signs this browser in. Throws ApiError `sign_in_failed`, and why it was called off by `signal`. */
export function signIn(
  credentials: z.input<typeof Credentials>,
  ask: { signal: AbortSignal; timeoutMs: number },
): Promise<StaffAccount> {
  return fetchJson(withTimes<StaffAccount>({}), sessionAddress, { method: 'POST', body: credentials, ...ask })
}

/** Who this browser is by now. Throws ApiError `credential_missing`. */
export function readSession(): Promise<StaffAccount> {
  return fetchJson(withTimes<StaffAccount>({}), sessionAddress)
}

// It has ended elsewhere meanwhile: a paired tablet is asked for a person.
const isSignedOut = (error: unknown) =>
  error instanceof ApiError &&
  ['credential_missing', 'credential_invalid', 'right_missing'].includes(error.problem.code)

/** Ends this browser's session; what its tab keeps for a person, such as whom they searched a board for, goes with it. */
export async function signOut(): Promise<void> {
  try {
    await fetchNothing(sessionAddress, { method: 'DELETE' })
  } catch (error) {
    if (!isSignedOut(error)) throw error
  }
  sessionStorage.clear()
}
