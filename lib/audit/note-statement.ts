import type { AuditAction, AuditSubject } from '@/lib/audit/model'

/** A line that is noted in the very statement of the change. Where a text is said to be SQL it is ours, never a caller's. */
type Line = {
  /** The name of the query that returns the changed row: without one there is no line. */
  from: string
  action: AuditAction
  /** SQL for the subject's id and name. */
  subject: { kind: AuditSubject['kind']; id: string; name: string }
  /** SQL that gives a jsonb object. */
  details: string
  /** The parameters that hold the actor (as JSON) and the time. */
  actor: string
  at: string
  where?: string
}

/**
 * `insert into audit_entry …` for a statement's `with`: the change and its line are one statement, so that neither is
 * there without the other and nothing is asked twice. `<from>` must have project_id.
 */
export function auditInsert({ from, action, subject, details, actor, at, where }: Line): string {
  return `insert into audit_entry (project_id, at, action, actor_kind, actor_id, actor_name, address,
                                   subject_kind, subject_id, subject_name, details)
    select ${from.split(',')[0]}.project_id, ${at}::timestamptz, '${action}', ${actor}::jsonb ->> 'kind', ${actor}::jsonb ->> 'id',
           ${actor}::jsonb ->> 'name', ${actor}::jsonb ->> 'address', '${subject.kind}', ${subject.id}, ${subject.name}, ${details}
    from ${from}${where ? ` where ${where}` : ''}`
}
