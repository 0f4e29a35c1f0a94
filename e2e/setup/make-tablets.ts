import { sql } from '@/lib/db'
import { createStore } from '@/prisma/factories/project'

/** Makes more tablets of a store, and people with a PIN alone, than a list holds. */
export async function makeTablets(projectId: string): Promise<void> {
  const { destinationId } = await createStore(projectId, { destinationId: 'quay', name: 'Quayside' })
  await sql(
    'make-tablets',
    `with people as (
       insert into staff_pin (project_id, person_id, has_account, name, digest, set_at)
       select $1, gen_random_uuid(), false, 'Person ' || lpad(n::text, 3, '0'), sha256(n::text::bytea), now()
       from generate_series(1, 250) n
     )
     insert into tablet (project_id, tablet_id, destination_id, name, device, paired_by, paired_by_name, paired_at)
     select $1, gen_random_uuid(), $2, 'Counter ' || lpad(n::text, 3, '0'), 'Chrome · Android', 'x', 'Ada Mensah', now()
     from generate_series(1, 250) n`,
    [projectId, destinationId],
  )
}
