-- A publishable key ships in every customer's app, so anybody may hold one: what it can make a project and its boards carry
-- has a bound.

-- `is_of_app`: made by an order that came with a publishable key. `removed_at`: taken off the lists by a manager; the row
-- stays, for what history says of it.
alter table store
  add column is_of_app boolean not null default false,
  add column removed_at timestamptz(3);
create index store_of_app on store (project_id, created_at) where is_new and is_of_app;

-- The store of an order: made, with a zone of its own, when it was never seen (or was removed: then it is new again) and
-- the project is not strict; by apps at most 20 in 24 hours that no manager has named since. Null: it is there. Else: the
-- answer to give, which has changed nothing.
create function order_store(p_project uuid, p_destination text, p_key_id text, p_now timestamptz) returns jsonb
language plpgsql as $$
declare
  v_zone text;
  v_is_app boolean;
  v_made_at timestamptz;
  v_is_made boolean;
begin
  perform 1 from store where project_id = p_project and destination_id = p_destination and removed_at is null;
  if found then
    return null;
  end if;
  perform 1 from project where project_id = p_project and strict_destinations;
  if found then
    return jsonb_build_object('outcome', 'destination_unknown');
  end if;

  select coalesce(bool_or(k.kind = 'publishable'), false) into v_is_app
    from api_key k where k.project_id = p_project and k.key_id::text = p_key_id;
  if v_is_app then
    -- One after another: what is counted is what the others have made.
    perform pg_advisory_xact_lock(hashtextextended(p_project::text, 20261122));
    perform 1 from store where project_id = p_project and destination_id = p_destination and removed_at is null;
    if found then
      return null;
    end if;
    select s.created_at into v_made_at from store s
      where s.project_id = p_project and s.is_new and s.is_of_app and s.created_at > p_now - interval '24 hours'
      order by s.created_at desc offset 19 limit 1;
    if found then
      return jsonb_build_object('outcome', 'stores_full', 'freeAt', v_made_at + interval '24 hours');
    end if;
  end if;

  v_zone := gen_random_uuid()::text;
  insert into store as s (project_id, destination_id, name, default_zone_id, is_of_app, created_at)
    values (p_project, p_destination, p_destination, v_zone, v_is_app, p_now)
    on conflict (project_id, destination_id) do update
      set removed_at = null, is_new = true, is_of_app = excluded.is_of_app, created_at = excluded.created_at,
          settings_version = s.settings_version + 1
      where s.removed_at is not null
    returning s.default_zone_id = v_zone into v_is_made;
  if v_is_made then
    insert into zone (project_id, zone_id, name, destination_id, created_at)
      values (p_project, v_zone, p_destination, p_destination, p_now);
    insert into zone_lookup (zone_id, project_id) values (v_zone, p_project) on conflict do nothing;
  end if;
  return null;
end $$;

do $$
declare
  v_before constant text := pg_get_functiondef('create_order'::regproc);
  v_after constant text := replace(replace(v_before,
    'if not ensure_store(p_project, p_destination, p_now) then',
    'v_answer := order_store(p_project, p_destination, p_key_id, p_now);
  if v_answer is not null then'),
    $r$return jsonb_build_object('outcome', 'destination_unknown');$r$, 'return v_answer;');
begin
  if v_after not like '%order_store(%' or v_after like '%ensure_store(%' or v_after like '%destination_unknown%' then
    raise exception 'create_order is not the function that this migration changes';
  end if;
  execute v_after;
end $$;
drop function ensure_store(uuid, text, timestamptz);

-- Which orders a store's board shows, read no further than a board can bear: every arrival; then who is on the way and who
-- is expected, the next to come first, up to 2,000 rows and 2 MB of details in all; and the 500 last closed, up to 1 MB of
-- details. An arrival behind those 2 MB has its details shortened (`is_short`). The last row names no order, but how many of
-- those on the way or expected are left out. Relies on orders_open and orders_closed.
create function board_orders(p_project uuid, p_destination text, p_closed_since timestamptz, p_told_since timestamptz)
returns table (service_id uuid, is_short boolean, left_out integer)
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_row record;
  v_rows integer := 0;
  v_bytes bigint := 0;
  v_left_out integer := 0;
begin
  for v_row in
    select o.service_id, o.section, o.hs_fields from orders o
    where o.project_id = p_project and o.destination_id = p_destination
      and o.status in ('Registered', 'OnTheWay', 'Arrived')
      and (o.section = 'Arrived' or o.last_update_time > p_told_since or o.scheduled_time_for_collection > p_told_since)
    order by o.section desc, o.is_acknowledged,
      case o.section when 'Arrived' then coalesce(o.arrived_at, o.created_at)
                     when 'OnTheWay' then o.expected_at else o.scheduled_time_for_collection end nulls last,
      o.created_at, o.service_id
  loop
    if v_row.section <> 'Arrived' and (v_rows >= 2000 or v_bytes > 2000000) then
      v_left_out := v_left_out + 1;
      continue;
    end if;
    service_id := v_row.service_id;
    is_short := v_bytes > 2000000;
    return next;
    v_rows := v_rows + 1;
    -- What is far too much is not even counted: to count a text it has to be read.
    if not is_short then
      v_bytes := v_bytes + octet_length(v_row.hs_fields::text);
    end if;
  end loop;

  v_bytes := 0;
  for v_row in
    select o.service_id, o.hs_fields from orders o
    where o.project_id = p_project and o.destination_id = p_destination and o.closed_at > p_closed_since
      and o.status in ('Completed', 'Cancelled')
    order by o.closed_at desc limit 500
  loop
    v_bytes := v_bytes + octet_length(v_row.hs_fields::text);
    exit when v_bytes > 1000000;
    service_id := v_row.service_id;
    is_short := false;
    return next;
  end loop;

  service_id := null;
  left_out := v_left_out;
  return next;
end $$;

-- The first eight details, which jsonb has by the length of their names, with what begins their values.
create function shortened_details(p_details jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(d.key, left(d.value, 40)), '{}') from (
    select key, value from jsonb_each_text(p_details) limit 8
  ) d
$$;
