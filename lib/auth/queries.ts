import type * as z from 'zod'
import type { Credentials, StaffAccount } from '@/lib/auth/schema'
import { ApiError, fetchJson, fetchNothing } from '@/lib/http/client'
import { withTimes } from '@/lib/http/wire'

const sessionAddress = '/api/staff/session'

// Behind very many others, from wherever those come: a server says within some seconds that it has too much to do.
const longestTryMs = 60_000
const mostTries = 8

/** The seconds after which a server that has too much to do is asked again; null where it has said anything else. */
const busyFor = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'unavailable' ? (error.afterSeconds ?? null) : null

// Whoever calls it off hears of that at once.
const after = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/**
 * Signs this browser in; while the server has too much to do, it comes again by itself as it is told to. Throws ApiError
 * `sign_in_failed`, and why it was called off by `signal`.
 */
export async function signIn(credentials: z.input<typeof Credentials>, signal: AbortSignal): Promise<StaffAccount> {
  const ask = { method: 'POST', body: credentials, timeoutMs: longestTryMs, signal } as const
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetchJson(withTimes<StaffAccount>({}), sessionAddress, ask)
    } catch (error) {
      const seconds = busyFor(error)
      if (seconds === null || tries === mostTries) throw error
      await after(seconds, signal)
    }
  }
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
