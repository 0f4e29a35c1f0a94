import { sql } from '@/lib/db'
import { createStore } from '@/prisma/factories/project'

/** Makes a week in which two stores of a project had customers. */
export async function makeWaits(projectId: string): Promise<void> {
  await createStore(projectId, { destinationId: 'quick', name: 'Harbour Street' })
  await createStore(projectId, { destinationId: 'slow', name: 'Mill Lane' })
  // 40 orders a store, one a half-hour: quick ones wait 60 s, slow ones 400 s, one of those 1,900 s. Every tenth unannounced.
  await sql(
    'make-waits',
    `with made as (
       insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, customer_name,
                           is_acknowledged, on_the_way_at, arrived_at, acknowledged_at, closed_at, closed_by, created_at,
                           last_update_time, last_transition_time)
       select $1, gen_random_uuid(), s, s || '-' || i, 't', 'Completed', 'Done', 'Priya N.', true,
              a - case when i % 10 = 5 then interval '9 s' else interval '9 min' end, a, a + w / 4, a + w, 'Ada Mensah',
              a - interval '1 hour', a + w, a + w
       from unnest(array['quick', 'slow']) s, generate_series(1, 40) i
       cross join lateral (select timestamptz '2026-03-02T09:00Z' + i * interval '30 min' as a) t
       cross join lateral (
         select case when s = 'quick' then 60 when i = 7 then 1900 else 400 end * interval '1 s' as w) l
       returning *
     )
     insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor,
                              actor_name, recorded_at)
     select project_id, destination_id, service_id, 'fulfilled', status, section, version, 'staff', closed_by, closed_at
     from made`,
    [projectId],
  )
}
