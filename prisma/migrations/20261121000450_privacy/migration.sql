-- Whether a detail is personal: as the project has declared it (settings.personalFields, by its name as it is compared),
-- else by what it is called. customerName always is.
create function is_personal(p_key text, p_declared jsonb, p_found text) returns boolean
language sql immutable as $$
  select p_key = 'customerName' or coalesce(
    (select d.value <> 'none'
     from jsonb_each_text(case when jsonb_typeof(p_declared) = 'object' then p_declared else '{}' end) d (key, value)
     where d.key = p_key or (plain_key(p_key) <> '' and plain_key(d.key) = plain_key(p_key))
     order by d.key = p_key desc, d.key limit 1),
    plain_key(p_key) ~ p_found)
$$;

-- As in 20261121000331, with what a project has declared: its list of redactedFields goes first, where it has one.
create or replace function redact_orders(p_closed_before timestamptz, p_now timestamptz, p_found text, p_limit integer)
returns integer
language plpgsql as $$
declare
  v_count integer;
begin
  if not pg_try_advisory_xact_lock(331, 0) then
    return 0;
  end if;
  with due as materialized (
    select o.project_id, o.service_id, o.hs_fields, o.custom_event_meta_data, p.settings -> 'personalFields' as declared,
           case when jsonb_typeof(p.settings -> 'redactedFields') = 'array'
             then array(select jsonb_array_elements_text(p.settings -> 'redactedFields')) end as fields
    from orders o
    join project p on p.project_id = o.project_id
    where o.closed_at <= p_closed_before and o.redacted_at is null
    order by o.closed_at
    limit p_limit
    for update of o skip locked
  ), named as (
    select distinct d.project_id, d.fields, d.declared, k.key
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
    select n.project_id, coalesce(array_agg(n.key) filter (where case when n.fields is null
             then is_personal(n.key, n.declared, p_found) else is_redacted(n.key, n.fields, p_found) end), '{}') as keys
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

-- Empties what is personal in some orders of one customer, in their timelines and in the answers kept for retries, as
-- they are once their rows are locked; p_also: further details in which the customer's phone or plate stood. Each order
-- gets a line in its timeline, which is how open boards learn of it. Answers their stores, by which boards are woken.
-- Relies on orders' primary key and order_event_timeline; the answers of a project's last 24 hours are read through.
create function erase_orders(p_project uuid, p_services uuid[], p_also text[], p_found text, p_now timestamptz)
returns table (destination_id text, events integer, requests integer)
language plpgsql as $$
declare
  v_declared jsonb;
  v_fields text[];
  v_keys text[];
  v_events integer;
  v_requests integer;
begin
  perform 1 from orders o where o.project_id = p_project and o.service_id = any (p_services)
    order by o.service_id for update;
  select p.settings -> 'personalFields', case when jsonb_typeof(p.settings -> 'redactedFields') = 'array'
      then array(select jsonb_array_elements_text(p.settings -> 'redactedFields')) else '{}' end
    into v_declared, v_fields from project p where p.project_id = p_project;
  select coalesce(array_agg(k.key), '{}') into v_keys from (
    select jsonb_object_keys(o.hs_fields || o.custom_event_meta_data) as key from orders o
      where o.project_id = p_project and o.service_id = any (p_services)
    union select jsonb_object_keys(e.details -> 'hsFields') from order_event e
      where e.project_id = p_project and e.service_id = any (p_services)
        and jsonb_typeof(e.details -> 'hsFields') = 'object'
    union select unnest(p_also)
  ) k where k.key = any (p_also) or is_personal(k.key, v_declared, p_found) or is_redacted(k.key, v_fields, p_found);

  update order_event e set details = e.details
      || case when e.details ? 'customerName' then '{"customerName": ""}'::jsonb else '{}' end
      || case when jsonb_typeof(e.details -> 'hsFields') = 'object'
           then jsonb_build_object('hsFields', redacted_details(e.details -> 'hsFields', v_keys)) else '{}' end
      || case when e.event_type = 'cancelled' and e.details ? 'reason' then '{"reason": ""}'::jsonb else '{}' end
    where e.project_id = p_project and e.service_id = any (p_services) and e.details <> '{}';
  get diagnostics v_events = row_count;

  update idempotency_key k set answer = k.answer || jsonb_build_object('customer_name', '',
      'hs_fields', redacted_details(k.answer -> 'hs_fields', array(
        select h.key from jsonb_object_keys(k.answer -> 'hs_fields') h (key)
        where h.key = any (v_keys) or is_personal(h.key, v_declared, p_found))),
      'custom_event_meta_data', redacted_details(k.answer -> 'custom_event_meta_data', array(
        select h.key from jsonb_object_keys(k.answer -> 'custom_event_meta_data') h (key)
        where h.key = any (v_keys) or is_personal(h.key, v_declared, p_found))))
    where k.project_id = p_project and k.answer ->> 'service_id' = any (p_services::text[]);
  get diagnostics v_requests = row_count;

  update orders o set customer_name = '', hs_fields = redacted_details(o.hs_fields, v_keys),
      custom_event_meta_data = redacted_details(o.custom_event_meta_data, v_keys), version = o.version + 1
    where o.project_id = p_project and o.service_id = any (p_services);
  perform record_order_event(o, 'erased', 'system', null, null, '{}', null, p_now)
    from orders o where o.project_id = p_project and o.service_id = any (p_services);

  return query select o.destination_id, v_events, v_requests from orders o
    where o.project_id = p_project and o.service_id = any (p_services) group by o.destination_id;
end $$;

-- The same for entries: the device's name and place go with what its app told.
create function erase_entries(p_project uuid, p_entries text[], p_also text[], p_found text) returns integer
language plpgsql as $$
declare
  v_declared jsonb;
  v_count integer;
begin
  select p.settings -> 'personalFields' into v_declared from project p where p.project_id = p_project;
  update entry e set install_ref = null, latitude = null, longitude = null, horizontal_accuracy = null,
      custom_event_meta_data = case when jsonb_typeof(e.custom_event_meta_data) = 'object'
        then redacted_details(e.custom_event_meta_data, array(
          select m.key from jsonb_object_keys(e.custom_event_meta_data) m (key)
          where m.key = any (p_also) or is_personal(m.key, v_declared, p_found))) else e.custom_event_meta_data end
    where e.project_id = p_project and e.entry_id = any (p_entries);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
