import { type AuditKind, actionsOf } from '@/lib/audit/model'

/** What the record is narrowed to. */
export type AuditFilter = {
  projectId: string
  startTime?: Date
  endTime?: Date
  kind?: AuditKind
  actorKind?: string
  actorId?: string
  subjectKind?: string
  subjectId?: string
}

// What one page, or one batch of a file, tells of details: a line by itself may name two thousand stores.
const mostPageBytes = 500_000

type Wanted = { after: { time: Date; tie: string } | null; size: number; before: string | null }

const columns = `a.sequence::text, a.at, a.action, a.actor_kind, a.actor_id, a.actor_name, a.address, a.subject_kind,
  a.subject_id, a.subject_name, a.details`

const newest = 'order by a.at desc, a.sequence desc'

/**
 * Only what is asked for stands in the statement, so that each shape has a plan of its own, and a name: the letters of what is
 * asked for, since PostgreSQL keeps 63 characters of one.
 */
class Conditions {
  readonly values: unknown[] = []
  letters = ''
  private readonly texts: string[] = []

  add(letter: string, value: unknown, text: (parameter: string) => string): void {
    if (value === undefined || value === null) return
    this.letters += letter
    this.texts.push(text(this.parameter(value)))
  }

  parameter(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  get text(): string {
    return this.texts.join(' and ')
  }
}

/**
 * The newest lines behind a position: `size` of them, or as many as have room, one at least; `found` counts those that `size`
 * allows. What has no room is not unpacked (`bytes_until`). Of a person through audit_entry_of_actor, of a subject through
 * audit_entry_of_subject, of a kind so many of each of its actions through audit_entry_of_action, else audit_entry_by_time.
 */
export function pageStatement(filter: AuditFilter, { after, size, before }: Wanted) {
  const where = new Conditions()
  where.add('p', filter.projectId, (p) => `a.project_id = ${p}`)
  where.add('a', filter.startTime, (p) => `a.at >= ${p}`)
  where.add('b', filter.endTime, (p) => `a.at < ${p}`)
  where.add('w', filter.actorKind, (p) => `a.actor_kind = ${p}`)
  where.add('i', filter.actorId, (p) => `a.actor_id = ${p}`)
  where.add('o', filter.subjectKind, (p) => `a.subject_kind = ${p}`)
  where.add('s', filter.subjectId, (p) => `a.subject_id = ${p}`)
  where.add('u', before, (p) => `a.sequence < ${p}::bigint`)
  if (after) {
    where.add('v', after.time, (p) => `(a.at, a.sequence) < (${p}, ${where.parameter(after.tie)}::bigint)`)
  }
  const isOfFew = filter.actorId !== undefined || filter.subjectId !== undefined
  const actions = filter.kind && actionsOf(filter.kind)
  if (isOfFew) where.add('k', actions, (p) => `a.action = any (${p}::text[])`)
  const limit = `limit ${where.parameter(size)}::int`
  const isByAction = actions !== undefined && !isOfFew
  const from = isByAction
    ? `from unnest(${where.parameter(actions)}::text[]) k (action) cross join lateral (
         select a.* from audit_entry a where a.action = k.action and ${where.text} ${newest} ${limit}) a`
    : `from audit_entry a where ${where.text}`
  return {
    name: `audit-page-${where.letters}${isByAction ? '-kind' : ''}`,
    text: `select * from (
         select a.*, count(*) over ()::int as found, row_number() over page::int as place,
                bytes_until(a.details, ${mostPageBytes}) over page as bytes
         from (select ${columns} ${from} ${newest} ${limit}) a
         window page as (${newest} rows between unbounded preceding and current row)
       ) a
       where a.place = 1 or a.bytes <= ${mostPageBytes}
       ${newest}`,
    values: where.values,
  }
}
