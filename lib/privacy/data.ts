import type { AuditActor } from '@/lib/audit/model'
import { auditInsert } from '@/lib/audit/note-statement'
import { sql } from '@/lib/db'
import { type By, stillGivingRow } from '@/lib/people/still-statement'
import { type Declared, mostDeclared, mostDiffering, mostStores } from '@/lib/privacy/model'

type StoreKey = { projectId: string; destinationId: string }

/** What a shared board of a store may show: null where it may show everything. */
export type Masking = { declared: Declared }

/** By primary keys. */
export async function findMasking({ projectId, destinationId }: StoreKey): Promise<Masking | null> {
  const [row] = await sql<{ is_masked: boolean; declared: Declared }>(
    'find-masking',
    `select coalesce((s.settings ->> 'maskOnSharedBoards')::boolean, (p.settings ->> 'maskOnSharedBoards')::boolean, false)
              as is_masked, coalesce(p.settings -> 'personalFields', '{}') as declared
     from project p left join store s on s.project_id = p.project_id and s.destination_id = $2
     where p.project_id = $1`,
    [projectId, destinationId],
  )
  // Where nothing is known, everything is hidden.
  if (!row) return { declared: {} }
  return row.is_masked ? { declared: row.declared } : null
}

export type PrivacyRow = {
  name: string
  masks: boolean
  declared: Declared
  redacted: string[] | null
  stores: { destinationId: string; name: string; isNew: boolean; maskOnSharedBoards: boolean | null }[]
}

// What a project has set, of its row, and its stores (of very many those that differ, and that have a name). `masks`: whether
// one of them does, of `s`.
const privacyOf = (project: string, { masks, most }: { masks: string; most: string }) =>
  `select p.name, coalesce((p.settings ->> 'maskOnSharedBoards')::boolean, false) as masks,
     coalesce(p.settings -> 'personalFields', '{}') as declared, p.settings -> 'redactedFields' as redacted,
     coalesce((select jsonb_agg(jsonb_build_object('destinationId', s.destination_id, 'name', s.name,
       'isNew', s.is_new, 'maskOnSharedBoards', s.masks) order by s.name, s.destination_id)
       from (
         select s.destination_id, s.name, s.is_new, ${masks} as masks,
                row_number() over (order by s.is_new, s.name, s.destination_id) as place
         from store s where s.project_id = $1 and s.removed_at is null
       ) s where s.place <= ${most} or s.masks is not null), '[]') as stores
   from ${project} p where p.project_id = $1`

/** What a project has set, and its stores (of very many those that differ, and that have a name). */
export async function findPrivacy(projectId: string): Promise<PrivacyRow | null> {
  const masks = `(s.settings ->> 'maskOnSharedBoards')::boolean`
  const [row] = await sql<PrivacyRow>('find-privacy', privacyOf('project', { masks, most: '$2' }), [
    projectId,
    mostStores,
  ])
  return row ?? null
}

type Change = {
  personalFields?: Record<string, string | null>
  maskOnSharedBoards?: boolean
  stores?: Record<string, boolean | null>
}

/**
 * Changes what is named, with its line in the record; null takes a field or a store back to what is found or inherited. What
 * has become of it comes with the change: nothing is asked behind it that may fail. Null where more fields would be declared
 * than may be (or than were), or who asks is not `by` any more: then nothing is changed.
 */
export async function patchPrivacy(
  projectId: string,
  change: Change,
  { actor, by }: { actor: AuditActor; by: By },
  now: Date,
): Promise<PrivacyRow | null> {
  const { personalFields = {}, maskOnSharedBoards, stores = {} } = change
  const ofProject = maskOnSharedBoards === undefined ? {} : { maskOnSharedBoards }
  const line = auditInsert({
    from: 'p',
    action: 'project.changed',
    subject: { kind: 'project', id: 'p.project_id::text', name: 'null' },
    details: `jsonb_build_object('privacy', $5::jsonb)`,
    actor: '$6',
    at: '$7',
  })
  const count = (fields: string) => `(select count(*) from jsonb_object_keys(${fields}))`
  // The lock first: what is counted is what is there, and what another request adds meanwhile.
  // A statement sees no row as it has changed it: of stores that are named what was sent counts.
  const masks = `case when $4::jsonb ? s.destination_id then ($4::jsonb ->> s.destination_id)::boolean
    else (s.settings ->> 'maskOnSharedBoards')::boolean end`
  const differing = (masked: string) =>
    `(select count(*) from store s where s.project_id = $1 and s.removed_at is null and ${masked} is not null)`
  const [row] = await sql<PrivacyRow>(
    'patch-privacy',
    `with living as (${stillGivingRow({ project: '$1', now: '$7', by: '$9' })}), b as (
       select project_id, coalesce(settings -> 'personalFields', '{}') as before from project
       where exists (select from living) and project_id = $1 for update
     ), m as (
       select b.project_id, b.before, jsonb_strip_nulls(b.before || $2::jsonb) as fields from b
     ), p as (
       update project p set settings_version = p.settings_version + 1, settings = jsonb_strip_nulls(p.settings
         || jsonb_build_object('personalFields', m.fields) || $3::jsonb)
       from m where p.project_id = m.project_id
         and ${count('m.fields')} <= greatest(${mostDeclared}, ${count('m.before')})
         and ${differing(masks)} <= greatest(${mostDiffering}, ${differing(`(s.settings ->> 'maskOnSharedBoards')::boolean`)})
       returning p.project_id, p.name, p.settings
     ), s as (
       update store s set settings_version = s.settings_version + 1,
         settings = jsonb_strip_nulls(s.settings || jsonb_build_object('maskOnSharedBoards', c.value))
       from p, jsonb_each($4::jsonb) c (key, value)
       where s.project_id = p.project_id and s.destination_id = c.key
     ), noted as (${line})
     ${privacyOf('p', { masks, most: '$8' })}`,
    [
      projectId,
      ...[personalFields, ofProject, stores, change, actor].map((json) => JSON.stringify(json)),
      now,
      mostStores,
      JSON.stringify(by),
    ],
  )
  return row ?? null
}
