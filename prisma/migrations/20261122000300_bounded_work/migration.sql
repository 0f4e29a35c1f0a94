-- What one request or one turn of the upkeep does has a bound, whatever an order has been told: its timeline is gone through
-- in slices, and what cannot be done in time is asked for again in smaller ones.

-- As redacted_details, for as many names as there may be: an object, in which a name is found without reading all.
create function emptied_details(p_details jsonb, p_gone jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(d.key, case
    when d.value <> 'null'::jsonb and p_gone ? d.key then '""'::jsonb else d.value end), '{}')
  from jsonb_each(p_details) d
$$;

-- Empties some lines of an order's timeline, those behind a sequence, and with the last of them the order itself. Answers
-- the sequence up to which it has come; null: it is through. p_also: erased, not redacted, with these further details (an
-- object of names); null: redacted. An order that is gone may have left its lines. Relies on order_event_timeline.
create function empty_order(
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
  select coalesce(jsonb_object_agg(k.key, true), '{}') into v_gone from (
    select 'customerName' as key
    union select jsonb_object_keys(v_told)
    union select jsonb_object_keys(e.details -> 'hsFields') from order_event e
      where e.project_id = p_project and e.service_id = p_service and e.sequence > p_after and e.sequence <= v_last
        and jsonb_typeof(e.details -> 'hsFields') = 'object'
  ) k where case
    when p_also is not null then k.key = 'customerName' or p_also ? k.key
      or is_personal(k.key, v_declared, p_found) or is_redacted(k.key, coalesce(v_fields, '{}'), p_found)
    when v_fields is null then is_personal(k.key, v_declared, p_found)
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
      redacted_at = coalesce(p_redacted_at, o.redacted_at), version = o.version + 1
    where o.project_id = p_project and o.service_id = p_service;
  return null;
end $$;

-- Redacts orders that are due, as in 20261122000200, for two seconds at most and p_events lines of each: those that it has
-- looked at, and up to where; null: done. With no lines nothing is done: then they are done one by one (redact_order).
-- p_aside: not these.
drop function redact_orders(timestamptz, timestamptz, text, integer);
create function redact_orders(
  p_closed_before timestamptz, p_now timestamptz, p_found text, p_limit integer, p_events integer, p_aside uuid[]
) returns table (project_id uuid, service_id uuid, version integer, done_until bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_due record;
  v_started timestamptz := clock_timestamp();
begin
  if not pg_try_advisory_xact_lock(331, 0) then
    return;
  end if;
  for v_due in
    with closed as materialized (
      select o.project_id, o.service_id, o.version from orders o
      where o.closed_at <= p_closed_before and o.redacted_at is null and o.service_id <> all (p_aside)
      order by o.closed_at
      limit p_limit
      for update skip locked
    ), left_open as materialized (
      select o.project_id, o.service_id, o.version from orders o
      where o.closed_at is null and o.redacted_at is null and o.created_at <= p_closed_before
        and o.service_id <> all (p_aside)
        and (o.section = 'Done' and o.last_update_time <= p_closed_before
          or greatest(o.last_update_time, o.scheduled_time_for_collection, o.partner_pickup_time, o.expected_at)
            <= p_now - interval '72 hours')
      order by o.created_at
      limit p_limit
      for update skip locked
    )
    select * from closed union all select * from left_open
  loop
    exit when p_events > 0 and clock_timestamp() - v_started > interval '2 seconds';
    project_id := v_due.project_id;
    service_id := v_due.service_id;
    version := v_due.version;
    done_until := case when p_events > 0
      then empty_order(v_due.project_id, v_due.service_id, 0, p_events, p_found, null, p_now) else 0 end;
    return next;
  end loop;
end $$;

-- The next lines of one order: up to where; null: done, or no longer as it was when it was due.
create function redact_order(
  p_project uuid, p_service uuid, p_version integer, p_after bigint, p_events integer, p_found text, p_now timestamptz
) returns bigint
language plpgsql as $$
begin
  perform 1 from orders o
    where o.project_id = p_project and o.service_id = p_service and o.version = p_version and o.redacted_at is null
    for update;
  if not found then
    return null;
  end if;
  return empty_order(p_project, p_service, p_after, p_events, p_found, null, p_now);
end $$;

-- Empties what is personal in an order of one customer and in its timeline, some lines at a time: its store, by which boards
-- are woken (null: it is gone), and up to where; null: it is through. Then it gets a line in its timeline, which is how
-- open boards learn of it.
drop function erase_orders(uuid, uuid[], text[], text, timestamptz);
create function erase_order(
  p_project uuid, p_service uuid, p_after bigint, p_events integer, p_also jsonb, p_found text, p_now timestamptz
) returns table (destination_id text, done_until bigint)
language plpgsql as $$
declare
  v_until bigint;
begin
  v_until := empty_order(p_project, p_service, p_after, p_events, p_found, p_also, null);
  if v_until is null then
    perform record_order_event(o, 'erased', 'system', null, null, '{}', null, p_now)
      from orders o where o.project_id = p_project and o.service_id = p_service;
  end if;
  return query select
    (select o.destination_id from orders o where o.project_id = p_project and o.service_id = p_service), v_until;
end $$;

-- The same in the answers kept for retries: a project's last 24 hours are read through, so many at a time, behind one. How
-- many were emptied, and the last that was read; null: that was all.
create function erase_answers(
  p_project uuid, p_services uuid[], p_also jsonb, p_found text, p_scope text, p_key text, p_rows integer
) returns table (erased integer, last_scope text, last_key text)
language plpgsql as $$
declare
  v_declared jsonb;
  v_fields text[];
  v_scope text;
  v_key text;
  v_erased integer;
begin
  select p.settings -> 'personalFields', case when jsonb_typeof(p.settings -> 'redactedFields') = 'array'
      then array(select jsonb_array_elements_text(p.settings -> 'redactedFields')) else '{}' end
    into v_declared, v_fields from project p where p.project_id = p_project;
  select k.scope, k.key into v_scope, v_key from idempotency_key k
    where k.project_id = p_project and (k.scope, k.key) > (p_scope, p_key)
    order by k.scope, k.key offset p_rows - 1 limit 1;
  update idempotency_key k set answer = k.answer || jsonb_build_object('customer_name', '',
      'hs_fields', redacted_details(k.answer -> 'hs_fields', array(
        select h.key from jsonb_object_keys(k.answer -> 'hs_fields') h (key)
        where p_also ? h.key or is_personal(h.key, v_declared, p_found) or is_redacted(h.key, v_fields, p_found))),
      'custom_event_meta_data', redacted_details(k.answer -> 'custom_event_meta_data', array(
        select h.key from jsonb_object_keys(k.answer -> 'custom_event_meta_data') h (key)
        where p_also ? h.key or is_personal(h.key, v_declared, p_found) or is_redacted(h.key, v_fields, p_found))))
    where k.project_id = p_project and (k.scope, k.key) > (p_scope, p_key)
      and (v_scope is null or (k.scope, k.key) <= (v_scope, v_key))
      and k.answer ->> 'service_id' = any (p_services::text[]);
  get diagnostics v_erased = row_count;
  return query select v_erased, v_scope, v_key;
end $$;

-- As in 20261121000530, with an object of names.
drop function erase_entries(uuid, text[], text[], text);
create function erase_entries(p_project uuid, p_entries text[], p_also jsonb, p_found text) returns integer
language plpgsql as $$
declare
  v_declared jsonb;
  v_installs text[];
  v_count integer;
begin
  select p.settings -> 'personalFields' into v_declared from project p where p.project_id = p_project;
  select array_agg(distinct e.install_ref) into v_installs from entry e
    where e.project_id = p_project and e.entry_id = any (p_entries) and e.install_ref is not null;
  delete from saved_view v where v.project_id = p_project and v.filters ->> 'installRef' = any (v_installs);
  update entry e set install_ref = null, latitude = null, longitude = null, horizontal_accuracy = null,
      fence_name = null, device_type = null,
      custom_event_meta_data = case when jsonb_typeof(e.custom_event_meta_data) = 'object'
        then redacted_details(e.custom_event_meta_data, array(
          select m.key from jsonb_object_keys(e.custom_event_meta_data) m (key)
          where p_also ? m.key or is_personal(m.key, v_declared, p_found))) else e.custom_event_meta_data end
    where e.project_id = p_project and e.entry_id = any (p_entries);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- As in 20261120000100. A publishable key is in everybody's phone: an order takes 200 changes, or a thousand that tell no
-- details, and then from such a key only what takes the customer on.
create or replace function update_order(
  p_project uuid, p_destination text, p_order text, p_stores text[], p_token text, p_if_match text[],
  p_customer text, p_hs jsonb, p_meta jsonb, p_event_type text, p_section board_section, p_status order_status,
  p_scheduled timestamptz, p_pickup timestamptz, p_expected timestamptz, p_event_time timestamptz, p_details jsonb,
  p_key_id text, p_idempotency_scope text, p_idempotency_key text, p_digest bytea, p_now timestamptz
) returns jsonb
language plpgsql as $$
declare
  v_answer jsonb;
  v_service uuid;
  v_ambiguous boolean;
  v_order orders;
  v_tells boolean := p_customer is not null or p_hs <> '{}' or p_meta <> '{}';
begin
  if p_idempotency_key is not null then
    v_answer := take_idempotency_key(p_project, p_idempotency_scope, p_idempotency_key, p_digest, p_now);
    if v_answer is not null then
      return v_answer;
    end if;
  end if;

  select f.service_id, f.ambiguous into v_service, v_ambiguous
    from find_order(p_project, p_order, p_destination, p_stores) f;

  -- What may not be changed is refused by the where clause, on the row as it is once its lock is ours.
  -- greatest() keeps a customer from moving backwards; a null section (updateOrder) moves nobody.
  if v_service is not null and not v_ambiguous then
    update orders o set
      customer_name = coalesce(p_customer, o.customer_name),
      hs_fields = jsonb_strip_nulls(o.hs_fields || p_hs),
      custom_event_meta_data = jsonb_strip_nulls(o.custom_event_meta_data || p_meta),
      scheduled_time_for_collection = coalesce(p_scheduled, o.scheduled_time_for_collection),
      partner_pickup_time = coalesce(p_pickup, o.partner_pickup_time),
      expected_at = coalesce(p_expected, o.expected_at),
      section = greatest(o.section, p_section),
      status = case when p_section >= o.section then p_status else o.status end,
      last_transition_time =
        case when p_section >= o.section and p_status <> o.status then p_now else o.last_transition_time end,
      on_the_way_at = case when p_section = 'OnTheWay'
        then coalesce(o.on_the_way_at, told_time(p_event_time, o.created_at, p_now)) else o.on_the_way_at end,
      arrived_at = case when p_section = 'Arrived' and o.section <= 'Arrived'
        then coalesce(o.arrived_at, told_time(p_event_time, o.created_at, p_now))
        else o.arrived_at end,
      closed_at = case when p_section = 'Done' then p_now else o.closed_at end,
      last_update_time = greatest(o.last_update_time, p_now),
      version = o.version + 1
    where o.project_id = p_project and o.service_id = v_service
      and o.status not in ('Completed', 'Cancelled')
      and (p_token is null or o.user_token = p_token)
      and (p_if_match is null or o.service_id::text || '.' || o.version = any (p_if_match))
      -- Most orders change a few times: nobody's key is looked up before.
      and not (o.version >= case when v_tells then 200 else 1000 end and coalesce(p_section <= o.section, true)
        and exists (select from api_key k
          where k.project_id = p_project and k.key_id::text = p_key_id and k.kind = 'publishable'))
    returning * into v_order;
  end if;

  if v_order.service_id is null then
    delete from idempotency_key where project_id = p_project and scope = p_idempotency_scope and key = p_idempotency_key;
    return (
      select jsonb_build_object('outcome', case
        when v_service is null then 'order_not_found'
        when v_ambiguous then 'order_ambiguous'
        when p_token is not null and o.user_token <> p_token then 'user_token_mismatch'
        when o.status in ('Completed', 'Cancelled') then 'order_closed'
        when p_if_match is null or o.service_id::text || '.' || o.version = any (p_if_match) then 'order_full'
        else 'version_mismatch' end, 'order', to_jsonb(o))
      from (select 1) as one
      left join orders o on o.project_id = p_project and o.service_id = v_service
    );
  end if;

  -- A merge may not grow an order past what a create may hold. Raised, so that nothing of it stays.
  if (select count(*) from jsonb_object_keys(v_order.hs_fields)) > 50 then
    raise exception 'hsFields' using errcode = 'BC001';
  elsif (select count(*) from jsonb_object_keys(v_order.custom_event_meta_data)) > 50 then
    raise exception 'customEventMetaData' using errcode = 'BC001';
  end if;

  perform record_order_event(v_order, p_event_type, 'api', p_key_id, null, p_details, p_event_time, p_now);
  if p_section = 'Arrived' and v_order.section = 'Arrived' then
    perform record_order_entry(v_order, p_event_time, p_now);
  end if;

  v_answer := to_jsonb(v_order);
  if p_idempotency_key is not null then
    update idempotency_key set answer = v_answer
      where project_id = p_project and scope = p_idempotency_scope and key = p_idempotency_key;
  end if;
  return jsonb_build_object('outcome', 'updated', 'order', v_answer);
end $$;
