-- Sums of all sources together (source null), beside those of each: a chart of everything reads a third as much. The two
-- functions are those of 20261121000300_entry_rollups but for that.
alter table entry_series alter column source drop not null;

create or replace function fold_entry_deltas(p_limit integer) returns integer language plpgsql
set enable_nestloop = off set enable_seqscan = off set jit = off set plan_cache_mode = force_custom_plan as $$
declare
  v_folded integer;
  v_hours tid[];
  v_days tid[];
  v_months tid[];
begin
  if not pg_try_advisory_xact_lock(72707370) then
    return 0;
  end if;

  with taken as materialized (
    delete from entry_delta d
    where d.ctid = any (array(select t.ctid from entry_delta t order by t.project_id, t.delta_id limit p_limit))
    returning d.*
  ), system_before as materialized (
    select y.project_id, y.os from entry_os y
    where y.project_id = any (array(select t.project_id from taken t group by 1))
  ), named as materialized (
    select t.project_id, t.os, row_number() over (partition by t.project_id order by count(*) desc, t.os) as place
    from taken t
    left join system_before y on y.project_id = t.project_id and y.os = t.os
    where t.os is not null and y.os is null
    group by 1, 2
  ), admitted as (
    -- All that was ever noted of a new one is here or still to come.
    insert into entry_os (project_id, os)
    select n.project_id, n.os
    from named n
    left join (select y.project_id, count(*) as count from system_before y group by 1) k on k.project_id = n.project_id
    where n.place <= 20 - coalesce(k.count, 0)
    returning project_id, os
  ), system as materialized (
    select y.project_id, y.os from system_before y
    union all
    select a.project_id, a.os from admitted a
  ), cell as materialized (
    select t.project_id, t.zone_id, t.destination_id, k.source, k.every_os, k.os, q.time_type, q.quarter,
           sum(t.count) as count
    from taken t
    left join system y on y.project_id = t.project_id and y.os = t.os
    cross join lateral (values (t.source, true, null), (t.source, false, y.os), (null, true, null))
      as k (source, every_os, os)
    cross join lateral (values ('creation'::entry_time_type, t.creation_quarter), ('entry', t.entry_quarter))
      as q (time_type, quarter)
    where k.every_os or k.os is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8
    having sum(t.count) <> 0
  ), place as materialized (
    select distinct c.project_id, c.zone_id, c.destination_id, c.source, c.every_os, c.os from cell c
    union
    select distinct c.project_id, null, null, c.source, c.every_os, c.os from cell c
  ), known as materialized (
    select p.*, s.series_id
    from place p
    left join entry_series s on s.project_id = any (array(select t.project_id from taken t group by 1))
      and s.project_id = p.project_id and coalesce(s.source::text, '') = coalesce(p.source::text, '')
      and s.every_os = p.every_os
      and coalesce(s.zone_id, '') = coalesce(p.zone_id, '')
      and coalesce(s.destination_id, '') = coalesce(p.destination_id, '') and coalesce(s.os, '') = coalesce(p.os, '')
  ), made as (
    insert into entry_series (project_id, zone_id, destination_id, source, every_os, os)
    select k.project_id, k.zone_id, k.destination_id, k.source, k.every_os, k.os from known k where k.series_id is null
    returning project_id, zone_id, destination_id, source, every_os, os, series_id
  ), series as materialized (
    select k.project_id, k.zone_id, k.destination_id, k.source, k.every_os, k.os, k.series_id from known k
    where k.series_id is not null
    union all
    select m.project_id, m.zone_id, m.destination_id, m.source, m.every_os, m.os, m.series_id from made m
  ), counted as materialized (
    select s.project_id, s.series_id, c.time_type, c.quarter, c.count::integer as count
    from cell c
    join series s on s.project_id = c.project_id and s.zone_id = c.zone_id
      and coalesce(s.source::text, '') = coalesce(c.source::text, '') and coalesce(s.destination_id, '') = coalesce(c.destination_id, '') and s.every_os = c.every_os
      and coalesce(s.os, '') = coalesce(c.os, '')
    union all
    select s.project_id, s.series_id, c.time_type, c.quarter, sum(c.count)::integer
    from cell c
    join series s on s.project_id = c.project_id and s.zone_id is null
      and coalesce(s.source::text, '') = coalesce(c.source::text, '') and s.every_os = c.every_os and coalesce(s.os, '') = coalesce(c.os, '')
    group by 1, 2, 3, 4
  ), hours as (
    insert into entry_hour_sum as h (project_id, series_id, time_type, hour, q0, q1, q2, q3)
    select c.project_id, c.series_id, c.time_type, c.quarter >> 2,
           coalesce(sum(c.count) filter (where c.quarter & 3 = 0), 0),
           coalesce(sum(c.count) filter (where c.quarter & 3 = 1), 0),
           coalesce(sum(c.count) filter (where c.quarter & 3 = 2), 0),
           coalesce(sum(c.count) filter (where c.quarter & 3 = 3), 0)
    from counted c group by 1, 2, 3, 4
    on conflict (project_id, series_id, time_type, hour) do update
      set q0 = h.q0 + excluded.q0, q1 = h.q1 + excluded.q1, q2 = h.q2 + excluded.q2, q3 = h.q3 + excluded.q3
    returning h.ctid as place, h.q0 = 0 and h.q1 = 0 and h.q2 = 0 and h.q3 = 0 as is_empty
  ), days as (
    insert into entry_day_sum as d (project_id, series_id, time_type, day, count)
    select c.project_id, c.series_id, c.time_type, floor(c.quarter / 96.0)::integer, sum(c.count)
    from counted c group by 1, 2, 3, 4
    on conflict (project_id, series_id, time_type, day) do update set count = d.count + excluded.count
    returning d.ctid as place, d.count = 0 as is_empty
  ), months as (
    insert into entry_month_sum as m (project_id, series_id, time_type, month, count)
    select c.project_id, c.series_id, c.time_type, month_of_day(floor(c.quarter / 96.0)::integer), sum(c.count)
    from counted c group by 1, 2, 3, 4
    on conflict (project_id, series_id, time_type, month) do update set count = m.count + excluded.count
    returning m.ctid as place, m.count = 0 as is_empty
  )
  select (select count(*) from taken),
         array(select h.place from hours h where h.is_empty),
         array(select d.place from days d where d.is_empty),
         array(select m.place from months m where m.is_empty)
    into v_folded, v_hours, v_days, v_months;

  -- Nobody else changes sums meanwhile, so they lie where they were put.
  delete from entry_hour_sum where ctid = any (v_hours);
  delete from entry_day_sum where ctid = any (v_days);
  delete from entry_month_sum where ctid = any (v_months);
  return v_folded;
