/**
 * Orders number $3 to $4 of $5, over the $6 days before $7, that are all over: of the stores in $2, some slower than others,
 * the rush after work slower than the morning. A tenth come without notice, a few are cancelled, few wait very long. As if
 * redacted a day later: nobody's name is among them.
 */
export const makePastOrders = `
  insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, hs_fields,
                      is_acknowledged, version, on_the_way_at, arrived_at, acknowledged_at, acknowledged_by, closed_at,
                      closed_by, created_at, last_update_time, last_transition_time, redacted_at)
  select $1::uuid, gen_random_uuid(), ($2::text[])[s.place], (10000 + i)::text, 'past-' || i,
         case when s.chance < 0.97 then 'Completed' else 'Cancelled' end::order_status, 'Done',
         jsonb_build_object('Car Plate', '', 'Car Model', (array['Corsa', 'Golf', 'Yaris', 'Clio'])[1 + i % 4]),
         true, 5, t.at - n.notice, t.at, t.at + w.wait * w.share, 'Sam Okafor', t.at + w.wait, 'Sam Okafor',
         t.at - n.notice - interval '2 hours', t.at + w.wait, t.at + w.wait, t.at + w.wait + interval '24 hours'
  from generate_series($3::bigint, $4::bigint) i
  cross join lateral (select i * $6::float8 / $5::bigint as days) d
  cross join lateral (select d.days - floor(d.days) as share) f
  cross join lateral (
    select date_trunc('day', $7::timestamptz) + (floor(d.days) + 1 - $6::float8) * interval '1 day'
           + interval '8 hours' + interval '12 hours' * (f.share - sin(2 * pi() * f.share) / 9) as at
  ) t
  cross join lateral (
    select 1 + floor(cardinality($2::text[]) * random() + i * 0)::int as place, random() + i * 0 as chance,
           1 + random() ^ 3 + i * 0 as luck
  ) s
  cross join lateral (
    select case when i % 10 = 3 then interval '20 seconds' else interval '3 minutes' + s.chance * interval '20 minutes' end
             as notice
  ) n
  cross join lateral (
    select least(3000, (60 + 25 * (s.place % 5)) * s.luck * (0.4 - ln(s.chance + 0.02) * 0.6)
                       * (1 + exp(0 - ((f.share - 0.78) * 12) ^ 2)) * case when i % 397 = 0 then 9 else 1 end)
             * interval '1 second' as wait,
           case when i % 14 = 0 then 1 else 0.15 + s.chance * 0.3 end as share
  ) w
  where t.at + w.wait <= $7::timestamptz`

/** The timelines of those orders, as their columns tell them. */
export const makePastTimelines = `
  insert into order_event (project_id, destination_id, service_id, event_type, status, section, version, actor, actor_name,
                           details, recorded_at)
  select o.project_id, o.destination_id, o.service_id, e.type, e.status::order_status, e.section::board_section, e.version,
         case when e.version < 3 then 'api' else 'staff' end, case when e.version > 2 then o.closed_by end,
         case e.version when 1 then jsonb_build_object('customerName', '', 'hsFields', o.hs_fields) when 2 then '{}'
           else jsonb_build_object('from', 'Arrived') end, e.at
  from orders o
  cross join lateral (values
    (1, 'onTheWay', 'OnTheWay', 'OnTheWay', o.on_the_way_at),
    (2, 'arrival', 'Arrived', 'Arrived', o.arrived_at),
    (3, 'acknowledged', 'Arrived', 'Arrived', nullif(o.acknowledged_at, o.closed_at)),
    (4, case o.status when 'Completed' then 'fulfilled' else 'cancelled' end, o.status::text, 'Done', o.closed_at)
  ) e (version, type, status, section, at)
  where o.project_id = $1 and e.at is not null
  order by e.at, e.version`
