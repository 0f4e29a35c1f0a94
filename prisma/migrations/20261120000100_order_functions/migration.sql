-- Creating and updating an order are one function each: one round trip, one transaction, and every statement inside
-- sees what concurrent requests have committed (a single statement would keep its first snapshot, and could neither
-- replay an idempotent answer nor cancel an order that was created a moment ago).
-- Both answer jsonb: {"outcome": …, "order": …}. An outcome other than created, updated and replayed has changed nothing.

-- The store of that id; made, with a zone of its own, when it was never seen and the project is not strict.
-- False: the project is strict and does not know it.
create function ensure_store(p_project uuid, p_destination text, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  v_zone text;
begin
  perform 1 from store where project_id = p_project and destination_id = p_destination;
  if found then
    return true;
  end if;
  perform 1 from project where project_id = p_project and strict_destinations;
  if found then
    return false;
  end if;
  v_zone := gen_random_uuid()::text;
  insert into store (project_id, destination_id, name, default_zone_id, created_at)
    values (p_project, p_destination, p_destination, v_zone, p_now)
    on conflict (project_id, destination_id) do nothing;
  if found then
    insert into zone (project_id, zone_id, name, destination_id, created_at)
      values (p_project, v_zone, p_destination, p_destination, p_now);
    insert into zone_lookup (zone_id, project_id) values (v_zone, p_project) on conflict do nothing;
  end if;
  return true;
end $$;

-- One accepted arrival, one entry event: its id follows from the order, so a second one changes nothing; and from the
-- order's token, so that no sender of entries can take it first.
create function record_order_entry(o orders, p_event_time timestamptz, p_now timestamptz) returns void
language sql as $$
  insert into entry (project_id, entry_id, zone_id, destination_id, order_id, source, entry_time, creation_time)
    select o.project_id, md5(o.service_id::text || o.user_token), s.default_zone_id, o.destination_id, o.order_id, 'order',
           least(coalesce(p_event_time, p_now), p_now), p_now
    from store s where s.project_id = o.project_id and s.destination_id = o.destination_id
    on conflict (project_id, entry_id) do nothing
$$;

-- When something happened, as a phone tells it: not in the future, and not longer ago than phones lag behind. A wrong
-- clock must not put a customer at the top of the board for ever.
create function told_time(p_event_time timestamptz, p_earliest timestamptz, p_now timestamptz) returns timestamptz
language sql immutable as $$
  select greatest(p_earliest, least(coalesce(p_event_time, p_now), p_now))
$$;

-- The timeline row of an order as it stands now.
create function record_order_event(
  o orders, p_event_type text, p_actor text, p_actor_id text, p_actor_name text, p_details jsonb,
  p_event_time timestamptz, p_now timestamptz
) returns void
language sql as $$
  insert into order_event (project_id, destination_id, service_id, event_type, status, section, version,
                           actor, actor_id, actor_name, details, event_time, recorded_at)
    values (o.project_id, o.destination_id, o.service_id, p_event_type, o.status, o.section, o.version,
            p_actor, p_actor_id, p_actor_name, p_details, p_event_time, clock_timestamp())
$$;

-- Takes an idempotency key, waiting for a request that holds it. Null: taken, go on. Else: the answer to give.
create function take_idempotency_key(p_project uuid, p_scope text, p_key text, p_digest bytea, p_now timestamptz)
returns jsonb
language plpgsql as $$
declare
  v_held idempotency_key;
begin
  insert into idempotency_key as k (project_id, scope, key, request_digest, created_at, free_at)
    values (p_project, p_scope, p_key, p_digest, p_now, p_now + interval '24 hours')
    on conflict (project_id, scope, key) do update
      set request_digest = excluded.request_digest, answer = null,
          created_at = excluded.created_at, free_at = excluded.free_at
      where k.free_at <= excluded.created_at;
  if found then
    return null;
  end if;
  select * into v_held from idempotency_key where project_id = p_project and scope = p_scope and key = p_key;
  if v_held.request_digest <> p_digest then
    return jsonb_build_object('outcome', 'idempotency_key_reused');
  end if;
  return jsonb_build_object('outcome', 'replayed', 'order', v_held.answer);
end $$;

create function create_order(
  p_project uuid, p_destination text, p_order text, p_service uuid, p_token text, p_customer text,
  p_hs jsonb, p_meta jsonb, p_event_type text, p_section board_section, p_scheduled timestamptz,
  p_pickup timestamptz, p_expected timestamptz, p_event_time timestamptz, p_force boolean, p_details jsonb,
  p_key_id text, p_idempotency_scope text, p_idempotency_key text, p_digest bytea, p_now timestamptz
) returns jsonb
language plpgsql as $$
declare
  v_answer jsonb;
  v_previous uuid;
  v_order orders;
  v_old orders;
begin
  if p_idempotency_key is not null then
    v_answer := take_idempotency_key(p_project, p_idempotency_scope, p_idempotency_key, p_digest, p_now);
    if v_answer is not null then
      return v_answer;
    end if;
  end if;

  if not ensure_store(p_project, p_destination, p_now) then
    delete from idempotency_key where project_id = p_project and scope = p_idempotency_scope and key = p_idempotency_key;
    return jsonb_build_object('outcome', 'destination_unknown');
  end if;

  insert into order_claim as c (project_id, order_id, destination_id, service_id, created_at, free_at)
    values (p_project, p_order, p_destination, p_service, p_now, p_now + interval '24 hours')
    on conflict (project_id, order_id, destination_id) do update
      set previous_service_id = c.service_id, service_id = excluded.service_id,
          created_at = excluded.created_at, free_at = excluded.free_at
      where p_force or c.free_at <= excluded.created_at
    returning previous_service_id into v_previous;
  if not found then
    delete from idempotency_key where project_id = p_project and scope = p_idempotency_scope and key = p_idempotency_key;
    return (select jsonb_build_object('outcome', 'order_exists', 'createdAt', c.created_at, 'freeAt', c.free_at)
            from order_claim c
            where c.project_id = p_project and c.order_id = p_order and c.destination_id = p_destination);
  end if;

  if p_force and v_previous is not null then
    update orders set status = 'Cancelled', section = 'Done', closed_at = p_now, version = version + 1,
                      last_update_time = p_now, last_transition_time = p_now
      where project_id = p_project and service_id = v_previous and status not in ('Completed', 'Cancelled')
      returning * into v_old;
    if found then
      perform record_order_event(v_old, 'cancelled', 'api', p_key_id, null,
                                 jsonb_build_object('replacedBy', p_service), null, p_now);
    end if;
  end if;

  insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, customer_name,
                      hs_fields, custom_event_meta_data, scheduled_time_for_collection, partner_pickup_time,
                      expected_at, on_the_way_at, arrived_at, created_at, last_update_time, last_transition_time)
    values (p_project, p_service, p_destination, p_order, p_token, 'Registered', p_section, p_customer,
            p_hs, p_meta, p_scheduled, p_pickup, p_expected,
            case when p_section = 'OnTheWay' then told_time(p_event_time, p_now - interval '1 hour', p_now) end,
            case when p_section = 'Arrived' then told_time(p_event_time, p_now - interval '1 hour', p_now) end,
            p_now, p_now, p_now)
    returning * into v_order;
  perform record_order_event(v_order, p_event_type, 'api', p_key_id, null, p_details, p_event_time, p_now);
  if p_section = 'Arrived' then
    perform record_order_entry(v_order, p_event_time, p_now);
  end if;

  v_answer := to_jsonb(v_order);
  if p_idempotency_key is not null then
    update idempotency_key set answer = v_answer
      where project_id = p_project and scope = p_idempotency_scope and key = p_idempotency_key;
  end if;
  return jsonb_build_object('outcome', 'created', 'order', v_answer);
end $$;

-- Which order an id means now: the newest of that id. Without a destination the only one that is still open, or, when
-- none is, the newest. Null with v_ambiguous when two stores have it open.
create function find_order(p_project uuid, p_order text, p_destination text, p_stores text[])
returns table (service_id uuid, ambiguous boolean)
language sql stable as $$
  with held as (
    select c.service_id, c.created_at, o.status not in ('Completed', 'Cancelled') as open
    from order_claim c
    join orders o on o.project_id = c.project_id and o.service_id = c.service_id
    where c.project_id = p_project and c.order_id = p_order
      and (p_destination is null or c.destination_id = p_destination)
      and (p_stores is null or c.destination_id = any (p_stores))
  )
  select h.service_id, (select count(*) from held where open) > 1
  from held h order by h.open desc, h.created_at desc limit 1
$$;

create function update_order(
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
