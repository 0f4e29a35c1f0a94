-- What stands on a row is what a manager chose: p_ranks says what that is called, with the lowest for the most telling, as it is written
-- or plainly (A to Z small, without blanks, _ and -). Then the first details by the length of their names, up to eight: whoever brings
-- much to a store before somebody arrives takes nobody's bay off the boards. With what begins their values.
create function shortened_details(p_details jsonb, p_ranks jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(d.key, left(d.value, 40)), '{}') from (
    select key, value from jsonb_each_text(p_details)
    order by case when (p_ranks ? key or p_ranks ? lower(translate(key, ' _-', ''))) and btrim(value) <> '' then
        least((p_ranks -> key)::int, (p_ranks -> lower(translate(key, ' _-', '')))::int) end,
      octet_length(key), key collate "C"
    limit 8
  ) d
$$;

drop function shortened_details(jsonb);
