-- A detail's own name may tell of a customer as its value may: an app may make one of what somebody has typed. Which ones do is
-- said by who asks (lib/customers, lib/redaction); such a detail goes altogether, also where a timeline says that it was removed.

-- Details without the values of those that are in an object of names; without the detail where it says "name" of it. What was
-- null, a detail's removal, stays null.
create or replace function emptied_details(p_details jsonb, p_gone jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(d.key, case
    when d.value <> 'null'::jsonb and p_gone ? d.key then '""'::jsonb else d.value end), '{}')
  from jsonb_each(p_details) d
  where p_gone -> d.key is distinct from '"name"'
$$;

-- As in 20261122000300, but for p_also, further details that are to go: an object of names, of which each is true or, where the
-- name goes as well, "name". Redacted it is where p_redacted_at is told, else erased.
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
    when p_redacted_at is null then k.key = 'customerName' or p_also ? k.key
      or is_personal(k.key, v_declared, p_found) or is_redacted(k.key, coalesce(v_fields, '{}'), p_found)
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
      redacted_at = coalesce(p_redacted_at, o.redacted_at), version = o.version + 1
    where o.project_id = p_project and o.service_id = p_service;
  return null;
end $$;

-- Of erase_answers and erase_entries: the same of p_also. The rest of them is as it was.
do $do$
declare
  v_change record;
  v_text text;
begin
  for v_change in select * from (values
    ('erase_answers',
     $$redacted_details(k.answer -> 'hs_fields', array(
        select h.key from$$,
     $$emptied_details(k.answer -> 'hs_fields', (
        select jsonb_object_agg(h.key, coalesce(p_also -> h.key, 'true')) from$$),
    ('erase_answers',
     $$redacted_details(k.answer -> 'custom_event_meta_data', array(
        select h.key from$$,
     $$emptied_details(k.answer -> 'custom_event_meta_data', (
        select jsonb_object_agg(h.key, coalesce(p_also -> h.key, 'true')) from$$),
    ('erase_entries',
     $$redacted_details(e.custom_event_meta_data, array(
          select m.key from$$,
     $$emptied_details(e.custom_event_meta_data, (
          select jsonb_object_agg(m.key, coalesce(p_also -> m.key, 'true')) from$$)
  ) change (name, before, after) loop
    v_text := pg_get_functiondef(v_change.name::regproc);
    if strpos(v_text, v_change.before) = 0 then
      raise exception '% is not the function that this migration changes: %', v_change.name, v_change.before;
    end if;
    execute replace(v_text, v_change.before, v_change.after);
  end loop;
end $do$;
