-- Roll-ups know the system (os) as well: a year of a frequent one is millions of rows. Each series of 20261121000300 is of
-- every system (every_os); beside it stands one for each system that its entries name. Functions as there, with that.
alter table entry_series add column every_os boolean not null default true, add column os text;
drop index entry_series_by_place;
create unique index entry_series_by_place on entry_series (project_id, zone_id, destination_id, source, every_os, os)
  nulls not distinct;
alter table entry_delta add column os text;

-- By statement, not by row: a thousand entries of one zone and quarter are one delta.
create or replace function note_entry_deltas() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into entry_delta (project_id, zone_id, destination_id, source, os, creation_quarter, entry_quarter, count)
    select n.project_id, n.zone_id, n.destination_id, n.source, n.os, quarter_of(n.creation_time),
           quarter_of(n.entry_time), count(*)
    from new_rows n group by 1, 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'DELETE' then
    insert into entry_delta (project_id, zone_id, destination_id, source, os, creation_quarter, entry_quarter, count)
    select o.project_id, o.zone_id, o.destination_id, o.source, o.os, quarter_of(o.creation_time),
           quarter_of(o.entry_time), -count(*)
    from old_rows o group by 1, 2, 3, 4, 5, 6, 7;
  else
    insert into entry_delta (project_id, zone_id, destination_id, source, os, creation_quarter, entry_quarter, count)
    select c.project_id, c.zone_id, c.destination_id, c.source, c.os, quarter_of(c.creation_time),
           quarter_of(c.entry_time), sum(c.change)
    from (
      select project_id, zone_id, destination_id, source, os, creation_time, entry_time, 1 as change from new_rows
      union all
      select project_id, zone_id, destination_id, source, os, creation_time, entry_time, -1 from old_rows
    ) c
    group by 1, 2, 3, 4, 5, 6, 7 having sum(c.change) <> 0;
  end if;
  return null;
end $$;

-- Adds up to p_limit deltas to the sums and forgets them; answers how many. One at a time, by lock 72707370: whoever
-- comes meanwhile answers 0. A sum that comes to nothing is forgotten as well.
create or replace function fold_entry_deltas(p_limit integer) returns integer language plpgsql as $$
declare
  v_folded integer;
  v_hours entry_hour_sum[];
  v_days entry_day_sum[];
  v_months entry_month_sum[];
begin
  if not pg_try_advisory_xact_lock(72707370) then
    return 0;
  end if;

  with taken as materialized (
    delete from entry_delta d
    using (select project_id, delta_id from entry_delta order by project_id, delta_id limit p_limit) t
    where d.project_id = t.project_id and d.delta_id = t.delta_id
    returning d.*
  ), cell as materialized (
    select t.project_id, t.zone_id, t.destination_id, t.source, k.every_os, k.os, q.time_type, q.quarter,
           sum(t.count) as count
    from taken t
    cross join lateral (values (true, null), (false, t.os)) as k (every_os, os)
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
    left join entry_series s on s.project_id = p.project_id and s.source = p.source and s.every_os = p.every_os
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
    join series s on s.project_id = c.project_id and s.zone_id = c.zone_id and s.source = c.source
      and coalesce(s.destination_id, '') = coalesce(c.destination_id, '') and s.every_os = c.every_os
      and coalesce(s.os, '') = coalesce(c.os, '')
    union all
    select s.project_id, s.series_id, c.time_type, c.quarter, sum(c.count)::integer
    from cell c
    join series s on s.project_id = c.project_id and s.source = c.source and s.zone_id is null
      and s.every_os = c.every_os and coalesce(s.os, '') = coalesce(c.os, '')
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
    returning h
  ), days as (
    insert into entry_day_sum as d (project_id, series_id, time_type, day, count)
    select c.project_id, c.series_id, c.time_type, floor(c.quarter / 96.0)::integer, sum(c.count)
    from counted c group by 1, 2, 3, 4
    on conflict (project_id, series_id, time_type, day) do update set count = d.count + excluded.count
    returning d
  ), months as (
    insert into entry_month_sum as m (project_id, series_id, time_type, month, count)
    select c.project_id, c.series_id, c.time_type, month_of_day(floor(c.quarter / 96.0)::integer), sum(c.count)
    from counted c group by 1, 2, 3, 4
    on conflict (project_id, series_id, time_type, month) do update set count = m.count + excluded.count
    returning m
  )
  select (select count(*) from taken),
         (select array_agg(h) from hours where (h).q0 = 0 and (h).q1 = 0 and (h).q2 = 0 and (h).q3 = 0),
         (select array_agg(d) from days where (d).count = 0),
         (select array_agg(m) from months where (m).count = 0)
    into v_folded, v_hours, v_days, v_months;

  delete from entry_hour_sum h using unnest(v_hours) z
    where h.project_id = z.project_id and h.series_id = z.series_id and h.time_type = z.time_type and h.hour = z.hour;
  delete from entry_day_sum d using unnest(v_days) z
    where d.project_id = z.project_id and d.series_id = z.series_id and d.time_type = z.time_type and d.day = z.day;
  delete from entry_month_sum m using unnest(v_months) z
    where m.project_id = z.project_id and m.series_id = z.series_id and m.time_type = z.time_type and m.month = z.month;
  return v_folded;
