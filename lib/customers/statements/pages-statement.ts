import { ownName } from '@/lib/customers/model'
import { stopIfGone } from '@/lib/customers/while-there'
import { tookTooLong } from '@/lib/failed-statement'

// What one statement reads through, beside the traffic: some hundredths of a second, and less than a second where rows are
// as large as they may be.
const pageRows = 2_000
const pageBytes = 1_000_000

/** What a page has found (there may be nothing), and the key of its last row; null: it was the last page. */
export type Page<Found, At> = { found: Found[]; at: At | null }

/** How a page is read: so many rows at most, the first one or one behind another, under a name of its own. */
type Way = { rows: number; isFirst: boolean; suffix: string }

/** A page that has found something, and behind which key it began. */
export type PageRead<Found, At> = Page<Found, At> & { after: At | null }

/**
 * Reads a table through, page by page in the order of a key, from behind one; null: from its beginning. A page that takes too
 * long is read again in smaller ones, down to a row at a time. Throws too_many_requests once its reader has gone
 * (lib/customers/while-there.ts).
 */
export async function* pages<Found, At>(
  read: (after: At | null, way: Way) => Promise<Page<Found, At>>,
  from: At | null = null,
): AsyncGenerator<PageRead<Found, At>> {
  let rows = pageRows
  for (let after = from; ; ) {
    stopIfGone()
    const isFirst = after === null
    let page: Page<Found, At>
    try {
      page = await read(after, { rows, isFirst, suffix: `:${rows}${isFirst ? ',first' : ''}` })
    } catch (error) {
      if (!tookTooLong(error) || rows === 1) throw error
      rows = Math.ceil(rows / 10)
      continue
    }
    yield { ...page, after }
    if (page.at === null) return
    after = page.at
  }
}

// Details that are kept packed or apart count as what they are.
const sizeOf = (column: string) => `coalesce(pg_column_size(${column} || '{}'), 0)`

/** Of some rows, in the order of a key, a `page` of as many as may be read at once: by their number and these columns. */
export const paged = (rowsOf: string, key: string, rows: number, ...columns: string[]) =>
  `with read as materialized (${rowsOf} order by ${key} limit ${rows}),
   sized as materialized (
     select s.*, row_number() over (order by ${key}) as place,
       sum(${columns.map((column) => sizeOf(`s.${column}`)).join(' + ')}) over (order by ${key}) as bytes from read s),
   page as materialized (select * from sized where place = 1 or bytes <= ${pageBytes})`

// More ids are not sent along with every page: whoever asks looks through what names any.
const mostIds = 1_000

/** Rows of these ids; of more than are sent along, all that have one. `sent`: what the parameter is, `suffix`: for the name. */
export const ofIds = (column: string, ids: string[], parameter: string) =>
  ids.length > mostIds
    ? { text: `(${column} is not null and ${parameter}::text[] is null)`, sent: null, suffix: ',any' }
    : { text: `${column} in (select unnest(${parameter}::text[]))`, sent: ids, suffix: '' }

/** Whether there are more rows behind the `page`. */
export const isMore = (rows: number) => `greatest((select count(*) from read) - (select count(*) from page),
  (select count(*) from read) - ${rows - 1}) > 0`

// A row's text once, as it is searched (needle.ts): of all ways to write a letter or a digit the plain one, but for digits of
// other scripts, which the pattern knows. What is plain is left as it is, which is all but always so.
export const searchedIn = (...columns: string[]) =>
  `cross join lateral (select concat_ws(' ', ${columns.join(', ')}) as text offset 0) t`
export const plainText = `case when octet_length(t.text) = char_length(t.text) then t.text
  when t.text is not nfkc normalized then normalize(t.text, nfkc) else t.text end`

/** What a line of a timeline tells: its details, and by themselves the customer's name and why staff did it. */
export const lineTexts = (details: string) => `jsonb_build_array(${details} -> 'hsFields',
  jsonb_build_object('${ownName}', ${details} -> 'customerName'), jsonb_build_object('${ownName}', ${details} -> 'reason'))`
