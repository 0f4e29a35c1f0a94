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
const ranked = (name: string, column: string) => `
  ${name} as materialized (
    select p.${column} as id, sum(p.count) as count,
           row_number() over (order by sum(p.count) desc, p.${column} collate "C" nulls first) as place
    from places p group by p.${column})`

/** Queries that placeCounts reads, to stand behind one named `places` (zone_id, destination_id, count). */
export const rankedPlaces = `${ranked('zones_ranked', 'zone_id')}, ${ranked('stores_ranked', 'destination_id')}`

const named = (from: string, fields: string) => `
  coalesce((select json_agg(json_build_object(${fields}, 'count', r.count) order by r.place)
            from ${from} where r.place <= ${mostPlacesNamed}), '[]')`

const others = (name: string) => `
  (select json_build_object('places', count(*), 'count', sum(r.count)) from ${name} r
   where r.place > ${mostPlacesNamed} having count(*) > 0)`

/** PlaceCounts, of rankedPlaces of the project $1. */
export const placeCounts = `json_build_object(
  'total', (select coalesce(sum(r.count), 0) from stores_ranked r),
  'byStore', ${named('stores_ranked r', "'destinationId', r.id")},
  'byZone', ${named(
    'zones_ranked r',
    "'zoneId', r.id, 'zoneName', coalesce((select z.name from zone z where z.project_id = $1 and z.zone_id = r.id), r.id)",
  )},
  'otherStores', ${others('stores_ranked')},
  'otherZones', ${others('zones_ranked')})`
