-- Who rings and who is to be escalated is read store by store, as far as one look can tell: however many ring at one store,
-- the others of the project are looked at in time. What was escalated stands at the order, so that a look reads the others.

alter table orders
  add column is_escalated_no_board boolean not null default false,
  add column is_escalated_not_acknowledged boolean not null default false;

-- What has rung for half a day calls nobody.
update orders o
  set is_escalated_no_board = e.no_board, is_escalated_not_acknowledged = e.not_acknowledged
  from (
    select project_id, service_id, bool_or(reason = 'noBoard') as no_board,
           bool_or(reason = 'notAcknowledged') as not_acknowledged
    from escalation
    where escalated_at > now() - interval '1 day'
    group by project_id, service_id
  ) e
  where o.project_id = e.project_id and o.service_id = e.service_id;

drop function escalate_ringing(uuid[], integer, boolean);
drop table escalation;

-- Of the same order, so that with whatever PostgreSQL knows of these it takes none that has to be sorted.
drop index orders_active;
create index orders_active on orders (project_id, destination_id, last_transition_time) where section in ('OnTheWay', 'Arrived');
drop index orders_ringing;
create index orders_ringing on orders (project_id, destination_id, last_transition_time)
  where section = 'Arrived' and not is_acknowledged;
create index orders_not_escalated_no_board on orders (project_id, destination_id, last_transition_time)
  where section = 'Arrived' and not is_acknowledged and not is_escalated_no_board;
create index orders_not_escalated_not_acknowledged on orders (project_id, destination_id, last_transition_time)
  where section = 'Arrived' and not is_acknowledged and not is_escalated_not_acknowledged;

