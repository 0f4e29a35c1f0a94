import type * as z from 'zod'
import type { Credentials, StaffAccount } from '@/lib/auth/schema'
import { fetchJson, fetchNothing } from '@/lib/http/client'
import { withTimes } from '@/lib/http/wire'

const sessionAddress = '/api/staff/session'

/** Signs this browser in. Throws ApiError `sign_in_failed`. */
export function signIn(credentials: z.input<typeof Credentials>): Promise<StaffAccount> {
  return fetchJson(withTimes<StaffAccount>({}), sessionAddress, { method: 'POST', body: credentials })
}

/** Ends this browser's session; what its tab keeps for a person, such as whom they searched a board for, goes with it. */
export async function signOut(): Promise<void> {
  await fetchNothing(sessionAddress, { method: 'DELETE' })
  sessionStorage.clear()
}
