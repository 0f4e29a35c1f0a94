-- What callers may still ask for, shared by all servers. Nothing of it needs to outlive a crash: not in the log.
create unlogged table rate_bucket (
  name        text not null,
  tokens      double precision not null,
  granted     integer not null,
  refilled_at timestamptz(3) not null,
  constraint rate_bucket_pkey primary key (name)
);

-- Takes up to p_want tokens from a bucket that refills by p_per_second up to p_burst. By the database's clock: servers'
-- clocks differ. Whoever waited for the row has an older time than the one before: time only goes on.
create function take_tokens(p_name text, p_want int, p_per_second float8, p_burst float8)
returns table (granted int, tokens float8)
language sql as $$
  insert into rate_bucket as b (name, tokens, granted, refilled_at)
    values (p_name, p_burst - least(p_want, floor(p_burst)), least(p_want, floor(p_burst)), clock_timestamp())
    on conflict (name) do update set
      (tokens, granted, refilled_at) = (
        select least(p_burst, r.level) - least(p_want, floor(least(p_burst, r.level))),
               least(p_want, floor(least(p_burst, r.level))),
               greatest(b.refilled_at, excluded.refilled_at)
        from (select b.tokens + p_per_second
                       * greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) as level) r
      )
    returning b.granted, b.tokens
$$;
