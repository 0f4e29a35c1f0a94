-- Test keys are marked as such. `made_by` names the person; null: somebody at the server's console. A key that was rotated
-- names its successor, and the successor it.
alter table api_key
  add column is_test boolean not null default false,
  add column made_by text,
  add column replaces uuid,
  add column replaced_by uuid;

-- The record narrowed to what kind of thing was done, and to who did it. One kind among millions of another, or everybody
-- who ever did anything, are a few looks into these.
create index audit_entry_of_action on audit_entry (project_id, action, at, sequence);
create index audit_entry_of_actor on audit_entry (project_id, actor_id, at, sequence);

-- Of settings, what one state has otherwise than the other: {"goalSeconds": {"from": 180, "to": 90}}; null: inherited.
create function changed_settings(p_before jsonb, p_after jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(k.key, jsonb_build_object('from', p_before -> k.key, 'to', p_after -> k.key)), '{}')
  from jsonb_object_keys(p_before || p_after) k (key)
  where p_before -> k.key is distinct from p_after -> k.key
$$;
