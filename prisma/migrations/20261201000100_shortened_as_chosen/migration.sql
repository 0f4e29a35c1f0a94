-- What stands on a row is what a manager chose: p_first says what that is called, the most telling first, plainly (lower case, without
-- blanks, _ and -) or as it is written. Then the first details by the length of their names, up to eight: whoever brings much to a
-- store before somebody arrives takes nobody's bay off the boards. With what begins their values.
create function shortened_details(p_details jsonb, p_first text[]) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(d.key, left(d.value, 40)), '{}') from (
    select key, value from jsonb_each_text(p_details)
    order by case when btrim(value) <> '' then least(
        array_position(p_first, key),
        array_position(p_first, lower(translate(key, ' _-', '')))
      ) end,
      octet_length(key), key collate "C"
    limit 8
  ) d
$$;

drop function shortened_details(jsonb);
