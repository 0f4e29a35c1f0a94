import { findMembership, type StaffCaller } from '@/lib/auth/model'

/** Who acts, as they were when it was decided that they may: a person in a session of theirs, or a store's paired tablet. */
export type ActsAs = { tabletId: string } | { sessionId: string; role: string; destinationIds: string[] | null }

export function actsAs(caller: StaffCaller, projectId: string): ActsAs {
  if (caller.tablet) return { tabletId: caller.tablet.tabletId }
  const { role = '', destinationIds = null } = findMembership(caller, projectId) ?? {}
  return { sessionId: caller.sessionId, role, destinationIds }
}

const stores = (column: string) => `case jsonb_typeof(${column}) when 'array' then ${column} end`

// In whichever order they are named.
const isSame = (one: string, other: string) =>
  `coalesce(${one} @> ${other} and ${other} @> ${one}, ${one} is null and ${other} is null)`

// Held until the action is done: who is taken out, or loses a tablet, is so before it or behind it. The membership before the
// session, as whoever takes somebody out has them: so neither waits for the other in a circle.
const tablet = (
  as: string,
) => `tablet t where t.project_id = b.project_id and t.tablet_id = (${as}::jsonb ->> 'tabletId')::uuid
    and t.destination_id = b.destination_id and t.revoked_at is null
  for share of t`

const person = (as: string, now: string) => `staff_session s join membership m on m.user_id = s.user_id
    where s.id = ${as}::jsonb ->> 'sessionId' and s.expires_at > ${now}::timestamptz and m.project_id = b.project_id
      and m.role::text = ${as}::jsonb ->> 'role'
      and ${isSame(stores('m.destination_ids'), stores(`(${as}::jsonb -> 'destinationIds')`))}
  for share of m for key share of s`

/**
 * A query of the order's project where who acts is still what they were; behind `b`, which has locked the order: whoever waited
 * for that is looked at as they are by then, for what it locks it reads anew. `as`, `now`: parameters, the first one JSON of
 * ActsAs. The statement of a tablet has another name. By primary keys.
 */
export const stillActing = (who: ActsAs, { as, now }: { as: string; now: string }) =>
  `select b.project_id from b, ${'tabletId' in who ? tablet(as) : person(as, now)}`
