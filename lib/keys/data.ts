import type { AuditActor } from '@/lib/audit/model'
import { auditInsert } from '@/lib/audit/note-statement'
import { prisma, sql } from '@/lib/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { type KeyKind, mostKeys, mostListed, stateOf } from '@/lib/keys/model'
import type { ApiKey } from '@/lib/keys/schema'
import { mostStoresTold } from '@/lib/lists/model'
import { type By, stillGiving, stillGivingRow } from '@/lib/people/still-statement'

type KeyRow = {
  project_id: string
  key_id: string
  kind: KeyKind
  name: string
  prefix: string
  is_test: boolean
  destination_ids: string[] | null
  store_count: number | null
  made_by: string | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
  replaces: string | null
  replaced_by: string | null
}

const isNarrowed = `jsonb_typeof(k.destination_ids) = 'array'`

const columnsWith = (stores: string) => `k.project_id, k.key_id, k.kind, k.name, k.prefix, k.is_test, k.made_by,
  k.created_at, k.expires_at, k.last_used_at, k.revoked_at, k.replaces, k.replaced_by,
  case when ${isNarrowed} then ${stores} end as destination_ids,
  case when ${isNarrowed} then jsonb_array_length(k.destination_ids) end as store_count`

const columns = columnsWith(`jsonb_path_query_array(k.destination_ids, '$[0 to ${mostStoresTold - 1}]')`)

function keyOf(row: KeyRow, now: Date): ApiKey & { projectId: string } {
  const ends = { expiresAt: row.expires_at, revokedAt: row.revoked_at, replacedBy: row.replaced_by }
  const state = stateOf(ends, now)
  return {
    projectId: row.project_id,
    keyId: row.key_id,
    name: row.name,
    kind: row.kind,
    isTest: row.is_test,
    prefix: row.prefix,
    destinationIds: row.destination_ids,
    storeCount: row.store_count,
    madeBy: row.made_by,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    replaces: row.replaces,
    ...ends,
    ...(state === 'replaced' && { revokedAt: null }),
    state,
  }
}

/** In SQL what isInForce says: of `k`, at the time in a parameter. */
const inForce = (now: string) => `k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})`

/** A project's keys: all that work, and of the others as many as are listed besides. Relies on api_key's primary key. */
export async function listKeys(projectId: string, now: Date): Promise<ApiKey[]> {
  const rows = await sql<KeyRow>(
    'list-keys',
    `select ${columns} from (
       select k.*, ${inForce('$2')} as works,
              row_number() over (order by (${inForce('$2')}) desc, k.created_at desc, k.key_id) as place
       from api_key k where k.project_id = $1
     ) k
     where k.works or k.place <= $3
     order by k.place`,
    [projectId, now, mostListed],
  )
  return rows.map((row) => keyOf(row, now))
}

/** A key by its id, with all its stores. */
export async function findKey(projectId: string, keyId: string, now: Date): Promise<ApiKey | null> {
  const [row] = await sql<KeyRow>(
    'find-key',
    `select ${columnsWith('k.destination_ids')} from api_key k where k.project_id = $1 and k.key_id = $2`,
    [projectId, keyId],
  )
  return row ? keyOf(row, now) : null
}

/** What is kept of a key that was just made up: by its digest it is found again. */
export type Kept = { keyId: string; prefix: string; digest: Buffer }

type Wanted = Pick<ApiKey, 'kind' | 'name' | 'isTest' | 'destinationIds' | 'expiresAt'> & { projectId: string }

const toldOf = `jsonb_build_object('kind', k.kind, 'isTest', k.is_test, 'destinationIds', k.destination_ids,
  'expiresAt', k.expires_at)`

const lookUp = (from: string) =>
  `insert into api_key_lookup (digest, project_id, key_id) select digest, project_id, key_id from ${from}`

// Of those who make and rotate a project's keys one goes behind the other, and counts what is there by then.
const seedOfKeys = 433

/** Runs a statement of theirs behind that. Throws Prisma's P2025 where its maker is not what they were any more. */
async function behindOthers(
  { projectId, maker, now }: { projectId: string; maker: By | null; now: Date },
  text: string,
  values: unknown[],
): Promise<KeyRow | undefined> {
  const insert = prisma().$queryRawUnsafe<KeyRow[]>(text, ...values)
  const still: Prisma.PrismaPromise<unknown>[] = maker ? stillGiving(projectId, maker, now) : []
  const done = await prisma().$transaction([
    ...still,
    prisma().$executeRaw`select pg_advisory_xact_lock(hashtextextended(${projectId}, ${seedOfKeys}))`,
    insert,
  ])
  return (done.at(-1) as KeyRow[])[0]
}

/** In SQL: another of the project in $1 may work from the time in a parameter on. */
const isRoom = (now: string) =>
  `(select count(*) from api_key k where k.project_id = $1::uuid and ${inForce(now)}) < ${mostKeys}`

/** By whom a key is made, or ended, for the record; and as what they may: null at the console. */
export type Making = { actor: AuditActor; maker: By | null }

