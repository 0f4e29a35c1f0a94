-- Where entries belong. `p_places` is what a batch of entries names, each combination once:
-- [{place, destination_id?, zone_id?, zone_name?}]. Answers each place's zone and store, or why its entries are refused:
--   destination_unknown  the project is strict and does not know the store
--   zone_unknown         the project is strict and does not know the zone, and no known store was named with it
--   zone_outside         the zone is not one of the stores that the key is narrowed to (p_stores; null: all)
-- What was never seen is made: a zone with the store it was sent with (a zone without one learns it later), a store with
-- a zone of its own. Rows are written in the order of their ids, so that batches in parallel wait for each other in
-- turn, never in a circle.
create function ensure_entry_places(p_project uuid, p_stores text[], p_places jsonb, p_now timestamptz)
returns table (place integer, zone_id text, destination_id text, refusal text)
language plpgsql as $$
#variable_conflict use_column
declare
  v_strict boolean;
begin
  select p.strict_destinations into v_strict from project p where p.project_id = p_project;

  with wanted as (
    select distinct on (w.zone_id) w.zone_id, coalesce(w.zone_name, w.zone_id) as name, w.destination_id
    from jsonb_to_recordset(p_places) as w (place integer, destination_id text, zone_id text, zone_name text)
    left join zone z on z.project_id = p_project and z.zone_id = w.zone_id
    left join store s on s.project_id = p_project and s.destination_id = w.destination_id
    where w.zone_id is not null
      and (z.zone_id is null or (z.destination_id is null and w.destination_id is not null and p_stores is null))
      and (w.destination_id is not null or p_stores is null)
      and (s.destination_id is not null or not v_strict)
    order by w.zone_id, w.destination_id is null, w.zone_name is null, w.place
  ), made as (
    insert into zone as z (project_id, zone_id, name, destination_id, created_at)
    select p_project, w.zone_id, w.name, w.destination_id, p_now from wanted w order by w.zone_id
    on conflict (project_id, zone_id) do update set destination_id = excluded.destination_id
      where z.destination_id is null
    returning z.zone_id
  )
  insert into zone_lookup (zone_id, project_id)
  select m.zone_id, p_project from made m order by m.zone_id
  on conflict do nothing;

  -- A new store's own zone is one that was sent for it, if any is, so that its arrivals are recorded where its sender
  -- looks for them.
  if not v_strict then
    with wanted as (
      select distinct on (w.destination_id) w.destination_id, z.zone_id, w.zone_name
      from jsonb_to_recordset(p_places) as w (place integer, destination_id text, zone_id text, zone_name text)
      left join zone z on z.project_id = p_project and z.zone_id = w.zone_id and z.destination_id = w.destination_id
      where w.destination_id is not null
        and not exists (select from store s where s.project_id = p_project and s.destination_id = w.destination_id)
      order by w.destination_id, z.zone_id is null, w.place
    ), made as (
      insert into store (project_id, destination_id, name, default_zone_id, created_at)
      select p_project, w.destination_id, w.destination_id, coalesce(w.zone_id, gen_random_uuid()::text), p_now
      from wanted w order by w.destination_id
      on conflict (project_id, destination_id) do nothing
      returning destination_id, default_zone_id
    ), zoned as (
      insert into zone (project_id, zone_id, name, destination_id, created_at)
      select p_project, m.default_zone_id, coalesce(w.zone_name, w.destination_id), w.destination_id, p_now
      from made m join wanted w on w.destination_id = m.destination_id and w.zone_id is null
      returning zone_id
    )
    insert into zone_lookup (zone_id, project_id) select z.zone_id, p_project from zoned z;
  end if;

  return query
    select w.place, coalesce(w.zone_id, s.default_zone_id), coalesce(w.destination_id, z.destination_id),
      case
        when w.destination_id is not null and s.destination_id is null then 'destination_unknown'
        when p_stores is not null and w.zone_id is not null
          and not coalesce(z.destination_id = any (p_stores), false) then 'zone_outside'
        when w.zone_id is not null and z.zone_id is null then 'zone_unknown'
      end
    from jsonb_to_recordset(p_places) as w (place integer, destination_id text, zone_id text, zone_name text)
    left join store s on s.project_id = p_project and s.destination_id = w.destination_id
    left join zone z on z.project_id = p_project and z.zone_id = w.zone_id;
end $$;

-- A filter that finds little: without these a page of a rare source or system reads through the whole project. One time
-- type is enough: by the other the few rows are sorted.
create index entry_of_source_by_creation on entry (project_id, source, creation_time, sequence);
create index entry_of_os_by_creation on entry (project_id, os, creation_time, sequence);
