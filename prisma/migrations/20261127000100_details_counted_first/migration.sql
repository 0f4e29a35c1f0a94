-- Which of an order's details would hold more entries after a merge than a create may: hsFields, customEventMetaData, or null.
-- Those of which nothing is told are not looked at.
create function details_over(p_kept_hs jsonb, p_kept_meta jsonb, p_hs jsonb, p_meta jsonb) returns text
language plpgsql stable as $$
begin
  if p_hs <> '{}' and (select count(*) from jsonb_object_keys(jsonb_strip_nulls(p_kept_hs || p_hs))) > 50 then
    return 'hsFields';
  elsif p_meta <> '{}' and (select count(*) from jsonb_object_keys(jsonb_strip_nulls(p_kept_meta || p_meta))) > 50 then
    return 'customEventMetaData';
  end if;
  return null;
end $$;

-- Whether an order has changed so often that it takes only what moves its customer on, with a publishable key. Most orders change
-- a few times: nobody's key is looked up before.
create function takes_no_more(
  p_project uuid, p_version integer, p_kept board_section, p_tells boolean, p_section board_section, p_key_id text
) returns boolean
language plpgsql stable as $$
begin
  if p_version < (case when p_tells then 200 else 1000 end) or p_section > p_kept then
    return false;
  end if;
  return exists (
    select from api_key k where k.project_id = p_project and k.key_id::text = p_key_id and k.kind = 'publishable');
end $$;

-- A merge that would grow an order too far is refused before anything of it is written (it was written, counted and undone),
-- and the order is answered with the refusal, so that what was read for it counts.
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
  v_outcome text;
  v_over text;
  v_tells boolean := p_customer is not null or p_hs <> '{}' or p_meta <> '{}';
begin
  if p_idempotency_key is not null then
    v_answer := take_idempotency_key(p_project, p_idempotency_scope, p_idempotency_key, p_digest, p_now);
    if v_answer is not null then
      return v_answer;
    end if;
  end if;

  select f.service_id, f.ambiguous into v_service, v_ambiguous
    from find_order(p_project, p_order, p_destination, p_stores, p_token) f;

  if v_service is null or v_ambiguous then
    delete from idempotency_key where project_id = p_project and scope = p_idempotency_scope and key = p_idempotency_key;
    return jsonb_build_object('outcome', case when v_ambiguous then 'order_ambiguous' else 'order_not_found' end);
  end if;

  -- What may not be changed is refused by the where clause, on the row as it is once its lock is ours.
  -- greatest() keeps a customer from moving backwards; a null section (updateOrder) moves nobody.
  loop
    update orders o set
      customer_name = coalesce(p_customer, o.customer_name),
      hs_fields = case when p_hs = '{}' then o.hs_fields else jsonb_strip_nulls(o.hs_fields || p_hs) end,
      custom_event_meta_data = case when p_meta = '{}' then o.custom_event_meta_data
        else jsonb_strip_nulls(o.custom_event_meta_data || p_meta) end,
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
      and (p_token is null or is_same_secret(o.user_token, p_token))
      and (p_if_match is null or o.service_id::text || '.' || o.version = any (p_if_match))
      and details_over(o.hs_fields, o.custom_event_meta_data, p_hs, p_meta) is null
      and not takes_no_more(o.project_id, o.version, o.section, v_tells, p_section, p_key_id)
    returning * into v_order;
    exit when found;

    select o.* into v_order from orders o where o.project_id = p_project and o.service_id = v_service;
    -- Who guesses reads nothing, nor does anything count what there would be.
    v_outcome := case
      when v_order.service_id is null then 'order_not_found'
      when p_token is not null and not is_same_secret(v_order.user_token, p_token) then 'user_token_mismatch'
    end;
    v_answer := '{}';
    if v_outcome is null then
      v_over := details_over(v_order.hs_fields, v_order.custom_event_meta_data, p_hs, p_meta);
      v_outcome := case
        when v_order.status in ('Completed', 'Cancelled') then 'order_closed'
        when v_order.service_id::text || '.' || v_order.version <> all (p_if_match) then 'version_mismatch'
        when takes_no_more(v_order.project_id, v_order.version, v_order.section, v_tells, p_section, p_key_id)
          then 'order_full'
        when v_over is not null then 'too_many_details'
      end;
      v_answer := jsonb_build_object('order', to_jsonb(v_order), 'field', v_over);
    end if;
    if v_outcome is not null then
      delete from idempotency_key where project_id = p_project and scope = p_idempotency_scope and key = p_idempotency_key;
      return jsonb_build_object('outcome', v_outcome) || v_answer;
    end if;
    -- It has changed between the two, and nothing stands against it any more.
  end loop;

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
