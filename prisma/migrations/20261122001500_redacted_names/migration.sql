-- What goes of an order a day after it was closed are also details whose own names tell of its customer. Which those are is said
-- by who asks (lib/redaction), who reads the names first: what has changed since is looked at another time.

-- Orders that are due, as in 20261122000200, the oldest first. p_aside: not these.
drop function redact_orders(timestamptz, timestamptz, text, integer, integer, uuid[]);
create function due_orders(p_closed_before timestamptz, p_now timestamptz, p_limit integer, p_aside uuid[])
returns table (project_id uuid, service_id uuid, version integer)
language sql stable as $$
  (select o.project_id, o.service_id, o.version from orders o
   where o.closed_at <= p_closed_before and o.redacted_at is null and o.service_id <> all (p_aside)
   order by o.closed_at
   limit p_limit)
  union all
  (select o.project_id, o.service_id, o.version from orders o
   where o.closed_at is null and o.redacted_at is null and o.created_at <= p_closed_before
     and o.service_id <> all (p_aside)
     and (o.section = 'Done' and o.last_update_time <= p_closed_before
       or greatest(o.last_update_time, o.scheduled_time_for_collection, o.partner_pickup_time, o.expected_at)
         <= p_now - interval '72 hours')
   order by o.created_at
   limit p_limit)
$$;

-- Redacts such orders, each as it was found due, for two seconds at most and p_events lines of each: those that it has come to,
-- and up to where; null: done. `names`: further details that are to go (p_also of empty_order). Of several servers one does
-- it, and nobody waits for it, nor it for an order that somebody changes.
create function redact_orders(p_due jsonb, p_found text, p_events integer, p_now timestamptz)
returns table (project_id uuid, service_id uuid, version integer, done_until bigint)
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
    select * from jsonb_to_recordset(p_due) d ("projectId" uuid, "serviceId" uuid, version integer, names jsonb)
  loop
    exit when clock_timestamp() - v_started > interval '2 seconds';
    perform 1 from orders o
      where o.project_id = v_due."projectId" and o.service_id = v_due."serviceId" and o.version = v_due.version
        and o.redacted_at is null
      for update skip locked;
    continue when not found;
    project_id := v_due."projectId";
    service_id := v_due."serviceId";
    version := v_due.version;
    done_until := empty_order(project_id, service_id, 0, p_events, p_found, v_due.names, p_now);
    return next;
  end loop;
end $$;

-- The next lines of one order, as in 20261122000300, with such names.
drop function redact_order(uuid, uuid, integer, bigint, integer, text, timestamptz);
create function redact_order(
  p_project uuid, p_service uuid, p_version integer, p_after bigint, p_events integer, p_found text, p_names jsonb,
  p_now timestamptz
) returns bigint
language plpgsql as $$
begin
  perform 1 from orders o
    where o.project_id = p_project and o.service_id = p_service and o.version = p_version and o.redacted_at is null
    for update;
  if not found then
    return null;
  end if;
  return empty_order(p_project, p_service, p_after, p_events, p_found, p_names, p_now);
end $$;