end $$;

create or replace function rebuild_entry_sums(p_project uuid) returns void language plpgsql
set enable_nestloop = off set jit = off as $$
begin
  delete from entry_delta where project_id = p_project;
  delete from entry_hour_sum where project_id = p_project;
  delete from entry_day_sum where project_id = p_project;
  delete from entry_month_sum where project_id = p_project;
  delete from entry_series where project_id = p_project;
  delete from entry_os where project_id = p_project;

  insert into entry_os (project_id, os)
  select p_project, e.os from entry e where e.project_id = p_project and e.os is not null
  group by e.os order by count(*) desc, e.os limit 20;

  with told as materialized (
    select e.zone_id, e.destination_id, e.source, e.os, 'creation'::entry_time_type as time_type, e.quarter >> 2 as hour,
           count(*) filter (where e.quarter & 3 = 0) as q0, count(*) filter (where e.quarter & 3 = 1) as q1,
           count(*) filter (where e.quarter & 3 = 2) as q2, count(*) filter (where e.quarter & 3 = 3) as q3
    from (
      select e.zone_id, e.destination_id, e.source, y.os, quarter_of(e.creation_time) as quarter
      from entry e left join entry_os y on y.project_id = p_project and y.os = e.os
      where e.project_id = p_project offset 0
    ) e
    group by 1, 2, 3, 4, 5, 6
    union all
    select e.zone_id, e.destination_id, e.source, e.os, 'entry'::entry_time_type as time_type, e.quarter >> 2 as hour,
           count(*) filter (where e.quarter & 3 = 0) as q0, count(*) filter (where e.quarter & 3 = 1) as q1,
           count(*) filter (where e.quarter & 3 = 2) as q2, count(*) filter (where e.quarter & 3 = 3) as q3
    from (
      select e.zone_id, e.destination_id, e.source, y.os, quarter_of(e.entry_time) as quarter
      from entry e left join entry_os y on y.project_id = p_project and y.os = e.os
      where e.project_id = p_project offset 0
    ) e
    group by 1, 2, 3, 4, 5, 6
  ), hours as materialized (
    select t.zone_id, t.destination_id, t.source, true as every_os, null as os, t.time_type, t.hour, sum(t.q0) as q0,
           sum(t.q1) as q1, sum(t.q2) as q2, sum(t.q3) as q3
    from told t group by 1, 2, 3, 6, 7
    union all
    select t.zone_id, t.destination_id, null, true, null, t.time_type, t.hour, sum(t.q0), sum(t.q1), sum(t.q2), sum(t.q3)
    from told t group by 1, 2, 6, 7
    union all
    select t.zone_id, t.destination_id, t.source, false, t.os, t.time_type, t.hour, t.q0, t.q1, t.q2, t.q3
    from told t where t.os is not null
  ), series as (
    insert into entry_series (project_id, zone_id, destination_id, source, every_os, os)
    select distinct p_project, h.zone_id, h.destination_id, h.source, h.every_os, h.os from hours h
    union
    select distinct p_project, null, null, h.source, h.every_os, h.os from hours h
    returning zone_id, destination_id, source, every_os, os, series_id
  )
  insert into entry_hour_sum (project_id, series_id, time_type, hour, q0, q1, q2, q3)
  select p_project, s.series_id, h.time_type, h.hour, h.q0, h.q1, h.q2, h.q3
  from hours h
  join series s on s.zone_id = h.zone_id and coalesce(s.source::text, '') = coalesce(h.source::text, '')
    and s.every_os = h.every_os and coalesce(s.destination_id, '') = coalesce(h.destination_id, '') and coalesce(s.os, '') = coalesce(h.os, '')
  union all
  select p_project, s.series_id, h.time_type, h.hour, sum(h.q0), sum(h.q1), sum(h.q2), sum(h.q3)
  from hours h
  join series s on coalesce(s.source::text, '') = coalesce(h.source::text, '') and s.every_os = h.every_os and coalesce(s.os, '') = coalesce(h.os, '')
    and s.zone_id is null
  group by s.series_id, h.time_type, h.hour
  order by 2, 3, 4;

  insert into entry_day_sum (project_id, series_id, time_type, day, count)
  select p_project, h.series_id, h.time_type, floor(h.hour / 24.0)::integer, sum(h.q0 + h.q1 + h.q2 + h.q3)
  from entry_hour_sum h where h.project_id = p_project group by 2, 3, 4 order by 2, 3, 4;

  insert into entry_month_sum (project_id, series_id, time_type, month, count)
  select p_project, d.series_id, d.time_type, month_of_day(d.day), sum(d.count)
  from entry_day_sum d where d.project_id = p_project group by 2, 3, 4 order by 2, 3, 4;

  insert into entry_summed (project_id) values (p_project) on conflict do nothing;
end $$;

-- Their sums lack the new ones: the first server that finds them makes them anew, and until then entries are counted.
delete from entry_summed s where exists (select from entry e where e.project_id = s.project_id);
