import { isIn, isKnown, storesIn, toldStores } from '@/lib/lists/stores-statement'

// Of each statement $1 is the project; of a list $2 the stores of whoever asks (null: all), $3 the words, $4 how many,
// $5 and $6 (null: from the beginning) where the last of those before them stands in its order.

const hasStore = (row: string, which: string) =>
  `exists (select from ${storesIn(`${row}.destination_ids`)} where ${which})`

// As isInSight (lib/people/model.ts). All stores are a column without a value, or with JSON's null.
const inSight = (row: string) => `case when $2::text[] is null then ${row}.destination_ids is distinct from '[]'::jsonb
    else ${row}.destination_ids is null or jsonb_typeof(${row}.destination_ids) <> 'array' or ${hasStore(row, isKnown('given.id'))} end`

// By a store that whoever asks knows of alone: who else is found by it would tell that they are there.
const soughtStores = `select s.destination_id from store s
        where s.project_id = $1 and ($2::text[] is null or ${isKnown('s.destination_id')})
          and strpos(lower(s.name || ' ' || s.destination_id), lower($3)) > 0`
const ofSoughtStore = (row: string) => hasStore(row, isIn('given.id', soughtStores))

const isCalled = (text: string) => `strpos(lower(${text}), lower($3)) > 0`

// Seen is who used a session or signed in or out, whichever was last. Relies on staff_session_of_user and
// audit_entry_of_subject.
const shownOf = (
  persons: string,
  stores: string,
) => `select m.user_id, m.name, m.email, m.role, m.created_at, ${stores},
    greatest(
      (select max(s.updated_at) from staff_session s where s.user_id = m.user_id),
      (select max(a.at) from audit_entry a
       where a.project_id = m.project_id and a.subject_kind = 'account' and a.subject_id = m.user_id
         and a.actor_id = m.user_id)
    ) as last_seen_at,
    exists (
      select from staff_second_step t where t.user_id = m.user_id and t.confirmed_at is not null
    ) as has_second_step
  from (${persons}) m
  order by lower(m.name), m.email`

const persons = `select m.project_id, m.user_id, u.name, u.email, m.role, m.destination_ids, m.created_at
  from membership m join staff_user u on u.id = m.user_id
  where m.project_id = $1`

/** One person ($2: their id). */
export const personStatement = shownOf(`${persons} and m.user_id = $2`, 'm.destination_ids')

/** People by name. What is shown of each is read for those alone that are listed. */
export const personsStatement = shownOf(
  `${persons} and ${inSight('m')}
    and ($3 = '' or ${isCalled(`u.name || ' ' || u.email`)} or ${ofSoughtStore('m')})
    and ($5::text is null or (lower(u.name), u.email) > (lower($5), $6::text))
  order by lower(u.name), u.email
  limit $4`,
  toldStores('m.destination_ids'),
)

/** Invitations that were neither accepted nor withdrawn, newest first. */
export const invitationsStatement = `select i.invitation_id, i.email, i.role, i.invited_by_name, i.created_at,
    i.expires_at, ${toldStores('i.destination_ids')}
  from (
    select i.* from invitation i
    where i.project_id = $1 and i.accepted_at is null and i.withdrawn_at is null and ${inSight('i')}
      and ($3 = '' or ${isCalled('i.email')} or ${ofSoughtStore('i')})
      and ($5::timestamptz is null or (i.created_at, i.invitation_id) < ($5, $6::uuid))
    order by i.created_at desc, i.invitation_id desc
    limit $4
  ) i
  order by i.created_at desc, i.invitation_id desc`
