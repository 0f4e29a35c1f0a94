-- Erasing a customer takes every detail of their orders, of the timelines and kept answers of those, and of their entries, but
-- for what the project has declared as nobody's: what an app sends under names that nobody has declared may be anything.

-- As in 20261121000450; customerName is personal however it is written, also as a detail.
create or replace function is_personal(p_key text, p_declared jsonb, p_found text) returns boolean
language sql immutable as $$
  select p_key = 'customerName' or coalesce(
    (select d.value <> 'none' or plain_key(d.key) = 'customername'
     from jsonb_each_text(case when jsonb_typeof(p_declared) = 'object' then p_declared else '{}' end) d (key, value)
     where d.key = p_key or (plain_key(p_key) <> '' and plain_key(d.key) = plain_key(p_key))
     order by d.key = p_key desc, d.key limit 1),
    plain_key(p_key) ~ p_found)
$$;

-- As what a project has declared those of some details that it has declared, by their names (lib/privacy/fields.ts).
create function declared_kinds(p_keys text[], p_declared jsonb) returns jsonb
language sql immutable as $$
  with declared as materialized (
    select d.key, plain_key(d.key) as plain,
      case when d.value = 'none' and plain_key(d.key) = 'customername' then 'name' else d.value end as kind
    from jsonb_each_text(case when jsonb_typeof(p_declared) = 'object' then p_declared else '{}' end) d (key, value)
  ), alike as materialized (
    select distinct on (plain) plain, kind from declared where plain <> '' order by plain, key collate "C"
  ), told as materialized (
    select k.key, plain_key(k.key) as plain from (select distinct unnest(p_keys) as key) k
  )
  select coalesce(jsonb_object_agg(t.key, coalesce(d.kind, a.kind)), '{}')
  from told t left join declared d on d.key = t.key left join alike a on a.plain = t.plain
  where coalesce(d.kind, a.kind) is not null
$$;

-- What is left of some details: of those that are declared. Nobody's keep their values, but for those in p_also, an object of
-- names, of which each is true or, where the name goes as well, "name". What was null, a detail's removal, stays null.
create function erased_details(p_details jsonb, p_kinds jsonb, p_also jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(d.key, case
    when d.value = 'null'::jsonb then d.value
    when p_kinds ->> d.key = 'none' and not p_also ? d.key then d.value
    else '""'::jsonb end), '{}')
  from jsonb_each(case when jsonb_typeof(p_details) = 'object' then p_details else '{}' end) d
  where p_kinds ? d.key and p_also -> d.key is distinct from '"name"'
$$;

-- What is left of what a line of a timeline tells.
create function erased_line(p_type text, p_details jsonb, p_kinds jsonb, p_also jsonb) returns jsonb
language sql immutable as $$
  select p_details
    || case when p_details ? 'customerName' then '{"customerName": ""}'::jsonb else '{}' end
    || case when jsonb_typeof(p_details -> 'hsFields') = 'object'
         then jsonb_build_object('hsFields', erased_details(p_details -> 'hsFields', p_kinds, p_also)) else '{}' end
    || case when p_type = 'cancelled' and p_details ? 'reason' then '{"reason": ""}'::jsonb else '{}' end
$$;

-- Empties some lines of the timeline of a customer's order, those behind a sequence, and with the last of them the order itself,
-- which gets a line in its timeline by which open boards learn of it. Lines in p_holding, which hold what was asked for, stay
-- for erase_lines, so that what breaks off in between is found again; where all is done at once they go at once. Its store, by
-- which boards are woken (null: it is gone), up to where (null: it is through), and how much was written. An order that is gone
-- may have left its lines. Relies on order_event_timeline.
drop function erase_order(uuid, uuid, bigint, integer, jsonb, text, timestamptz);
create function erase_order(
  p_project uuid, p_service uuid, p_after bigint, p_events integer, p_also jsonb, p_holding bigint[], p_now timestamptz
) returns table (destination_id text, done_until bigint, written integer)
language plpgsql as $$
#variable_conflict use_column
declare
  v_store text;
  v_told jsonb;
  v_last bigint;
  v_count integer;
  v_kinds jsonb;
  v_is_through boolean;
  v_lines integer;
  v_orders integer := 0;
