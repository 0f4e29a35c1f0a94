// Of each statement $1 is the project; of a list $2 the stores of whoever asks (null: all), $3 the words, $4 how many.

const hasStore = (row: string, which: string) => `exists (
      select from jsonb_array_elements_text(
        case jsonb_typeof(${row}.destination_ids) when 'array' then ${row}.destination_ids else '[]' end
      ) as given (id)
      where ${which}
    )`

// Looked up in a set that is made once. A set that is joined, which `is true` forbids, is gone through for each row where the
// planner takes it for small: 12,000 people's stores times 15,000.
const isIn = (id: string, set: string) => `(${id} in (${set})) is true`
const isKnown = (id: string) => isIn(id, 'select unnest($2::text[])')

// As isInSight (lib/people/model.ts). All stores are a column without a value, or with JSON's null.
const inSight = (row: string) => `(${row}.destination_ids is null or jsonb_typeof(${row}.destination_ids) <> 'array'
    or case when $2::text[] is null then ${row}.destination_ids <> '[]' else ${hasStore(row, isKnown('given.id'))} end)`

// By a store that whoever asks knows of alone: who else is found by it would tell that they are there.
const soughtStores = `select s.destination_id from store s
        where s.project_id = $1 and ($2::text[] is null or ${isKnown('s.destination_id')})
          and strpos(lower(s.name || ' ' || s.destination_id), lower($3)) > 0`
const ofSoughtStore = (row: string) => hasStore(row, isIn('given.id', soughtStores))

const isCalled = (text: string) => `strpos(lower(${text}), lower($3)) > 0`

const mostLetters = 200_000

/** A person has a thousand stores at most: of rows that name very many so many are listed as name so much, and one at least. */
export const withinLetters = (rows: string, order: string) => `select * from (
    select r.*, count(*) over () as of_all,
      sum(length(r.destination_ids::text)) over (order by ${order} rows between unbounded preceding and 1 preceding) as before
    from (${rows}) r
  ) r
  where coalesce(before, 0) < ${mostLetters}`

// Seen is who used a session or signed in or out, whichever was last. Relies on staff_session_of_user and
// audit_entry_of_subject.
const shownOf = (
  persons: string,
) => `select m.user_id, m.name, m.email, m.role, m.destination_ids, m.created_at, m.of_all,
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
export const personStatement = shownOf(`select p.*, 1 as of_all from (${persons} and m.user_id = $2) p`)

/** People by name. What is shown of each is read for those alone that are listed. */
export const personsStatement = shownOf(
  withinLetters(
    `${persons} and ${inSight('m')}
    and ($3 = '' or ${isCalled(`u.name || ' ' || u.email`)} or ${ofSoughtStore('m')})
  order by lower(u.name), u.email
  limit $4`,
    'lower(r.name), r.email',
  ),
)

/** Invitations that were neither accepted nor withdrawn, newest first. */
export const invitationsStatement = `${withinLetters(
  `select i.invitation_id, i.email, i.role, i.destination_ids, i.invited_by,
    i.invited_by_name, i.created_at, i.expires_at
  from invitation i
  where i.project_id = $1 and i.accepted_at is null and i.withdrawn_at is null and ${inSight('i')}
    and ($3 = '' or ${isCalled('i.email')} or ${ofSoughtStore('i')})
  order by i.created_at desc, i.invitation_id
  limit $4`,
  'r.created_at desc, r.invitation_id',
)}
  order by created_at desc, invitation_id`
