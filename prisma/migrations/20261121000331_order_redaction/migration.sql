-- An order's details go a day after it was closed (lib/redaction); its times stay, and with them every wait.
alter table "orders" add column "redacted_at" timestamptz(3);

-- What is closed and not yet redacted, the oldest first: a day's orders among years.
create index orders_unredacted on orders (closed_at) where closed_at is not null and redacted_at is null;

-- Whether a detail is to go: named in the project's list, or, where that is null, found by its name. `Car Plate`,
-- `carPlate` and `car_plate` are one name.
create function is_redacted(p_key text, p_fields text[], p_found text) returns boolean
language sql immutable as $$
  select case when p_fields is null then k.plain ~ p_found
              else k.plain = any (select lower(regexp_replace(f, '[\s_-]', '', 'g')) from unnest(p_fields) f) end
  from (select lower(regexp_replace(p_key, '[\s_-]', '', 'g')) as plain) k
$$;

-- Details without their values where those are to go: the names stay. What was null, a detail's removal, stays null.
create function redacted_details(p_details jsonb, p_fields text[], p_found text) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(d.key, case
    when d.value <> 'null'::jsonb and is_redacted(d.key, p_fields, p_found) then '""'::jsonb else d.value end), '{}')
  from jsonb_each(p_details) d
$$;

-- Redacts some orders that were closed before a time, with all that their timelines keep of what was told: how many. Of
-- several servers one does it, and nobody waits for it. Answers to idempotency keys are gone by then: a key is free 24
-- hours after its request, and a closed order takes none. Relies on orders_unredacted and order_event_timeline.
create function redact_orders(p_closed_before timestamptz, p_now timestamptz, p_found text, p_limit integer) returns integer
language plpgsql as $$
declare
  v_count integer;
begin
  if not pg_try_advisory_xact_lock(331, 0) then
    return 0;
  end if;
  with due as materialized (
    select o.project_id, o.service_id,
           case when jsonb_typeof(p.settings -> 'redactedFields') = 'array'
             then array(select jsonb_array_elements_text(p.settings -> 'redactedFields')) end as fields
    from orders o
    join project p on p.project_id = o.project_id
    where o.closed_at <= p_closed_before and o.redacted_at is null
    order by o.closed_at
    limit p_limit
    for update of o skip locked
  ), told as (
    update order_event e set details = redacted_details(e.details, d.fields, p_found)
      || case when jsonb_typeof(e.details -> 'hsFields') = 'object'
           then jsonb_build_object('hsFields', redacted_details(e.details -> 'hsFields', d.fields, p_found)) else '{}' end
    from due d
    where e.project_id = d.project_id and e.service_id = d.service_id and e.details <> '{}'
  ), redacted as (
    update orders o set
      customer_name = case when is_redacted('customerName', d.fields, p_found) then '' else o.customer_name end,
      hs_fields = redacted_details(o.hs_fields, d.fields, p_found),
      custom_event_meta_data = redacted_details(o.custom_event_meta_data, d.fields, p_found),
      redacted_at = p_now, version = o.version + 1
    from due d
    where o.project_id = d.project_id and o.service_id = d.service_id
    returning 1
  )
  select count(*) into v_count from redacted;
  return v_count;
end $$;
