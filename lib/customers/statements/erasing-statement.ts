import type { Details } from '@/lib/customers/data'
import { ownName } from '@/lib/customers/model'
import { isMore, lineTexts, type Page, type PageRead, paged, pages } from '@/lib/customers/statements/pages-statement'
import { bulkSql } from '@/lib/db'

/** Details that hold what was asked for, by their names: in these values and no others, or the `name` itself. */
export type Also = Map<string, Set<string> | 'name'>

// As objects, in which one is found without reading all.
const valuesOf = (values: Set<string>) => Object.fromEntries(Array.from(values, (value) => [value, true]))
const namesOf = (also: Also) =>
  JSON.stringify(Object.fromEntries(Array.from(also, ([key, at]) => [key, at === 'name' ? at : valuesOf(at)])))

type Erasing = { projectId: string; serviceId: string; also: Also }

/** What an order holds, and the next lines of its timeline, each by its sequence; `count`: of how many; `at`: the last of them, null: there are no more. */
export type Slice = {
  texts: Details[]
  lines: { at: string; texts: Details[] }[]
  count: number
  at: string | null
}

/**
 * Reads an order and as many of the next lines of its timeline, behind a sequence, as may be read at once. An order that is gone
 * may have left its lines. Relies on order_event_timeline.
 */
export async function readSlice(
  projectId: string,
  serviceId: string,
  { until, lines }: { until: string; lines: number },
): Promise<Slice> {
  const [row] = await bulkSql<Slice>(
    `read-slice:${lines}`,
    `${paged(
      `select e.sequence, e.details from order_event e
       where e.project_id = $1 and e.service_id = $2 and e.sequence > $3`,
      'sequence',
      lines,
      'details',
    )}
     select case when ${isMore(lines)} then (select max(sequence)::text from page) end as at,
       case when (select count(*) from page) < (select count(*) from read)
         then (select count(*)::int from page) else ${lines} end as count,
       coalesce((select jsonb_build_array(o.hs_fields, o.custom_event_meta_data,
             jsonb_build_object('${ownName}', o.customer_name))
           from orders o where o.project_id = $1 and o.service_id = $2), '[]') as texts,
       coalesce((select jsonb_agg(jsonb_build_object('at', p.sequence::text,
           'texts', ${lineTexts('p.details')})) from page p where p.details <> '{}'), '[]') as lines`,
    [projectId, serviceId, until],
  )
  return row ?? { texts: [], lines: [], count: lines, at: null }
}

type Erased = { destination_id: string | null; done_until: string | null; written: number }

/**
 * Empties an order of a customer and its timeline, some lines behind a sequence, but for those that are `holding` (see the
 * migration): its store, null where the order is gone, up to where (null: it is through), and how much was written.
 */
export async function eraseOrder(
  { projectId, serviceId, also }: Erasing,
  { until, lines, holding }: { until: string; lines: number; holding: string[] },
  now: Date,
) {
  const [row] = await bulkSql<Erased>('erase-order', 'select * from erase_order($1, $2, $3, $4, $5, $6, $7)', [
    ...[projectId, serviceId, until, lines, namesOf(also), holding, now],
  ])
  return { store: row?.destination_id ?? null, until: row?.done_until ?? null, written: row?.written ?? 0 }
}

/** Empties lines of its timeline. */
export async function eraseLines({ projectId, serviceId, also }: Erasing, sequences: string[]): Promise<void> {
  await bulkSql('erase-lines', 'select erase_lines($1, $2, $3, $4)', [projectId, serviceId, sequences, namesOf(also)])
}

type AnswerKey = [scope: string, key: string]
type Answer = { id: string; at: AnswerKey; texts: Details[] }
type AnswersPage = Page<Answer, AnswerKey> & { rows: number }

async function readAnswers(
  projectId: string,
  serviceIds: string[],
  after: AnswerKey | null,
  rows: number,
): Promise<AnswersPage> {
  const [row] = await bulkSql<AnswersPage>(
    `read-answers:${rows}`,
    `${paged(
      `select k.scope, k.key, k.answer from idempotency_key k where k.project_id = $1 and (k.scope, k.key) > ($2, $3)`,
      'scope, key',
      rows,
      'answer',
    )}
     select case when ${isMore(rows)}
              then (select jsonb_build_array(scope, key) from page order by scope desc, key desc limit 1) end as at,
       (select count(*)::int from page) as rows,
       coalesce((select jsonb_agg(jsonb_build_object('id', p.answer ->> 'service_id',
           'at', jsonb_build_array(p.scope, p.key), 'texts', jsonb_build_array(p.answer -> 'hs_fields', p.answer -> 'custom_event_meta_data',
             jsonb_build_object('${ownName}', p.answer -> 'customer_name'))))
         from page p where p.answer ->> 'service_id' in (select unnest($4::text[]))), '[]') as found`,
    [projectId, after?.[0] ?? '', after?.[1] ?? '', serviceIds],
  )
  return row ?? { found: [], at: null, rows: 0 }
}

/** The answers kept for retries that hold some orders. Reads all of a project's in pages. */
export const scanAnswersOf = (projectId: string, serviceIds: string[]): AsyncGenerator<PageRead<Answer, AnswerKey>> =>
  pages((after: AnswerKey | null, { rows }) => readAnswers(projectId, serviceIds, after, rows))

type ErasedAnswers = { erased: number; last_scope: string; last_key: string; is_earlier: boolean | null }

// To the end: behind the last page there may be more by then.
const allRows = 2_147_483_647

/** Which details of some answers hold what was asked for, and which of those answers are left as they are. */
export type OfAnswers = { also: Also; left: AnswerKey[] }

/** Empties those answers: page by page, how many. `look`: what to do with some. */
export async function* eraseAnswers(
  projectId: string,
  serviceIds: string[],
  look: (answers: Answer[]) => Promise<OfAnswers>,
): AsyncGenerator<number> {
  const counts = pages(async (after: AnswerKey | null, { rows }): Promise<Page<number, AnswerKey>> => {
    const page = await readAnswers(projectId, serviceIds, after, rows)
    if (page.found.length === 0) return { found: [], at: page.at }
    const ids = [...new Set(page.found.map(({ id }) => id))]
    const { also, left } = await look(page.found)
    const [done] = await bulkSql<ErasedAnswers>(
      'erase-answers',
      `select e.*, (e.last_scope, e.last_key) < ($8, $9) as is_earlier
         from erase_answers($1, $2, $3, $4, $5, $6, $7) e`,
      [
        ...[projectId, ids, namesOf(also), JSON.stringify(left), after?.[0] ?? '', after?.[1] ?? ''],
        ...(page.at === null ? [allRows, null, null] : [page.rows, ...page.at]),
      ],
    )
    // One that has come in between makes this page end before the one that was read, one that has gone behind it.
    return { found: [done?.erased ?? 0], at: done?.is_earlier ? [done.last_scope, done.last_key] : page.at }
  })
  for await (const { found } of counts) yield found[0] ?? 0
}

/** Empties some entries of a customer. */
export async function eraseEntries(projectId: string, also: Also, entryIds: string[]): Promise<void> {
  await bulkSql('erase-entries', 'select erase_entries($1, $2, $3)', [projectId, entryIds, namesOf(also)])
}
