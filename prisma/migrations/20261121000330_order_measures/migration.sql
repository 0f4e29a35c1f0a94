-- How long customers waited is told from the orders' own times, so it is right whatever staff undo or move back, and stays
-- when an order's details are redacted. The orders of a store in the order of arrival; only those that arrived.
create index orders_arrived on orders (project_id, destination_id, arrived_at) where arrived_at is not null;

-- Which day it is in UTC, counted from 1970.
create function utc_day(p_at timestamptz) returns integer
language sql immutable as $$
  select floor(date_part('epoch', p_at) / 86400)::int
$$;

-- The same, packed by day (in UTC) once a day is some days over: a year is then read from 365 rows a store and not from
-- every order. It is nothing but what measured_orders() answers, and is made anew with any later change of its orders.
create table order_day (
  project_id     uuid not null,
  destination_id text not null,
  day            integer not null,
  measures       bytea not null,
  constraint order_day_pkey primary key (project_id, destination_id, day)
);
-- Small and hardly compressible: packing it twice would only cost time.
alter table order_day alter column measures set storage external;

-- The orders of a store that arrived on these days (UTC), the last included, 12 bytes each (lib/insights/packed.ts reads them):
--   int4 minutes from 1970 to the arrival
--   int4 seconds from the arrival to the hand-over (22 bits), how it ended (2 bits: 0 handed over, 1 cancelled, 2 open),
--        seconds of notice before the arrival (6 bits, 63 and more are 63)
--   int2 seconds from the arrival until it was acknowledged, int2 from then until the hand-over; -1 where there are none.
-- Who hands over without having acknowledged does both in one tap: that is no time to hand over.
-- Relies on orders_arrived.
create function measured_orders(p_project uuid, p_destination text, p_first integer, p_last integer) returns bytea
language sql stable as $$
  select coalesce(string_agg(
           int4send(floor(date_part('epoch', o.arrived_at) / 60)::int)
           || int4send(
                (case when o.status = 'Completed'
                      then least(4194303, greatest(0, floor(date_part('epoch', o.closed_at - o.arrived_at))))::int
                      else 0 end << 8)
                | (case o.status when 'Completed' then 0 when 'Cancelled' then 1 else 2 end << 6)
                | least(63, greatest(0, floor(date_part('epoch', o.arrived_at - coalesce(o.on_the_way_at, o.created_at)))))::int)
           || int2send(case when o.acknowledged_at is null then -1 else
                least(32767, greatest(0, floor(date_part('epoch', o.acknowledged_at - o.arrived_at)))) end::smallint)
           || int2send(case when o.status = 'Completed' and o.acknowledged_at < o.closed_at
                then least(32767, floor(date_part('epoch', o.closed_at - o.acknowledged_at))) else -1 end::smallint),
           ''), '')
  from orders o
  where o.project_id = p_project and o.destination_id = p_destination
    and o.arrived_at >= to_timestamp(p_first * 86400.0) and o.arrived_at < to_timestamp((p_last + 1) * 86400.0)
$$;

-- One who packs a store's days, and one who changes an order of a packed day, wait for each other.
create function lock_order_days(p_project uuid, p_destination text) returns void
language sql as $$
  select pg_advisory_xact_lock(hashtextextended(p_project::text || p_destination, 330))
$$;

-- Statements of their own, so that each sees what was committed while the lock was waited for.
create function repack_order_day() returns trigger
language plpgsql as $$
declare
  v_order orders := case when tg_op = 'DELETE' then old else new end;
begin
  perform lock_order_days(v_order.project_id, v_order.destination_id);
  update order_day d set measures = measured_orders(d.project_id, d.destination_id, d.day, d.day)
    where d.project_id = v_order.project_id and d.destination_id = v_order.destination_id
      and d.day in (case when tg_op <> 'INSERT' then utc_day(old.arrived_at) end,
                    case when tg_op <> 'DELETE' then utc_day(new.arrived_at) end);
  return null;
end $$;

-- A day is packed three days after it is over: what arrived in the last two changes freely.
create trigger orders_arrived_long_ago after insert on orders for each row
  when (new.arrived_at < now() - interval '2 days') execute function repack_order_day();
create trigger orders_deleted_long_ago after delete on orders for each row
  when (old.arrived_at < now() - interval '2 days') execute function repack_order_day();
create trigger orders_changed_long_ago after update on orders for each row
  when ((old.arrived_at < now() - interval '2 days' or new.arrived_at < now() - interval '2 days')
        and (old.arrived_at, old.status, old.acknowledged_at, old.closed_at, old.on_the_way_at)
            is distinct from (new.arrived_at, new.status, new.acknowledged_at, new.closed_at, new.on_the_way_at))
  execute function repack_order_day();

-- Packs up to so many days, of those that no later one of the same store is packed of: how many. Of several servers one
-- does it. A store's first day is that of its first arrival.
create function pack_order_days(p_limit integer) returns integer
language plpgsql as $$
declare
  v_store record;
  v_packed integer := 0;
  v_last integer := utc_day(now()) - 3;
begin
  if not pg_try_advisory_xact_lock(330, 0) then
    return 0;
  end if;
  for v_store in
    select s.project_id, s.destination_id, n.next_day
    from store s
    cross join lateral (
      select coalesce(
        (select d.day + 1 from order_day d
         where d.project_id = s.project_id and d.destination_id = s.destination_id order by d.day desc limit 1),
        (select utc_day(o.arrived_at) from orders o
         where o.project_id = s.project_id and o.destination_id = s.destination_id and o.arrived_at is not null
         order by o.arrived_at limit 1)) as next_day
    ) n
    where n.next_day < v_last
    order by s.project_id, s.destination_id
    limit p_limit
  loop
    exit when v_packed >= p_limit;
    perform lock_order_days(v_store.project_id, v_store.destination_id);
    insert into order_day (project_id, destination_id, day, measures)
    select v_store.project_id, v_store.destination_id, g.day,
           measured_orders(v_store.project_id, v_store.destination_id, g.day, g.day)
    from generate_series(v_store.next_day, least(v_last, v_store.next_day + p_limit - v_packed) - 1) g (day)
    on conflict do nothing;
    v_packed := v_packed + least(v_last - v_store.next_day, p_limit - v_packed);
  end loop;
  return v_packed;
end $$;
