-- As before, but for a status that the app has told within the same section where the undo takes no status back: the
-- acknowledgement of an order that was created on arrival stays an undo away when its app tells the arrival again.
create or replace function undo_staff_action(
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
          and (l.actor = 'staff' or l.section <> e.section
               or (l.status <> e.status and e.replaced ? 'status')
               or (l.event_type = 'arrival' and e.section = 'Arrived' and e.replaced ? 'section')));
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