/** The new key with its look-up row and its line in the record; null where there are as many as there may be. */
export async function insertKey(
  wanted: Wanted,
  kept: Kept,
  { actor, maker }: Making,
  now: Date,
): Promise<ApiKey | null> {
  const line = auditInsert({
    from: 'k',
    action: 'key.made',
    subject: { kind: 'key', id: 'k.key_id::text', name: 'k.name' },
    details: toldOf,
    actor: '$11',
    at: '$10',
  })
  const row = await behindOthers(
    { projectId: wanted.projectId, maker, now },
    `with k as (
       insert into api_key (project_id, key_id, kind, name, prefix, digest, is_test, destination_ids, expires_at,
                            created_at, made_by)
       select $1::uuid, $2::uuid, $3::api_key_kind, $4, $5, $6::bytea, $7::boolean, $8::jsonb, $9::timestamptz, $10::timestamptz,
              $11::jsonb ->> 'name'
       where ${isRoom('$10::timestamptz')}
       returning *
     ), found_by as (${lookUp('k')}), noted as (${line})
     select ${columns} from k`,
    [
      wanted.projectId,
      kept.keyId,
      wanted.kind,
      wanted.name,
      kept.prefix,
      new Uint8Array(kept.digest),
      wanted.isTest,
      wanted.destinationIds && JSON.stringify(wanted.destinationIds),
      wanted.expiresAt?.toISOString() ?? null,
      now.toISOString(),
      JSON.stringify(actor),
    ],
  )
  return row ? keyOf(row, now) : null
}

/** `latest`: no key is told to work beyond it. */
type Rotated = { projectId: string; keyId: string; endsAt: Date; latest: Date }

/**
 * The successor of a key, with its rights and as long a life; the old one ends at `endsAt`, or when it would have, if
 * that is sooner; where that is now, for servers too whose clocks are behind. Null where the old one is not in force or has a successor (of two at once one is taken), and where both
 * would work for a time and there are as many as there may be.
 */
export async function insertSuccessor(
  old: Rotated,
  kept: Kept,
  { actor, maker }: Making,
  now: Date,
): Promise<ApiKey | null> {
  const line = auditInsert({
    from: 'k, ended e',
    action: 'key.rotated',
    subject: { kind: 'key', id: 'e.key_id::text', name: 'e.name' },
    details: `jsonb_build_object('replacedBy', k.key_id, 'until', e.expires_at)`,
    actor: '$8',
    at: '$7',
  })
  const row = await behindOthers(
    { projectId: old.projectId, maker, now },
    `with b as (
       select k.* from api_key k
       where k.project_id = $1::uuid and k.key_id = $2::uuid and k.replaced_by is null and ${inForce('$7::timestamptz')}
         and ($6::timestamptz <= $7::timestamptz or ${isRoom('$7::timestamptz')})
       for update
     ), ended as (
       update api_key k set replaced_by = $3::uuid, expires_at = least(b.expires_at, $6::timestamptz),
         revoked_at = case when $6::timestamptz <= $7::timestamptz then $7::timestamptz end
       from b where k.project_id = b.project_id and k.key_id = b.key_id
       returning k.*
     ), k as (
       insert into api_key (project_id, key_id, kind, name, prefix, digest, is_test, destination_ids, expires_at,
                            created_at, made_by, replaces)
       select b.project_id, $3::uuid, b.kind, b.name, $4, $5::bytea, b.is_test, b.destination_ids,
              case when b.expires_at is not null then least($7::timestamptz + (b.expires_at - b.created_at), $9::timestamptz) end,
              $7::timestamptz, $8::jsonb ->> 'name', b.key_id
       from b
       returning *
     ), found_by as (${lookUp('k')}), noted as (${line})
     select ${columns} from k`,
    [
      old.projectId,
      old.keyId,
      kept.keyId,
      kept.prefix,
      new Uint8Array(kept.digest),
      old.endsAt.toISOString(),
      now.toISOString(),
      JSON.stringify(actor),
      old.latest.toISOString(),
    ],
  )
  return row ? keyOf(row, now) : null
}

/** Ends a key; null where it is not in force, or who ends it is not what they were any more. */
export async function endKey(
  projectId: string,
  keyId: string,
  { actor, maker }: Making,
  now: Date,
): Promise<ApiKey | null> {
  const line = auditInsert({
    from: 'k',
    action: 'key.revoked',
    subject: { kind: 'key', id: 'k.key_id::text', name: 'k.name' },
    details: `jsonb_build_object('kind', k.kind, 'isTest', k.is_test, 'lastUsedAt', k.last_used_at)`,
    actor: '$4',
    at: '$3',
  })
  const [row] = await sql<KeyRow>(
    'end-key',
    `with living as (${stillGivingRow({ project: '$1', now: '$3', by: '$5' })}), k as (
       update api_key k set revoked_at = $3
       where ($5::jsonb is null or exists (select from living))
         and k.project_id = $1 and k.key_id = $2 and ${inForce('$3::timestamptz')}
       returning k.*
     ), noted as (${line})
     select ${columns} from k`,
    [projectId, keyId, now, JSON.stringify(actor), maker && JSON.stringify(maker)],
  )
  return row ? keyOf(row, now) : null
}
