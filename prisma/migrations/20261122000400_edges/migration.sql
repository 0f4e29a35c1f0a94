-- Of two lists, what the first has and the second has not, in its order.
create function left_out(p_of jsonb, p_by jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(i.item order by i.place), '[]')
  from jsonb_array_elements(case jsonb_typeof(p_of) when 'array' then p_of else '[]' end) with ordinality i (item, place)
  where not p_by @> jsonb_build_array(i.item)
$$;

-- Of settings, what one state has otherwise than the other: {"goalSeconds": {"from": 180, "to": 90}}; null: inherited. Of a
-- list what went and what came, {"bays": {"gone": ["3"], "come": []}}: the record is kept for good, and two hundred bays of
-- which one is new need not stand there twice. A list that has another order alone is told whole.
create or replace function changed_settings(p_before jsonb, p_after jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(k.key,
    case when jsonb_typeof(s.before) = 'array' and jsonb_typeof(s.after) = 'array'
           and not (s.before @> s.after and s.after @> s.before)
      then jsonb_build_object('gone', left_out(s.before, s.after), 'come', left_out(s.after, s.before))
      else jsonb_build_object('from', s.before, 'to', s.after) end), '{}')
  from jsonb_object_keys(p_before || p_after) k (key)
  cross join lateral (select p_before -> k.key as before, p_after -> k.key as after) s
  where s.before is distinct from s.after
$$;
