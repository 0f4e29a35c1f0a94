import { ownName } from '@/lib/customers/model'
import {
  isMore,
  lineTexts,
  type Page,
  type PageRead,
  paged,
  pages,
  plainText,
  searchedIn,
} from '@/lib/customers/statements/pages-statement'
import { bulkSql, sql } from '@/lib/db'
import type { DeclaredKind } from '@/lib/privacy/model'

/** Details of a row by their names, as they are kept; an order's customerName by `ownName`. */
export type Details = Record<string, unknown>

/** A row that may hold what is looked for: all its details. */
export type Candidate = { id: string; texts: Details[] }

/** Orders that may hold a pattern, by their serviceId. Reads a project's orders through by their primary key. */
export function scanOrders(projectId: string, pattern: string): AsyncGenerator<PageRead<Candidate, string>> {
  return pages(async (after: string | null, { rows, isFirst, suffix }) => {
    const [row] = await bulkSql<Page<Candidate, string>>(
      `scan-orders${suffix}`,
      `${paged(
        `select o.service_id, o.customer_name, o.hs_fields, o.custom_event_meta_data from orders o
         where o.project_id = $1 and ${isFirst ? '$2::uuid is null' : 'o.service_id > $2'}`,
        'service_id',
        rows,
        'hs_fields',
        'custom_event_meta_data',
      )}
       select case when ${isMore(rows)}
                then (select service_id from page order by service_id desc limit 1) end as at,
         coalesce((select jsonb_agg(jsonb_build_object('id', p.service_id, 'texts', jsonb_build_array(p.hs_fields,
                   p.custom_event_meta_data, jsonb_build_object('${ownName}', p.customer_name))))
           from page p ${searchedIn('p.customer_name', 'p.hs_fields', 'p.custom_event_meta_data')}
           where ${plainText} ~* $3), '[]') as found`,
      [projectId, after, pattern],
    )
    return row ?? { found: [], at: null }
  })
}

/** Lines of timelines likewise; `id` is their order's. */
export function scanEvents(projectId: string, pattern: string): AsyncGenerator<PageRead<Candidate, string>> {
  return pages(async (after: string | null, { rows, isFirst, suffix }) => {
    const [row] = await bulkSql<Page<Candidate, string>>(
      `scan-events${suffix}`,
      `${paged(
        `select e.sequence, e.service_id, e.details from order_event e
         where e.project_id = $1 and ${isFirst ? '$2::bigint is null' : 'e.sequence > $2'}`,
        'sequence',
        rows,
        'details',
      )}
       select case when ${isMore(rows)} then (select max(sequence)::text from page) end as at,
         coalesce((select jsonb_agg(jsonb_build_object('id', p.service_id,
                   'texts', ${lineTexts('p.details')}))
           from page p ${searchedIn('p.details')} where p.details <> '{}' and ${plainText} ~* $3), '[]') as found`,
      [projectId, after, pattern],
    )
    return row ?? { found: [], at: null }
  })
}

// Details of an answer are those of its order as it was.
const answerTexts = `jsonb_build_array(p.answer -> 'hs_fields', p.answer -> 'custom_event_meta_data',
  jsonb_build_object('${ownName}', p.answer -> 'customer_name'))`

/** Answers kept for retries likewise. */
export function scanAnswers(projectId: string, pattern: string): AsyncGenerator<PageRead<Candidate, [string, string]>> {
  return pages(async (after: [string, string] | null, { rows, isFirst, suffix }) => {
    const [row] = await bulkSql<Page<Candidate, [string, string]>>(
      `scan-answers${suffix}`,
      `${paged(
        `select k.scope, k.key, k.answer from idempotency_key k
         where k.project_id = $1 and ${isFirst ? '$2::text is null and $3::text is null' : '(k.scope, k.key) > ($2, $3)'}`,
        'scope, key',
        rows,
        'answer',
      )}
       select case when ${isMore(rows)}
                then (select jsonb_build_array(scope, key) from page order by scope desc, key desc limit 1) end as at,
         coalesce((select jsonb_agg(jsonb_build_object('id', p.answer ->> 'service_id', 'texts', ${answerTexts}))
           from page p ${searchedIn('p.answer')} where ${plainText} ~* $4), '[]') as found`,
      [projectId, after?.[0] ?? null, after?.[1] ?? null, pattern],
    )
    return row ?? { found: [], at: null }
  })
}

type Declared = Record<string, DeclaredKind>

/** A project's name and what it has declared; null for no such project. */
export async function findProject(projectId: string): Promise<{ name: string; declared: Declared } | null> {
  const [row] = await sql<{ name: string; declared: Declared }>(
    'find-declared-project',
    `select name, coalesce(settings -> 'personalFields', '{}') as declared from project where project_id = $1`,
    [projectId],
  )
  return row ?? null
}