begin
  select o.destination_id, o.hs_fields || o.custom_event_meta_data into v_store, v_told from orders o
    where o.project_id = p_project and o.service_id = p_service for update;
  select max(s.sequence), count(*) into v_last, v_count from (
    select e.sequence from order_event e
    where e.project_id = p_project and e.service_id = p_service and e.sequence > p_after
    order by e.sequence limit p_events) s;
  v_is_through := v_count < p_events;
  select declared_kinds(array(
      select jsonb_object_keys(v_told)
      union select jsonb_object_keys(e.details -> 'hsFields') from order_event e
        where e.project_id = p_project and e.service_id = p_service and e.sequence > p_after and e.sequence <= v_last
          and jsonb_typeof(e.details -> 'hsFields') = 'object'), p.settings -> 'personalFields')
    into v_kinds from project p where p.project_id = p_project;

  update order_event e set details = erased_line(e.event_type::text, e.details, v_kinds, p_also)
    where e.project_id = p_project and e.service_id = p_service and e.sequence > p_after and e.sequence <= v_last
      and e.details <> '{}' and (v_is_through and p_after = 0 or e.sequence <> all (p_holding))
      and e.details <> erased_line(e.event_type::text, e.details, v_kinds, p_also);
  get diagnostics v_lines = row_count;
  if not v_is_through then
    return query select v_store, v_last, v_lines;
    return;
  end if;

  update orders o set customer_name = '', version = o.version + 1,
      hs_fields = erased_details(o.hs_fields, v_kinds, p_also),
      custom_event_meta_data = erased_details(o.custom_event_meta_data, v_kinds, p_also)
    where o.project_id = p_project and o.service_id = p_service
      and (o.customer_name <> '' or o.hs_fields <> erased_details(o.hs_fields, v_kinds, p_also)
        or o.custom_event_meta_data <> erased_details(o.custom_event_meta_data, v_kinds, p_also)
        or not exists (select from order_event e
          where e.project_id = p_project and e.service_id = p_service and e.event_type = 'erased'));
  get diagnostics v_orders = row_count;
  if v_orders > 0 then
    perform record_order_event(o, 'erased', 'system', null, null, '{}', null, p_now)
      from orders o where o.project_id = p_project and o.service_id = p_service;
  end if;
  return query select v_store, null::bigint, v_lines + v_orders;
end $$;

-- Empties those lines: how many.
create function erase_lines(p_project uuid, p_service uuid, p_lines bigint[], p_also jsonb) returns integer
language plpgsql as $$
declare
  v_kinds jsonb;
  v_count integer;
begin
  select declared_kinds(array(
      select jsonb_object_keys(e.details -> 'hsFields') from order_event e
      where e.project_id = p_project and e.service_id = p_service and e.sequence = any (p_lines)
        and jsonb_typeof(e.details -> 'hsFields') = 'object'), p.settings -> 'personalFields')
    into v_kinds from project p where p.project_id = p_project;
  update order_event e set details = erased_line(e.event_type::text, e.details, v_kinds, p_also)
    where e.project_id = p_project and e.service_id = p_service and e.sequence = any (p_lines);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- The same in the answers kept for retries: a project's last 24 hours are read through, so many at a time, behind one, but
-- for some, by their scopes and keys (p_left). How many were emptied, and the last that was read; null: that was all.
drop function erase_answers(uuid, uuid[], jsonb, text, text, text, integer);
create function erase_answers(
  p_project uuid, p_services uuid[], p_also jsonb, p_left jsonb, p_scope text, p_key text, p_rows integer
) returns table (erased integer, last_scope text, last_key text)
language plpgsql as $$
declare
  v_kinds jsonb;
  v_scope text;
  v_key text;
  v_erased integer;
begin
  select k.scope, k.key into v_scope, v_key from idempotency_key k
    where k.project_id = p_project and (k.scope, k.key) > (p_scope, p_key)
    order by k.scope, k.key offset p_rows - 1 limit 1;
  select declared_kinds(array(
      select jsonb_object_keys((k.answer -> 'hs_fields') || (k.answer -> 'custom_event_meta_data')) from idempotency_key k
      where k.project_id = p_project and (k.scope, k.key) > (p_scope, p_key)
        and (v_scope is null or (k.scope, k.key) <= (v_scope, v_key))
        and k.answer ->> 'service_id' = any (p_services::text[])), p.settings -> 'personalFields')
    into v_kinds from project p where p.project_id = p_project;
  update idempotency_key k set answer = k.answer || jsonb_build_object('customer_name', '',
      'hs_fields', erased_details(k.answer -> 'hs_fields', v_kinds, p_also),
      'custom_event_meta_data', erased_details(k.answer -> 'custom_event_meta_data', v_kinds, p_also))
    where k.project_id = p_project and (k.scope, k.key) > (p_scope, p_key)
      and (v_scope is null or (k.scope, k.key) <= (v_scope, v_key))
      and k.answer ->> 'service_id' = any (p_services::text[])
      and not p_left @> jsonb_build_array(jsonb_build_array(k.scope, k.key));
  get diagnostics v_erased = row_count;
  return query select v_erased, v_scope, v_key;
