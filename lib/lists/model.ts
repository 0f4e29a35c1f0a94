/** Of the stores of somebody in a list so many are told, the first. */
export const mostStoresTold = 20

/**
 * What a list tells of somebody's stores to whoever asks, of those that both have: the first, and how many there are; null:
 * all of the project. `hasOthers`: they have stores that whoever asks has not.
 */
export type ToldStores = { destinationIds: string[] | null; storeCount: number | null; hasOthers: boolean }

/** Rows of a list, and whether there are more than those. */
export type Cut<Row> = { rows: Row[]; areMore: boolean }

/** As many rows as are to be listed, of those that were found where one more was asked for. */
export function cutTo<From, Row>(found: From[], most: number, rowOf: (from: From) => Row): Cut<Row> {
  return { rows: found.slice(0, most).map(rowOf), areMore: found.length > most }
}
