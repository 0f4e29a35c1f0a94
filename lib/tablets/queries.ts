import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { fetchJson, fetchNothing } from '@/lib/http/client'
import { listOf, membersOf, type Reader, withTimes } from '@/lib/http/wire'
import type { NewTablet, PairedTablet, PairingStart, Tablet, Tablets, WaitingTablet } from '@/lib/tablets/schema'

const address = '/api/staff/tablets'
const pairing = `${address}/pairing`
const addressOf = (projectId: string, tabletId: string) =>
  `${address}/${tabletId}?${new URLSearchParams({ projectId })}`

const tabletReader = withTimes<Tablet>({ pairedAt: true, lastSeenAt: true })
const tabletsReader: Reader<Tablets> = {
  parse(json) {
    const told = membersOf(json)
    return { tablets: listOf(tabletReader).parse(told.tablets), hasMore: told.hasMore === true }
  },
}
const waitingReader = withTimes<WaitingTablet>({ requestedAt: true, expiresAt: true })

/** All that is read of a project's tablets, whatever is searched for. */
export const tabletsKey = (projectId: string) => ['tablets', projectId] as const

/**
 * The tablets of whoever is signed in, in a project, or those with these words in them. Somebody may just be pairing one, so
 * they are looked at again.
 */
export const tabletsQuery = (projectId: string, search = '') =>
  queryOptions({
    queryKey: [...tabletsKey(projectId), search] as const,
    queryFn: ({ signal }) => {
      const asked = new URLSearchParams({ projectId, ...(search && { search }) })
      return fetchJson(tabletsReader, `${address}?${asked}`, { signal })
    },
    refetchInterval: 10_000,
  })

/** What waits under a code. Throws ApiError `pairing_not_found`, `too_many_requests`. */
export function lookAtWaiting(projectId: string, userCode: string): Promise<WaitingTablet> {
  return fetchJson(waitingReader, pairing, { method: 'POST', body: { projectId, userCode } })
}

/** Sends it away. Throws ApiError `pairing_not_found`. */
export function denyTablet(projectId: string, userCode: string): Promise<void> {
  return fetchNothing(`${pairing}?${new URLSearchParams({ projectId, userCode })}`, { method: 'DELETE' })
}

/** Admits it. Throws ApiError `pairing_not_found`, `store_not_found`. */
export function pairTablet(body: z.input<typeof NewTablet>): Promise<Tablet> {
  return fetchJson(tabletReader, address, { method: 'POST', body })
}

/** Throws ApiError `tablet_not_found`. */
export function renameTablet(projectId: string, tabletId: string, name: string): Promise<Tablet> {
  return fetchJson(tabletReader, addressOf(projectId, tabletId), { method: 'PATCH', body: { name } })
}

/** Throws ApiError `tablet_not_found`. */
export function revokeTablet(projectId: string, tabletId: string): Promise<void> {
  return fetchNothing(addressOf(projectId, tabletId), { method: 'DELETE' })
}

/** This device asks to be admitted: the code to show. Throws ApiError `too_many_requests`. */
export function beginPairing(signal: AbortSignal): Promise<PairingStart> {
  return fetchJson(withTimes<PairingStart>({}), '/api/pair', { method: 'POST', signal })
}

/** Asks whether it was. Throws ApiError with a word of RFC 8628: `authorization_pending`, `slow_down`, … */
export function fetchCredential(deviceCode: string, signal: AbortSignal): Promise<PairedTablet> {
  const ask = { method: 'POST', body: { device_code: deviceCode }, signal } as const
  return fetchJson(withTimes<PairedTablet>({}), '/api/pair/token', ask)
}
