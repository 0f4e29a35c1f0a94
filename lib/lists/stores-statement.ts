import { mostStoresTold, type ToldStores } from '@/lib/lists/model'

// Parts of statements whose $2 are the stores of whoever asks (null: all).

/** The stores of a column in their order, as `given (id, place)`; none where it says all: without a value, or JSON's null. */
export const storesIn = (column: string) => `jsonb_array_elements_text(
      case jsonb_typeof(${column}) when 'array' then ${column} else '[]' end
    ) with ordinality as given (id, place)`

// Looked up in a set that is made once. A set that is joined, which `is true` forbids, is gone through for each row where the
// planner takes it for small: 12,000 people's stores times 15,000.
export const isIn = (id: string, set: string) => `(${id} in (${set})) is true`

/** Whether a store is one of whoever asks, who has some. */
export const isKnown = (id: string) => isIn(id, 'select unnest($2::text[])')

const known = `($2::text[] is null or ${isKnown('given.id')})`

/** What a list tells of the stores of a column: read it by toldOf. */
export const toldStores = (column: string) => `
    case jsonb_typeof(${column}) when 'array' then (
      select coalesce(jsonb_agg(first.id order by first.place), '[]')
      from (select given.id, given.place from ${storesIn(column)} where ${known} order by given.place limit ${mostStoresTold}) first
    ) end as destination_ids,
    case jsonb_typeof(${column}) when 'array' then (
      select count(*)::int from ${storesIn(column)} where ${known}
    ) end as store_count,
    case jsonb_typeof(${column}) when 'array' then jsonb_array_length(${column}) end as all_stores`

export type ToldRow = { destination_ids: string[] | null; store_count: number | null; all_stores: number | null }

/** `hasOthers` of somebody with all stores is false: that is to be seen of them. */
export const toldOf = ({
  destination_ids: destinationIds,
  store_count: storeCount,
  all_stores: all,
}: ToldRow): ToldStores => ({
  destinationIds,
  storeCount,
  hasOthers: all !== storeCount,
})
