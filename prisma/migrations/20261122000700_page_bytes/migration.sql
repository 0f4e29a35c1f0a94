-- How many bytes values of JSON are as text, one after the other; once that is more than `p_most`, what comes behind is not
-- even read: to count a text it has to be unpacked. Over a window it says where a page has to end.
create function bytes_until(p_bytes bigint, p_value jsonb, p_most bigint) returns bigint
language plpgsql immutable strict parallel safe as $$
begin
  if p_bytes > p_most then
    return p_bytes;
  end if;
  return p_bytes + octet_length(p_value::text);
end $$;

create aggregate bytes_until(jsonb, bigint) (sfunc = bytes_until, stype = bigint, initcond = '0', parallel = safe);
