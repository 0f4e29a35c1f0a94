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

/** What a list tells of the stores of a column: read it by toldOf. They are unpacked once, long as they may be. */
export const toldStores = (column: string) => `(
    select case when $2::text[] is null
      then jsonb_build_object('firsts', to_jsonb(ids[1:${mostStoresTold}]), 'count', cardinality(ids), 'all', cardinality(ids))
      else jsonb_build_object(
        'firsts', (
          select coalesce(jsonb_agg(first.id order by first.place), '[]')
          from (
            select given.id, given.place from unnest(ids) with ordinality as given (id, place)
            where ${isKnown('given.id')} order by given.place limit ${mostStoresTold}
          ) first
        ),
        'count', (select count(*) from unnest(ids) as given (id) where ${isKnown('given.id')}),
        'all', cardinality(ids)
      ) end
    from (
      select array(select jsonb_array_elements_text(${column})) as ids where jsonb_typeof(${column}) = 'array' offset 0
    ) theirs
  ) as told_stores`

export type ToldRow = { told_stores: { firsts: string[]; count: number; all: number } | null }

/** `hasOthers` of somebody with all stores is false: that is to be seen of them. */
export const toldOf = ({ told_stores: told }: ToldRow): ToldStores => ({
  destinationIds: told?.firsts ?? null,
  storeCount: told?.count ?? null,
  hasOthers: told?.all !== told?.count,
})
