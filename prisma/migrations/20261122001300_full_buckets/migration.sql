-- When a bucket will be full if nobody asks for it: from then on its row says nothing that no row would not, whatever its rate.
-- Those that are there may take a day.
alter table rate_bucket add column full_at timestamptz(3);
update rate_bucket set full_at = refilled_at + interval '1 day';
alter table rate_bucket alter column full_at set not null;

-- The function is that of 20261121000100_rate_limits but for that. Fifty years stand for more.
create or replace function take_tokens(p_name text, p_want int, p_per_second float8, p_burst float8)
returns table (granted int, tokens float8)
language sql as $$
  insert into rate_bucket as b (name, tokens, granted, refilled_at, full_at)
    select p_name, p_burst - n.granted, n.granted, n.at, n.at + least(n.granted / p_per_second, 1.6e9) * interval '1 s'
    from (select least(p_want, floor(p_burst)) as granted, clock_timestamp() as at) n
    on conflict (name) do update set
      (tokens, granted, refilled_at, full_at) = (
        select g.level - g.granted, g.granted, g.at,
               g.at + least((p_burst - g.level + g.granted) / p_per_second, 1.6e9) * interval '1 s'
        from (select r.level, least(p_want, floor(r.level)) as granted, r.at
              from (select least(p_burst, b.tokens + p_per_second
                             * greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at))) as level,
                           greatest(b.refilled_at, excluded.refilled_at) as at) r) g
      )
    returning b.granted, b.tokens
$$;
