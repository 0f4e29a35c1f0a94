import { sql } from '@/lib/db'

/** As long as ids are that name a place, a chain and a number. */
const idOf = (n: string) => `lpad(${n}::text, 60, 'store-')`

/** The first of the stores that everybody here has. */
export const storeIds = (many: number) =>
  Array.from({ length: many }, (_, at) => 'store-'.repeat(10).slice(0, 60 - String(at + 1).length) + (at + 1))

const thousand = `(select jsonb_agg(${idOf('s')} order by s) from generate_series(1, 1000) s)`

/** So many people without an account who have a PIN in a thousand stores each: "Person 001" and so on. */
export async function addPinPeople(projectId: string, many: number): Promise<void> {
  await sql(
    'add-pin-people',
    `insert into staff_pin (project_id, person_id, has_account, name, destination_ids, digest, set_at)
     select $1, gen_random_uuid(), false, 'Person ' || lpad(n::text, 3, '0'), ${thousand},
       sha256(gen_random_uuid()::text::bytea), now()
     from generate_series(1, $2::int) n`,
    [projectId, many],
  )
}

/** So many who are asked to join, to work in a thousand stores each, by one person: the newest first. */
export async function addInvitations(projectId: string, many: number, invitedBy = 'x'): Promise<void> {
  await sql(
    'add-invitations',
    `insert into invitation (project_id, invitation_id, email, role, destination_ids, digest, invited_by, invited_by_name, created_at,
       expires_at)
     select $1, gen_random_uuid(), 'person' || lpad(n::text, 3, '0') || '@shop.example', 'staff', ${thousand}, '', $3, 'X',
       now() - n / 3 * interval '1 minute', now() + interval '1 day'
     from generate_series(1, $2::int) n`,
    [projectId, many, invitedBy],
  )
}

/** So many people who work in a thousand stores each, three of a name. */
export async function addPeople(projectId: string, many: number): Promise<void> {
  await sql(
    'add-people',
    `with made as (
       insert into staff_user (id, name, email, email_verified, created_at, updated_at)
       select $1 || '-' || n, 'Person ' || lpad((n / 3)::text, 3, '0'), $1 || '-' || n || '@shop.example', true, now(), now()
       from generate_series(1, $2::int) n
     )
     insert into membership (project_id, user_id, role, destination_ids, created_at)
     select $1::uuid, $1 || '-' || n, 'staff', ${thousand}, now() from generate_series(1, $2::int) n`,
    [projectId, many],
  )
}
