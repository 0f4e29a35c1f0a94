-- What an action of staff replaced: the columns that it changed, as they were before it. Null where there is nothing to
-- undo. Kept beside the timeline, so that whichever server is asked can undo it.
alter table "order_event" add column "replaced" jsonb;

-- Of an order's place on the board, what one state has otherwise than the other.
create function replaced_place(p_before jsonb, p_after jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(b.key, b.value), '{}')
  from jsonb_each(p_before) b
  where b.key in ('status', 'section', 'is_acknowledged', 'acknowledged_at', 'acknowledged_by', 'expected_at',
                  'on_the_way_at', 'arrived_at', 'closed_at', 'closed_by')
    and b.value is distinct from p_after -> b.key
$$;

-- Who holds the orderId of an order that comes back from Done, when it is another: {"replacedBy": serviceId}, else {}.
-- Closing an order never frees its id, and bringing it back never takes the id from a newer one: the newer order keeps
-- the customer's app, and the older one is moved by staff alone.
create function claimed_anew(p_project uuid, p_order text, p_destination text, p_service uuid) returns jsonb
language sql stable as $$
  select coalesce((
    select jsonb_build_object('replacedBy', c.service_id)
    from order_claim c
    where c.project_id = p_project and c.order_id = p_order and c.destination_id = p_destination
      and c.service_id <> p_service), '{}')
$$;

-- Undoes what staff did to an order, named by the version that it made; no row when it can't be undone any more: longer
-- than 24 hours ago, undone already, or somebody acted on the order or moved it since. What a customer's app has told
-- meanwhile without moving the order stays. A function, because what others have written to the timeline while this one
-- waited for the order's lock must be seen, and a single statement would keep its first snapshot.
create function undo_staff_action(
  p_project uuid, p_service uuid, p_stores text[], p_version integer, p_user_id text, p_user_name text,
  p_now timestamptz
) returns setof orders
language plpgsql as $$
declare
  v_order orders;
  v_back orders;
  v_event order_event;
  v_claim jsonb := '{}';
begin
  select * into v_order from orders o
    where o.project_id = p_project and o.service_id = p_service
      and (p_stores is null or o.destination_id = any (p_stores))
    for update;
  if not found then
    return;
  end if;

  -- Relies on order_event_timeline.
  select * into v_event from order_event e
    where e.project_id = p_project and e.service_id = p_service and e.version = p_version
      and e.actor = 'staff' and e.replaced is not null and e.recorded_at > p_now - interval '24 hours'
      and not exists (
        select 1 from order_event l
        where l.project_id = e.project_id and l.service_id = e.service_id and l.version > e.version
          and (l.actor = 'staff' or l.status <> e.status or l.section <> e.section));
  if not found then
    return;
  end if;

  if v_order.status in ('Completed', 'Cancelled') then
    v_claim := claimed_anew(p_project, v_order.order_id, v_order.destination_id, p_service);
  end if;
  v_back := jsonb_populate_record(v_order, v_event.replaced);
  update orders o set
      status = v_back.status, section = v_back.section, is_acknowledged = v_back.is_acknowledged,
      acknowledged_at = v_back.acknowledged_at, acknowledged_by = v_back.acknowledged_by,
      expected_at = v_back.expected_at, on_the_way_at = v_back.on_the_way_at, arrived_at = v_back.arrived_at,
      closed_at = v_back.closed_at, closed_by = v_back.closed_by, version = o.version + 1,
      last_update_time = greatest(o.last_update_time, p_now),
      last_transition_time = case when o.status <> v_back.status then p_now else o.last_transition_time end
    where o.project_id = p_project and o.service_id = p_service
    returning * into v_back;
  perform record_order_event(
    v_back, 'undone', 'staff', p_user_id, p_user_name,
    jsonb_build_object('undone', v_event.event_type, 'from', v_order.section) || v_claim, null, p_now);
  return next v_back;
end $$;
