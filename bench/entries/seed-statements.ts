/** The making of many entries, as statements: without indexes and triggers, which are made when the rows are there. */

/** Rows of one statement. */
export const chunkRows = 500_000

/**
 * Entries number $2 to $3 of $4 over the `$5` days before $6: more in the afternoon, none at night; some of $7 stores
 * with many, some with few; two systems that are frequent and one that is rare; imports in one month alone.
 */
export const makeEntries = `
  insert into entry (project_id, entry_id, sequence, zone_id, destination_id, install_ref, order_id, source, entry_time,
                     creation_time, latitude, longitude, horizontal_accuracy, device_type, os, os_version,
                     app_build_version, sdk_version)
  select $1::uuid, to_hex((date_part('epoch', t.created) * 1000)::bigint) || '-' || substr(md5(i::text), 1, 20), i, ($8::text[])[s.place], ($7::text[])[s.place],
         case when k.source <> 'order' then 'install-' || floor(random() * 200000) end,
         case when k.source = 'order' then 'order-' || i end, k.source,
         t.created - case when k.source = 'import' then interval '30 days' * random() else interval '90 seconds' * random() ^ 4 end,
         t.created, 48 + s.place / 100.0, 11 + random(), 4 + floor(random() * 12),
         case when k.source <> 'order' then 'phone' end,
         case when k.source <> 'order' then case when s.chance < 0.55 then 'iOS' when s.chance < 0.999 then 'Android' else 'HarmonyOS' end end,
         case when k.source <> 'order' then '20.' || i % 5 end, '4.' || i % 9, '2.3.0'
  from generate_series($2::bigint, $3::bigint) i
  cross join lateral (select (i * $5::float8 / $4::bigint) as days) d
  cross join lateral (select d.days - floor(d.days) as share) f
  cross join lateral (
    select $6::timestamptz - $5::float8 * interval '1 day' + floor(d.days) * interval '1 day'
           + interval '16 hours' * (f.share + sin(2 * pi() * f.share) / 11) as created
  ) t
  cross join lateral (
    select 1 + floor(cardinality($7::text[]) * random() ^ 2 + i * 0)::int as place, random() + i * 0 as chance
  ) s
  cross join lateral (
    select case when s.chance * 7919 - floor(s.chance * 7919) < 0.01 then 'order'
                when floor(d.days / 30) = 3 and s.chance * 7919 - floor(s.chance * 7919) < 0.3 then 'import'
                else 'sdk' end as source
  ) k`