end $$;

-- The same in entries, which lose their device and their place too.
drop function erase_entries(uuid, text[], jsonb, text);
create function erase_entries(p_project uuid, p_entries text[], p_also jsonb) returns integer
language plpgsql as $$
declare
  v_kinds jsonb;
  v_count integer;
begin
  select declared_kinds(array(
      select jsonb_object_keys(e.custom_event_meta_data) from entry e
      where e.project_id = p_project and e.entry_id = any (p_entries)
        and jsonb_typeof(e.custom_event_meta_data) = 'object'), p.settings -> 'personalFields')
    into v_kinds from project p where p.project_id = p_project;
  update entry e set install_ref = null, latitude = null, longitude = null, horizontal_accuracy = null,
      fence_name = null, device_type = null,
      custom_event_meta_data = case when jsonb_typeof(e.custom_event_meta_data) = 'object'
        then erased_details(e.custom_event_meta_data, v_kinds, p_also) end
    where e.project_id = p_project and e.entry_id = any (p_entries);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- As in 20261122001400, for redaction alone.
create or replace function empty_order(
  p_project uuid, p_service uuid, p_after bigint, p_events integer, p_found text, p_also jsonb, p_redacted_at timestamptz
) returns bigint
language plpgsql as $$
declare
  v_told jsonb;
  v_declared jsonb;
  v_fields text[];
  v_last bigint;
  v_count integer;
  v_gone jsonb;
begin
  select o.hs_fields || o.custom_event_meta_data into v_told from orders o
    where o.project_id = p_project and o.service_id = p_service for update;
  select p.settings -> 'personalFields', case when jsonb_typeof(p.settings -> 'redactedFields') = 'array'
      then array(select jsonb_array_elements_text(p.settings -> 'redactedFields')) end
    into v_declared, v_fields from project p where p.project_id = p_project;
  select max(s.sequence), count(*) into v_last, v_count from (
    select e.sequence from order_event e
    where e.project_id = p_project and e.service_id = p_service and e.sequence > p_after
    order by e.sequence limit p_events) s;
  select coalesce(jsonb_object_agg(k.key, coalesce(p_also -> k.key, 'true')), '{}') into v_gone from (
    select 'customerName' as key
    union select jsonb_object_keys(v_told)
    union select jsonb_object_keys(e.details -> 'hsFields') from order_event e
      where e.project_id = p_project and e.service_id = p_service and e.sequence > p_after and e.sequence <= v_last
        and jsonb_typeof(e.details -> 'hsFields') = 'object'
  ) k where case
    when v_fields is null then p_also ? k.key or is_personal(k.key, v_declared, p_found)
    else is_redacted(k.key, v_fields, p_found) end;

  update order_event e set details = e.details
      || case when e.details ? 'customerName' and v_gone ? 'customerName'
           then '{"customerName": ""}'::jsonb else '{}' end
      || case when jsonb_typeof(e.details -> 'hsFields') = 'object'
           then jsonb_build_object('hsFields', emptied_details(e.details -> 'hsFields', v_gone)) else '{}' end
      || case when e.event_type = 'cancelled' and e.details ? 'reason' then '{"reason": ""}'::jsonb else '{}' end
    where e.project_id = p_project and e.service_id = p_service and e.sequence > p_after and e.sequence <= v_last
      and e.details <> '{}';
  if v_count = p_events then
    return v_last;
  end if;

  update orders o set customer_name = case when v_gone ? 'customerName' then '' else o.customer_name end,
      hs_fields = emptied_details(o.hs_fields, v_gone),
      custom_event_meta_data = emptied_details(o.custom_event_meta_data, v_gone),
      redacted_at = p_redacted_at, version = o.version + 1
    where o.project_id = p_project and o.service_id = p_service;
  return null;
end $$;
