-- An order's details go a day after it was closed (lib/redaction); its times stay, and with them every wait.
alter table "orders" add column "redacted_at" timestamptz(3);

-- What is closed and not yet redacted, the oldest first: a day's orders among years.
create index orders_unredacted on orders (closed_at) where closed_at is not null and redacted_at is null;

-- A detail's name as it is compared, its letters and digits alone: `Car Plate`, `car.plate` and `(carPlate)` are one name,
-- `Matrícula` and `matricula` as well. By code points, not by the database's locale.
create function plain_key(p_key text) returns text
language sql immutable as $$
  select lower(regexp_replace(normalize(p_key, nfkd),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u0300-\u036f\u2000-\u206f\u3000-\u303f]', '', 'g'))
$$;

-- Whether a detail is to go: named in the project's list, or, where that is null, found by its name.
create function is_redacted(p_key text, p_fields text[], p_found text) returns boolean
language sql immutable as $$
  select case when p_fields is null then plain_key(p_key) ~ p_found
              else p_key = any (p_fields)
                or (plain_key(p_key) <> '' and plain_key(p_key) = any (select plain_key(f) from unnest(p_fields) f)) end
$$;

-- Details without their values where those are to go: the names stay. What was null, a detail's removal, stays null.
create function redacted_details(p_details jsonb, p_gone text[]) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(d.key, case
    when d.value <> 'null'::jsonb and d.key = any (p_gone) then '""'::jsonb else d.value end), '{}')
  from jsonb_each(p_details) d
$$;

-- Redacts some orders that were closed before a time, with all that their timelines keep of what was told: how many. What
-- a timeline notes by itself (from, undone, replacedBy) is no detail and stays; why staff cancelled is free text and goes,
-- whatever a project's list names. Of several servers one does it, and nobody waits for it. Answers to idempotency keys
-- are gone by then: a key is free 24 hours after its request, and a closed order takes none. Relies on orders_unredacted
-- and order_event_timeline.
create function redact_orders(p_closed_before timestamptz, p_now timestamptz, p_found text, p_limit integer) returns integer
language plpgsql as $$
declare
  v_count integer;
begin
  if not pg_try_advisory_xact_lock(331, 0) then
    return 0;
  end if;
  with due as materialized (
    select o.project_id, o.service_id, o.hs_fields, o.custom_event_meta_data,
           case when jsonb_typeof(p.settings -> 'redactedFields') = 'array'
             then array(select jsonb_array_elements_text(p.settings -> 'redactedFields')) end as fields
    from orders o
    join project p on p.project_id = o.project_id
    where o.closed_at <= p_closed_before and o.redacted_at is null
    order by o.closed_at
    limit p_limit
    for update of o skip locked
  ), named as (
    select distinct d.project_id, d.fields, k.key
    from due d
    cross join lateral (
      select 'customerName'
      union all select jsonb_object_keys(d.hs_fields || d.custom_event_meta_data)
      union all select jsonb_object_keys(e.details -> 'hsFields') from order_event e
        where e.project_id = d.project_id and e.service_id = d.service_id
          and jsonb_typeof(e.details -> 'hsFields') = 'object'
    ) k (key)
  ), gone as materialized (
    -- Each name is looked at once, not in every order: that takes longer than to empty it.
    select n.project_id, coalesce(array_agg(n.key) filter (where is_redacted(n.key, n.fields, p_found)), '{}') as keys
    from named n group by n.project_id
  ), told as (
    update order_event e set details = e.details
      || case when e.details ? 'customerName' and 'customerName' = any (g.keys)
           then '{"customerName": ""}'::jsonb else '{}' end
      || case when jsonb_typeof(e.details -> 'hsFields') = 'object'
           then jsonb_build_object('hsFields', redacted_details(e.details -> 'hsFields', g.keys)) else '{}' end
      || case when e.event_type = 'cancelled' and e.details ? 'reason' then '{"reason": ""}'::jsonb else '{}' end
    from due d join gone g on g.project_id = d.project_id
    where e.project_id = d.project_id and e.service_id = d.service_id and e.details <> '{}'
  ), redacted as (
    update orders o set
      customer_name = case when 'customerName' = any (g.keys) then '' else o.customer_name end,
      hs_fields = redacted_details(o.hs_fields, g.keys),
      custom_event_meta_data = redacted_details(o.custom_event_meta_data, g.keys),
      redacted_at = p_now, version = o.version + 1
    from due d join gone g on g.project_id = d.project_id
    where o.project_id = d.project_id and o.service_id = d.service_id
    returning 1
  )
  select count(*) into v_count from redacted;
  return v_count;
end $$;
