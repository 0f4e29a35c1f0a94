import { fetchNothing } from '@/lib/http/client'
import type { Join } from '@/lib/invitations/schema'

/** Throws ApiError `link_invalid`, `field_invalid`, `sign_in_failed`, `second_step_required`, `second_step_failed`. */
export function joinProject(join: Join): Promise<void> {
  return fetchNothing('/api/staff/join', { method: 'POST', body: join })
}