-- Escalates what rings in these projects and must be told elsewhere, and answers who rings, by store. Two reasons:
--   noBoard          no board of the store has been connected for 15 s, nor since the arrival
--   notAcknowledged  nobody has acknowledged within what the store has set
-- The first is found by a caller that has looked for long enough to know (`p_is_steady`), and when the words of presence are
-- 20 s old or more: neither an outage nor a crash of the database makes boards be missed. What was found before still holds.
-- Each is written once, with a row in the order's timeline, whichever server comes first; `escalated` is those of them
-- that hold now. By the database's clock. What has rung for half a day is no car at the kerb, and calls nobody.
-- However many ring, each look ends in time:
--   of a store the longest waits are counted, `is_at_least` where there may be more
--   of a project 500 are written at a time, of each store first who is first to be told of, beside those that have been: a
--   store that has called for nobody comes before the next of one that rings and rings; `is_behind` where more may be due
-- Who is just being changed is left to the next look: nobody waits for us, nor do we for anybody.
-- Relies on orders_ringing, orders_not_escalated_no_board and orders_not_escalated_not_acknowledged.
create function escalate_ringing(p_projects uuid[], p_within integer, p_is_steady boolean)
returns table (
  project_id uuid, destination_id text, name text, ringing integer, since timestamptz,
  escalated integer, escalated_since timestamptz, reason text, waiting jsonb, is_at_least boolean, is_behind boolean
)
language sql as $$
  with recursive begun as (
    insert into board_presence (project_id, destination_id, seen_at)
    values ('00000000-0000-0000-0000-000000000000', '', clock_timestamp())
    on conflict do nothing
  ), clock as materialized (
    select c.now, p_is_steady and exists (
             select from board_presence b
             where b.project_id = '00000000-0000-0000-0000-000000000000' and b.destination_id = ''
               and b.seen_at < c.now - interval '20 seconds') as is_known
    from (select clock_timestamp() as now) c
  ), place as (
    -- From store to store: each is found by the index, however many ring there.
    select p.project_id, (
      select o.destination_id from orders o
      where o.project_id = p.project_id and o.section = 'Arrived' and not o.is_acknowledged
      order by o.destination_id limit 1) as destination_id
    from (select distinct unnest(p_projects) as project_id) p
    union all
    select p.project_id, (
      select o.destination_id from orders o
      where o.project_id = p.project_id and o.destination_id > p.destination_id
        and o.section = 'Arrived' and not o.is_acknowledged
      order by o.destination_id limit 1)
    from place p
    where p.destination_id is not null
  ), ringing_store as materialized (
    select s.project_id, s.destination_id, s.name, w.within,
           c.now - interval '12 hours' as oldest,
           case when coalesce(b.seen_at < c.now - interval '15 seconds', true)
             then c.now - interval '15 seconds' end as alone_before,
           c.is_known,
           c.now - w.within * interval '1 second' as late_before,
           greatest(5, least(100, 10000 / count(*) over ())) as most_counted,
           greatest(5, least(500, 10000 / count(*) over ())) as most_due
    from place
    join store s on s.project_id = place.project_id and s.destination_id = place.destination_id
    join project p on p.project_id = s.project_id
    left join board_presence b on b.project_id = s.project_id and b.destination_id = s.destination_id
    cross join clock c
    cross join lateral (
      select coalesce((s.settings ->> 'acknowledgeWithinSeconds')::int,
                      (p.settings ->> 'acknowledgeWithinSeconds')::int, p_within) as within
    ) w
  ), ringing as materialized (
    select s.*, r.*
    from ringing_store s
    cross join lateral (
      select count(*)::int as ringing, min(o.since) as since,
             count(*) filter (where o.is_alone or o.is_late)::int as escalated,
             min(o.since) filter (where o.is_alone or o.is_late) as escalated_since,
             case when bool_or(o.is_alone) then 'noBoard' when bool_or(o.is_late) then 'notAcknowledged' end as reason,
             (array_agg(jsonb_build_object('serviceId', o.service_id, 'orderId', o.order_id, 'customerName', o.customer_name)
                        order by o.since, o.service_id) filter (where o.is_alone or o.is_late))[1:3] as waiting,
             sum(o.is_escalated_no_board::int + o.is_escalated_not_acknowledged::int) as told
      from (
        select o.service_id, o.order_id, o.customer_name, o.is_escalated_no_board, o.is_escalated_not_acknowledged,
               coalesce(o.arrived_at, o.created_at) as since,
               coalesce(o.last_transition_time < s.alone_before, false)
                 and (s.is_known or o.is_escalated_no_board) as is_alone,
               o.last_transition_time < s.late_before as is_late
        from orders o
        where o.project_id = s.project_id and o.destination_id = s.destination_id
          and o.section = 'Arrived' and not o.is_acknowledged and o.last_transition_time > s.oldest
        order by o.last_transition_time
        limit s.most_counted
      ) o
    ) r
    where r.ringing > 0
  ), due as materialized (
    select d.*, row_number() over (
             partition by d.project_id order by d.told + d.turn, d.last_transition_time, d.service_id) as place
    from (
      select s.project_id, s.within, s.most_due, s.told, d.reason, d.service_id, d.last_transition_time,
             row_number() over (partition by s.project_id, s.destination_id order by d.last_transition_time) as turn
      from ringing s
      cross join lateral (
        (select 'noBoard' as reason, o.service_id, o.last_transition_time from orders o
         where o.project_id = s.project_id and o.destination_id = s.destination_id
           and o.section = 'Arrived' and not o.is_acknowledged and not o.is_escalated_no_board
           and s.is_known and o.last_transition_time > s.oldest and o.last_transition_time < s.alone_before
         order by o.last_transition_time
         limit s.most_due)
        union all
        (select 'notAcknowledged', o.service_id, o.last_transition_time from orders o
         where o.project_id = s.project_id and o.destination_id = s.destination_id
           and o.section = 'Arrived' and not o.is_acknowledged and not o.is_escalated_not_acknowledged
           and o.last_transition_time > s.oldest and o.last_transition_time < s.late_before
         order by o.last_transition_time
         limit s.most_due)
      ) d
    ) d
  ), taken as materialized (
    select o.project_id, o.service_id, d.within,
           d.is_alone and not o.is_escalated_no_board as is_alone,
           d.is_late and not o.is_escalated_not_acknowledged as is_late
    from (
      select d.project_id, d.service_id, d.within,
             bool_or(d.reason = 'noBoard') as is_alone, bool_or(d.reason = 'notAcknowledged') as is_late
      from due d
      where d.place <= 500
      group by d.project_id, d.service_id, d.within
    ) d
    -- By its key alone: an index of those that ring would have all of them read for it.
    cross join lateral (
      select o.* from orders o
      where o.project_id = d.project_id and o.service_id = d.service_id
      limit 1
      for no key update skip locked
    ) o
    where o.section = 'Arrived' and not o.is_acknowledged
  ), escalated as (
    update orders o
    set is_escalated_no_board = o.is_escalated_no_board or t.is_alone,
        is_escalated_not_acknowledged = o.is_escalated_not_acknowledged or t.is_late
    from taken t
    where o.project_id = t.project_id and o.service_id = t.service_id and (t.is_alone or t.is_late)
    returning o.project_id, o.destination_id, o.service_id, o.status, o.section, o.version, t.within, t.is_alone, t.is_late
  ), told as (
    insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor,
                             details, recorded_at)
    select e.project_id, e.destination_id, e.service_id, 'escalated', e.status, e.section, e.version, 'system',
           jsonb_build_object('reason', d.reason), clock_timestamp()
    from escalated e
    cross join lateral (values ('noBoard', e.is_alone), ('notAcknowledged:' || e.within, e.is_late)) as d (reason, holds)
    where d.holds
  ), behind as materialized (
    select distinct d.project_id from due d where d.place > 500 or d.turn >= d.most_due
  )
  select r.project_id, r.destination_id, r.name, r.ringing, r.since, r.escalated, r.escalated_since, r.reason,
         coalesce(to_jsonb(r.waiting), '[]'), r.ringing >= r.most_counted,
         r.project_id in (select b.project_id from behind b)
  from ringing r
  order by r.project_id, r.since, r.destination_id
$$;
