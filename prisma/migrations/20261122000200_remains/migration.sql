-- What nobody has closed and is not yet redacted. By when it was made, which no update changes: an index of what each
-- update changes would make all of them dearer.
create index orders_left_open on orders (created_at) where closed_at is null and redacted_at is null;

-- As in 20261121000450, with orders that nobody has closed: three days after what was last told of them, or is due, when no
-- board shows them any more; one that was over when it was made, as one that was closed. Relies on orders_unredacted and
-- orders_left_open.
create or replace function redact_orders(p_closed_before timestamptz, p_now timestamptz, p_found text, p_limit integer)
returns integer
language plpgsql as $$
declare
  v_count integer;
begin
  if not pg_try_advisory_xact_lock(331, 0) then
    return 0;
  end if;
  with closed as materialized (
    select o.project_id, o.service_id, o.hs_fields, o.custom_event_meta_data from orders o
    where o.closed_at <= p_closed_before and o.redacted_at is null
    order by o.closed_at
    limit p_limit
    for update skip locked
  ), left_open as materialized (
    select o.project_id, o.service_id, o.hs_fields, o.custom_event_meta_data from orders o
    where o.closed_at is null and o.redacted_at is null and o.created_at <= p_closed_before
      and (o.section = 'Done' and o.last_update_time <= p_closed_before
        or greatest(o.last_update_time, o.scheduled_time_for_collection, o.partner_pickup_time, o.expected_at)
          <= p_now - interval '72 hours')
    order by o.created_at
    limit p_limit
    for update skip locked
  ), due as materialized (
    select o.project_id, o.service_id, o.hs_fields, o.custom_event_meta_data, p.settings -> 'personalFields' as declared,
           case when jsonb_typeof(p.settings -> 'redactedFields') = 'array'
             then array(select jsonb_array_elements_text(p.settings -> 'redactedFields')) end as fields
    from (select * from closed union all select * from left_open) o
    join project p on p.project_id = o.project_id
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

-- What is told of an order after its details were taken out is to go as well.
create function redact_again() returns trigger
language plpgsql as $$
begin
  new.redacted_at := null;
  return new;
end $$;
create trigger orders_told_after_redaction before update on orders for each row
  when (old.redacted_at is not null and new.redacted_at = old.redacted_at
        and new.last_update_time > old.last_update_time)
  execute function redact_again();
