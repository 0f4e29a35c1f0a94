import { findMembership, type StaffCaller } from '@/lib/auth/model'
import { leastDigits, type NamedByPin } from '@/lib/pins/model'

/** Who acts, as they were when it was decided that they may: a person in a session of theirs, or a store's paired tablet. */
export type ActsAs =
  | { tabletId: string; pin?: NamedByPin }
  | { sessionId: string; role: string; destinationIds: string[] | null }

export function actsAs(caller: StaffCaller, projectId: string, pin?: NamedByPin): ActsAs {
  if (caller.tablet) return { tabletId: caller.tablet.tabletId, ...(pin && { pin }) }
  const { role = '', destinationIds = null } = findMembership(caller, projectId) ?? {}
  return { sessionId: caller.sessionId, role, destinationIds }
}

const stores = (column: string) => `case jsonb_typeof(${column}) when 'array' then ${column} end`

// In whichever order they are named.
const isSame = (one: string, other: string) =>
  `coalesce(${one} @> ${other} and ${other} @> ${one}, ${one} is null and ${other} is null)`

const pinOf = (as: string) => `p.project_id = t.project_id and p.person_id = ${as}::jsonb -> 'pin' ->> 'personId'
      and p.set_at = (${as}::jsonb -> 'pin' ->> 'setAt')::timestamptz`
const reaches = (column: string) => `(${stores(column)} is null or ${column} ? t.destination_id)`

// Whom a PIN has named, too: while it is the same PIN, taken in that store and as long as it has to be (lib/pins/data.ts).
const named = {
  nobody: () => ({ from: 'tablet t', where: 'true', held: '' }),
  member: (as: string) => ({
    from: `tablet t join staff_pin p on p.has_account and ${pinOf(as)}
      join membership m on m.project_id = p.project_id and m.user_id = p.person_id`,
    where: `${reaches('m.destination_ids')} and (${as}::jsonb -> 'pin' ->> 'digits')::int
      >= case when m.role = 'staff' then ${leastDigits('staff')} else ${leastDigits('manager')} end`,
    held: 'for share of m for share of p',
  }),
  other: (as: string) => ({
    from: `tablet t join staff_pin p on not p.has_account and ${pinOf(as)}`,
    where: reaches('p.destination_ids'),
    held: 'for share of p',
  }),
}

function namedBy({ pin }: { pin?: NamedByPin }): keyof typeof named {
  if (!pin) return 'nobody'
  return pin.hasAccount ? 'member' : 'other'
}

// Held until the action is done: who is taken out, or loses a tablet, is so before it or behind it. The membership before the
// PIN and the session, as whoever takes somebody out has them: so neither waits for the other in a circle.
function tablet(as: string, by: keyof typeof named): string {
  const { from, where, held } = named[by](as)
  return `${from} where t.project_id = b.project_id and t.tablet_id = (${as}::jsonb ->> 'tabletId')::uuid
    and t.destination_id = b.destination_id and t.revoked_at is null and ${where}
  for share of t ${held}`
}

const person = (as: string, now: string) => `staff_session s join membership m on m.user_id = s.user_id
    where s.id = ${as}::jsonb ->> 'sessionId' and s.expires_at > ${now}::timestamptz and m.project_id = b.project_id
      and m.role::text = ${as}::jsonb ->> 'role'
      and ${isSame(stores('m.destination_ids'), stores(`(${as}::jsonb -> 'destinationIds')`))}
  for share of m for key share of s`

/**
 * A query of the order's project where who acts is still what they were; behind `b`, which has locked the order: whoever waited
 * for that is looked at as they are by then, for what it locks it reads anew. `as`, `now`: parameters, the first one JSON of
 * ActsAs. By primary keys.
 */
export const stillActing = (who: ActsAs, { as, now }: { as: string; now: string }) =>
  `select b.project_id from b, ${'tabletId' in who ? tablet(as, namedBy(who)) : person(as, now)}`

/** What the statement of somebody is called by: it differs with how they act. */
export const actingAs = (who: ActsAs): string => ('tabletId' in who ? `tablet-${namedBy(who)}` : 'staff')
