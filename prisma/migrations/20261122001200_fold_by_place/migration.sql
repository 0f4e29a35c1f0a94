-- What has been noted is taken in the order in which it came (entry_delta_by_age), and of the series those of its own places
-- alone are read, by entry_series_by_place: not all of the projects that it is of, for those may be all projects, and one of
-- them may have made very many. The function is that of 20261121000490_wall but for `taken` and `known`.
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
    where d.ctid = any (array(select t.ctid from entry_delta t order by t.delta_id limit p_limit))
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
    cross join lateral (values ('creation'::text, t.creation_quarter), ('entry', t.entry_quarter))
      as q (time_type, quarter)
    where k.every_os or k.os is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8
    having sum(t.count) <> 0
  ), place as materialized (
    select distinct c.project_id, c.zone_id, c.destination_id, c.source, c.every_os, c.os from cell c
    union
    select distinct c.project_id, null, null, c.source, c.every_os, c.os from cell c
  ), known as materialized (
    -- Each looked up by itself, whatever is set: `offset 0` leaves no other way.
    select p.*, s.series_id
    from place p
    left join lateral (
      select s.series_id from entry_series s
      where s.project_id = p.project_id and s.zone_id = p.zone_id and s.destination_id = p.destination_id
        and s.every_os = p.every_os and coalesce(s.source, '') = coalesce(p.source, '')
        and coalesce(s.os, '') = coalesce(p.os, '')
      union all
      select s.series_id from entry_series s
      where s.project_id = p.project_id and s.zone_id = p.zone_id and s.destination_id is null and p.destination_id is null
        and s.every_os = p.every_os and coalesce(s.source, '') = coalesce(p.source, '')
        and coalesce(s.os, '') = coalesce(p.os, '')
      union all
      select s.series_id from entry_series s
      where s.project_id = p.project_id and s.zone_id is null and p.zone_id is null
        and s.every_os = p.every_os and coalesce(s.source, '') = coalesce(p.source, '')
        and coalesce(s.os, '') = coalesce(p.os, '')
      offset 0
    ) s on true
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
