import { fetchNothing } from '@/lib/http/client'

export function requestReset(email: string): Promise<void> {
  return fetchNothing('/api/staff/reset/request', { method: 'POST', body: { email } })
}

/** Throws ApiError `link_invalid`, `field_invalid`. */
export function resetPassword(token: string, password: string): Promise<void> {
  return fetchNothing('/api/staff/reset', { method: 'POST', body: { token, password } })
}
