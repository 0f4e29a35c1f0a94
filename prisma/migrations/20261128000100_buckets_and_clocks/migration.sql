-- A bucket that was filled at a time to come, for the database's clock was set back, is filled from now on: it would stay empty
-- until that time has come again. Whoever has waited for its row began earlier, and sets nothing back.
-- The function is that of 20261122001300_full_buckets but for that.
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
                           case when b.refilled_at > clock_timestamp() + interval '1 s' then excluded.refilled_at
                                else greatest(b.refilled_at, excluded.refilled_at) end as at) r) g
      )
    returning b.granted, b.tokens
$$;
