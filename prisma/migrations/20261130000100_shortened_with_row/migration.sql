-- What stands on a row, as lib/board/ticket-face.ts guesses it, then the first details by the length of their names, up to eight: whoever
-- brings much to a store before somebody arrives takes nobody's bay off the boards. With what begins their values.
create or replace function shortened_details(p_details jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(d.key, left(d.value, 40)), '{}') from (
    select key, value from jsonb_each_text(p_details)
    order by lower(translate(key, ' _-', '')) in
        ('parkingbay', 'bay', 'carplate', 'plate', 'carcolor', 'carcolour', 'carmodel') and btrim(value) <> '' desc,
      octet_length(key), key collate "C"
    limit 8
  ) d
$$;
