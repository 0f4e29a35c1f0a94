-- As in 20261121000450, with what else names a device: what its owner calls a place and what it is. A view that somebody has
-- saved of the device goes as a whole: without it the view would be of everybody, and its name may say whose device it was.
create or replace function erase_entries(p_project uuid, p_entries text[], p_also text[], p_found text) returns integer
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
          where m.key = any (p_also) or is_personal(m.key, v_declared, p_found))) else e.custom_event_meta_data end
    where e.project_id = p_project and e.entry_id = any (p_entries);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