end $$;

-- A project's sums, made anew from its entries. Beside live traffic: in a transaction of one snapshot (repeatable read)
-- that holds lock 72707370 from before it. What that snapshot does not see of the entries it does not see of the deltas.
create or replace function rebuild_entry_sums(p_project uuid) returns void language plpgsql as $$
begin
  delete from entry_delta where project_id = p_project;
  delete from entry_hour_sum where project_id = p_project;
  delete from entry_day_sum where project_id = p_project;
  delete from entry_month_sum where project_id = p_project;
  delete from entry_series where project_id = p_project;

  with told as materialized (
    select e.zone_id, e.destination_id, e.source, e.os, 'creation'::entry_time_type as time_type, e.quarter >> 2 as hour,
           count(*) filter (where e.quarter & 3 = 0) as q0, count(*) filter (where e.quarter & 3 = 1) as q1,
           count(*) filter (where e.quarter & 3 = 2) as q2, count(*) filter (where e.quarter & 3 = 3) as q3
    from (
      select zone_id, destination_id, source, os, quarter_of(creation_time) as quarter
      from entry where project_id = p_project offset 0
    ) e
    group by 1, 2, 3, 4, 5, 6
    union all
    select e.zone_id, e.destination_id, e.source, e.os, 'entry'::entry_time_type as time_type, e.quarter >> 2 as hour,
           count(*) filter (where e.quarter & 3 = 0) as q0, count(*) filter (where e.quarter & 3 = 1) as q1,
           count(*) filter (where e.quarter & 3 = 2) as q2, count(*) filter (where e.quarter & 3 = 3) as q3
    from (
      select zone_id, destination_id, source, os, quarter_of(entry_time) as quarter
      from entry where project_id = p_project offset 0
    ) e
    group by 1, 2, 3, 4, 5, 6
  ), hours as materialized (
    select t.zone_id, t.destination_id, t.source, true as every_os, null as os, t.time_type, t.hour, sum(t.q0) as q0,
           sum(t.q1) as q1, sum(t.q2) as q2, sum(t.q3) as q3
    from told t group by 1, 2, 3, 6, 7
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
  join series s on s.zone_id = h.zone_id and s.source = h.source and s.every_os = h.every_os
    and coalesce(s.destination_id, '') = coalesce(h.destination_id, '') and coalesce(s.os, '') = coalesce(h.os, '')
  union all
  select p_project, s.series_id, h.time_type, h.hour, sum(h.q0), sum(h.q1), sum(h.q2), sum(h.q3)
  from hours h
  join series s on s.source = h.source and s.every_os = h.every_os and coalesce(s.os, '') = coalesce(h.os, '')
    and s.zone_id is null
  group by s.series_id, h.time_type, h.hour
  order by 2, 3, 4;

  insert into entry_day_sum (project_id, series_id, time_type, day, count)
  select p_project, h.series_id, h.time_type, floor(h.hour / 24.0)::integer, sum(h.q0 + h.q1 + h.q2 + h.q3)
  from entry_hour_sum h where h.project_id = p_project group by 2, 3, 4 order by 2, 3, 4;

  insert into entry_month_sum (project_id, series_id, time_type, month, count)
  select p_project, d.series_id, d.time_type, month_of_day(d.day), sum(d.count)
  from entry_day_sum d where d.project_id = p_project group by 2, 3, 4 order by 2, 3, 4;
end $$;

-- What is noted was noted without it.
lock table entry in share row exclusive mode;
select rebuild_entry_sums(p.project_id) from project p;
