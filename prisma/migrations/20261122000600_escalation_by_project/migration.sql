-- Escalates what rings in these projects and must be told elsewhere, and answers who rings, by store. Two reasons:
--   noBoard          no board of the store has been connected for 15 s, nor since the arrival
--   notAcknowledged  nobody has acknowledged within what the store has set
-- The first is found by a caller that has looked for long enough to know (`p_is_steady`), and when the words of presence are
-- 20 s old or more: neither an outage nor a crash of the database makes boards be missed. What was found before still holds.
-- Each is written once, with a row in the order's timeline, whichever server comes first; `escalated` is those of them
-- that hold now. By the database's clock. What has rung for half a day is no car at the kerb, and calls nobody.
-- Of a project 200 are written at a time, those first that have waited longest: however many ring, each look ends in time.
-- Relies on orders_ringing.
create or replace function escalate_ringing(p_projects uuid[], p_within integer, p_is_steady boolean)
returns table (
  project_id uuid, destination_id text, name text, ringing integer, since timestamptz,
  escalated integer, escalated_since timestamptz, reason text, waiting jsonb
)
language sql as $$
  with begun as (
    insert into board_presence (project_id, destination_id, seen_at)
    values ('00000000-0000-0000-0000-000000000000', '', clock_timestamp())
    on conflict do nothing
  ), known as materialized (
    select p_is_steady and exists (
      select from board_presence b
      where b.project_id = '00000000-0000-0000-0000-000000000000' and b.destination_id = ''
        and b.seen_at < clock_timestamp() - interval '20 seconds') as is_known
  ), ringing as materialized (
    select o.project_id, o.destination_id, o.service_id, o.order_id, o.customer_name, o.status, o.section, o.version,
           s.name, coalesce(o.arrived_at, o.created_at) as since,
           w.within, greatest(b.seen_at, o.last_transition_time) < clock_timestamp() - interval '15 seconds'
             and (k.is_known or exists (
               select from escalation e
               where e.project_id = o.project_id and e.service_id = o.service_id and e.reason = 'noBoard')) as is_alone,
           o.last_transition_time < clock_timestamp() - w.within * interval '1 second' as is_late
    from orders o
    join store s on s.project_id = o.project_id and s.destination_id = o.destination_id
    join project p on p.project_id = o.project_id
    left join board_presence b on b.project_id = o.project_id and b.destination_id = o.destination_id
    cross join known k
    cross join lateral (
      select coalesce((s.settings ->> 'acknowledgeWithinSeconds')::int,
                      (p.settings ->> 'acknowledgeWithinSeconds')::int, p_within) as within
    ) w
    where o.project_id = any (p_projects) and o.section = 'Arrived' and not o.is_acknowledged
      and o.last_transition_time > clock_timestamp() - interval '12 hours'
  ), due as materialized (
    select d.* from (
      select r.*, d.reason, row_number() over (partition by r.project_id order by r.since, r.service_id, d.reason) as turn
      from ringing r
      cross join lateral (values ('noBoard', r.is_alone), ('notAcknowledged', r.is_late)) as d (reason, holds)
      where d.holds and not exists (
        select from escalation e
        where e.project_id = r.project_id and e.service_id = r.service_id and e.reason = d.reason)
    ) d
    where d.turn <= 200
  ), escalated as (
    insert into escalation (project_id, service_id, reason, destination_id, escalated_at)
    select d.project_id, d.service_id, d.reason, d.destination_id, clock_timestamp()
    from due d
    order by d.project_id, d.service_id, d.reason
    on conflict do nothing
    returning project_id, service_id, reason
  ), told as (
    insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor,
                             details, recorded_at)
    select d.project_id, d.destination_id, d.service_id, 'escalated', d.status, d.section, d.version, 'system',
           jsonb_build_object('reason', case when d.reason = 'noBoard' then d.reason else d.reason || ':' || d.within end),
           clock_timestamp()
    from due d
    where (d.project_id, d.service_id, d.reason) in (select e.project_id, e.service_id, e.reason from escalated e)
  )
  select r.project_id, r.destination_id, min(r.name), count(*)::int, min(r.since),
         count(*) filter (where r.is_alone or r.is_late)::int,
         min(r.since) filter (where r.is_alone or r.is_late),
         case when bool_or(r.is_alone) then 'noBoard' when bool_or(r.is_late) then 'notAcknowledged' end,
         coalesce(to_jsonb((array_agg(jsonb_build_object('serviceId', r.service_id, 'orderId', r.order_id,
                                                         'customerName', r.customer_name) order by r.since, r.service_id)
                            filter (where r.is_alone or r.is_late))[1:3]), '[]')
  from ringing r
  group by r.project_id, r.destination_id
  order by r.project_id, 5, r.destination_id
$$;
