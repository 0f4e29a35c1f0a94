import { bulkSql } from '@/lib/db'
import { asOwner } from '@/prisma/factories/owner'
import { createStore } from '@/prisma/factories/project'

type Place = { destinationId: string; zoneIds: string[] }

/** So many entries within each of these hours, evenly, going round the zones. */
async function insert(projectId: string, of: Place, hours: [Date, number][]): Promise<void> {
  await bulkSql(
    'seed-history',
    `insert into entry (project_id, entry_id, zone_id, destination_id, install_ref, source, entry_time, creation_time,
                        device_type, os, os_version)
     select $1::uuid, $2 || '-' || to_char(h.at, 'YYMMDDHH24') || '-' || i, ($3::text[])[1 + i % cardinality($3::text[])], $2,
            'phone-' || i % 40, 'sdk', t.at, t.at, 'phone', case when i % 3 = 0 then 'Android' else 'iOS' end, '18.1'
     from unnest($4::timestamptz[], $5::int[]) as h (at, count)
     cross join lateral generate_series(1, h.count) i
     cross join lateral (select h.at + i * interval '1 hour' / (h.count + 1) as at) t`,
    [projectId, of.destinationId, of.zoneIds, hours.map(([at]) => at), hours.map(([, count]) => count)],
  )
}

/** Gives a project two stores with entries of last December and around it. */
export async function makeHistory(projectId: string) {
  const year = new Date().getUTCFullYear() - 1
  const zoneNames = ['Drive-up south', 'Loading dock B']
  const name = 'Ringwood North at the corner of Old Mill Road and the very long Harbour Promenade'
  const store = await createStore(projectId, { destinationId: 'ringwood', name, timeZone: 'Europe/Berlin', zoneNames })
  const other = await createStore(projectId, { destinationId: 'oakfield', name: 'Oakfield', timeZone: 'Europe/Berlin' })
  const days = Array.from({ length: 40 }, (_, day) => Date.UTC(year, 10, 27 + day))
  const open = [9, 11, 12, 15, 16, 19]
  // The third Friday before Christmas, from five to six by the clock in Berlin.
  const december = new Date(Date.UTC(year, 11, 1)).getUTCDay()
  const friday = 1 + ((5 - december + 7) % 7) + 7
  const busiest = new Date(Date.UTC(year, 11, friday, 16))
  const hours = days.flatMap((day) =>
    open.map((hour): [Date, number] => [new Date(day + hour * 3_600_000), 1 + (hour % 3)]),
  )
  await insert(projectId, store, [...hours.filter(([at]) => at.getTime() !== busiest.getTime()), [busiest, 260]])
  await insert(projectId, other, hours.slice(0, 60))
  await asOwner('analyze entry')
  return { year, friday, name }
}
