/** The most zones and the most stores that are named. However many somebody makes, the others are one number. */
export const mostPlacesNamed = 1_000

type Others = { places: number; count: number }

/** A range's counts by place, the largest first. Each list and its others add up to the total. */
export type PlaceCounts = {
  total: number
  /** null: zones that belong to no store. */
  byStore: { destinationId: string | null; count: number }[]
  byZone: { zoneId: string; zoneName: string; count: number }[]
  /** What is not named in the list; null: all is. */
  otherStores: Others | null
  otherZones: Others | null
}

// Equal ones by name, so that a list does not change its order by itself.
const ranked = (column: string) => `
  select p.${column} as id, sum(p.count) as count,
         row_number() over (order by sum(p.count) desc, p.${column} collate "C" nulls first) as place
  from places p group by p.${column}`

const named = (column: string, fields: string, join = '') => `
  coalesce((select json_agg(json_build_object(${fields}, 'count', r.count) order by r.place)
            from (select * from (${ranked(column)}) t where t.place <= ${mostPlacesNamed}) r ${join}), '[]')`

const others = (column: string) => `
  (select json_build_object('places', count(*), 'count', sum(r.count)) from (${ranked(column)}) r
   where r.place > ${mostPlacesNamed} having count(*) > 0)`

/** PlaceCounts, of a query named `places` (zone_id, destination_id, count) of the project $1. */
export const placeCounts = `json_build_object(
  'total', (select coalesce(sum(p.count), 0) from places p),
  'byStore', ${named('destination_id', "'destinationId', r.id")},
  'byZone', ${named(
    'zone_id',
    "'zoneId', r.id, 'zoneName', coalesce(z.name, r.id)",
    'left join zone z on z.project_id = $1 and z.zone_id = r.id',
  )},
  'otherStores', ${others('destination_id')},
  'otherZones', ${others('zone_id')})`
