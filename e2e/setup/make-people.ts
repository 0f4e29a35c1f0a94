import { sql } from '@/lib/db'

/** Makes 250 people who are staff of a project, called Person 001 and so on. */
export async function makePeople(projectId: string): Promise<void> {
  await sql(
    'make-people',
    `with made as (
       insert into staff_user (id, name, email, email_verified, created_at, updated_at)
       select gen_random_uuid(), 'Person ' || lpad(n::text, 3, '0'), 'p' || n || '-' || $1::text || '@shop.example', true,
              now(), now()
       from generate_series(1, 250) n
       returning id
     )
     insert into membership (project_id, user_id, role, created_at)
     select $1::uuid, id, 'staff', now() from made`,
    [projectId],
  )
}
