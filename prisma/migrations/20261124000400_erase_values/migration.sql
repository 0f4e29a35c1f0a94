-- A detail that a project has declared as nobody's goes where it holds the phone or plate, and nowhere else: not in another
-- entry, answer or line, nor where it holds something else by now.

-- As in 20261124000300, but that p_also is an object of names, of which each is an object of the values that hold it or, where
-- the name goes as well, "name". (Of a server that is older each is true: the value goes, whatever it is.)
create or replace function erased_details(p_details jsonb, p_kinds jsonb, p_also jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(d.key, case
    when d.value = 'null'::jsonb then d.value
    when p_kinds ->> d.key = 'none' and not coalesce(p_also -> d.key = 'true' or (p_also -> d.key) ? (d.value #>> '{}'), false)
      then d.value
    else '""'::jsonb end), '{}')
  from jsonb_each(case when jsonb_typeof(p_details) = 'object' then p_details else '{}' end) d
  where p_kinds ? d.key and p_also -> d.key is distinct from '"name"'
$$;
