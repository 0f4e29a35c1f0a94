-- Orders are set aside before they are redacted, and taken back when they are done: what hangs or ends the process that is at
-- it is not the first again in the next one. `holder`: the process that is at it, until `held_until` at the latest; `retry_at`:
-- when it is tried again, alone. Nothing of a customer's is here. No reference to orders: whoever holds one would be waited for.
create table redaction_attempt (
  project_id uuid not null,
  service_id uuid not null,
  attempts integer not null,
  retry_at timestamptz(3) not null,
  holder uuid,
  held_until timestamptz(3),
  primary key (project_id, service_id)
);

-- When an order that nobody closes has been left for good: three days behind its last change and when its customer was to come,
-- and a year behind its last change at the latest, whatever was said of that.
-- Of its times alone: of a whole row all its details would be fetched.
create function left_at(p_told timestamptz, p_scheduled timestamptz, p_partner timestamptz, p_expected timestamptz)
returns timestamptz
language sql stable as $$
  select least(greatest(p_told, p_scheduled, p_partner, p_expected) + interval '72 hours', p_told + interval '365 days')
$$;

create or replace function due_orders(p_closed_before timestamptz, p_now timestamptz, p_limit integer, p_aside uuid[])
returns table (project_id uuid, service_id uuid, version integer)
language sql stable as $$
  (select o.project_id, o.service_id, o.version from orders o
   where o.closed_at <= p_closed_before and o.redacted_at is null and o.service_id <> all (p_aside)
   order by o.closed_at
   limit p_limit)
  union all
  (select o.project_id, o.service_id, o.version from orders o
   where o.closed_at is null and o.redacted_at is null and o.created_at <= p_closed_before
     and o.service_id <> all (p_aside)
     and (o.section = 'Done' and o.last_update_time <= p_closed_before or left_at(
       o.last_update_time, o.scheduled_time_for_collection, o.partner_pickup_time, o.expected_at) <= p_now)
   order by o.created_at
   limit p_limit)
$$;

-- Whether an order is due, as due_orders has it.
create function is_due(o orders, p_closed_before timestamptz, p_now timestamptz) returns boolean
language sql stable as $$
  select o.redacted_at is null and (o.closed_at <= p_closed_before or o.closed_at is null and o.created_at <= p_closed_before
    and (o.section = 'Done' and o.last_update_time <= p_closed_before or left_at(
       o.last_update_time, o.scheduled_time_for_collection, o.partner_pickup_time, o.expected_at) <= p_now))
$$;

-- Takes orders that are due (p_aside: not these) for a process, and sets them aside: those that were never tried, the oldest
-- first; where there are none, a single one of which it is time that it is tried again. So long as another process is at some
-- there are none, and none are read: by the database's clock, for p_now may be anybody's.
create function take_due_orders(
  p_closed_before timestamptz, p_now timestamptz, p_limit integer, p_aside uuid[], p_holder uuid
) returns table (project_id uuid, service_id uuid, version integer, attempts integer)
language plpgsql as $$
#variable_conflict use_column
begin
  if not pg_try_advisory_xact_lock(331, 0) then
    return;
  end if;
  perform 1 from redaction_attempt a where a.holder <> p_holder and a.held_until > clock_timestamp();
  if found then
    return;
  end if;
  -- What was done after all, or changed, or is gone.
  delete from redaction_attempt a where a.retry_at <= p_now and not exists (
    select from orders o where o.project_id = a.project_id and o.service_id = a.service_id
      and is_due(o, p_closed_before, p_now));
  return query
    with untried as materialized (
      select d.project_id, d.service_id, d.version
      from due_orders(p_closed_before, p_now, p_limit, p_aside || array(select a.service_id from redaction_attempt a)) d
    ), tried as materialized (
      select o.project_id, o.service_id, o.version
      from redaction_attempt a join orders o on o.project_id = a.project_id and o.service_id = a.service_id
      where not exists (select from untried) and a.retry_at <= p_now and a.service_id <> all (p_aside)
      order by a.retry_at, a.service_id limit 1
    ), due as (
      select * from untried union all select * from tried
    ), taken as (
      insert into redaction_attempt as a (project_id, service_id, attempts, retry_at, holder, held_until)
      select d.project_id, d.service_id, 1, p_now + interval '5 minutes', p_holder, clock_timestamp() + interval '1 minute'
      from due d
      on conflict (project_id, service_id) do update set attempts = a.attempts + 1, holder = excluded.holder,
        held_until = excluded.held_until,
        retry_at = p_now + least(interval '1 day', interval '1 hour' * power(2, least(a.attempts - 1, 5)))
      returning a.project_id, a.service_id, a.attempts
    )
    select d.project_id, d.service_id, d.version, t.attempts
    from due d join taken t on t.project_id = d.project_id and t.service_id = d.service_id;
end $$;

-- Ends a process's turn at what it has taken: all of it is done, or as it was, but for p_kept, which stay set aside, for an
-- hour at least.
create function settle_due_orders(p_holder uuid, p_kept uuid[], p_now timestamptz) returns void
language sql as $$
  update redaction_attempt a set holder = null, held_until = null, retry_at = greatest(a.retry_at, p_now + interval '1 hour')
    where a.holder = p_holder and a.service_id = any (p_kept);
  delete from redaction_attempt a where a.holder = p_holder;
$$;

select raise_wall();
