import type { AuditActor } from '@/lib/audit/model'
import { auditInsert } from '@/lib/audit/note-statement'
import { bulkSql, sql } from '@/lib/db'
import { type By, stillGivingRow } from '@/lib/people/still-statement'
import { mostDeciding } from '@/lib/pins/model'
import { decided, type FaceSettings, type Overrides, overridesOf } from '@/lib/settings/model'
import type { BoardSettings, ProjectSettings, StoreSettings } from '@/lib/settings/schema'

type StoreKey = { projectId: string; destinationId: string }

/** As the rows have them: what nobody set is not there. */
type OfProject = Partial<Overrides> & {
  ticketFace?: Partial<FaceSettings>
  redactedFields?: string[]
  entryMonths?: number
}
type OfStore = Partial<Overrides> & { bays?: string[] }

function faceOf({ ticketFace }: OfProject): FaceSettings | null {
  return ticketFace ? { bayField: ticketFace.bayField ?? null, fields: ticketFace.fields ?? [] } : null
}

type BoardRow = { name: string; time_zone: string; of_project: OfProject; of_store: OfStore }

/** A store's name, time zone and what is in force there; null for no such store. By primary keys. */
export async function findBoardStore({ projectId, destinationId }: StoreKey) {
  const [row] = await sql<BoardRow>(
    'find-board-store',
    `select s.name, s.time_zone, p.settings as of_project, s.settings as of_store
     from store s join project p on p.project_id = s.project_id
     where s.project_id = $1 and s.destination_id = $2`,
    [projectId, destinationId],
  )
  if (!row) return null
  const { of_project: ofProject, of_store: ofStore } = row
  const settings: BoardSettings = {
    ...decided(ofStore, ofProject),
    ticketFace: faceOf(ofProject),
    bays: ofStore.bays ?? [],
  }
  return { projectId, destinationId, name: row.name, timeZone: row.time_zone, settings }
}

type ProjectRow = {
  name: string
  strict_destinations: boolean
  settings: OfProject
  settings_version: number
}

const projectColumns = 'p.name, p.strict_destinations, p.settings, p.settings_version'

const mostOffered = 100

// What an app has made a detail's name of that somebody has typed, perhaps a phone: no name of a field.
const tellsNumber = (key: string) => (key.match(/\p{N}/gu)?.length ?? 0) >= 5

/**
 * The keys of what apps send lately, the most frequent first, but for those with a number in them as long as a phone's.
 * Unpacks hundreds of orders. Relies on orders_newest.
 */
export async function listFieldsSeen(projectId: string): Promise<string[]> {
  const rows = await bulkSql<{ key: string }>(
    'list-fields-seen',
    `select k.key from (
       select o.hs_fields from orders o where o.project_id = $1 order by o.created_at desc, o.service_id desc limit 500
     ) recent cross join lateral jsonb_object_keys(recent.hs_fields) k (key)
     group by k.key order by count(*) desc, k.key limit 1000`,
    [projectId],
  )
  return rows
    .map(({ key }) => key)
    .filter((key) => !tellsNumber(key))
    .slice(0, mostOffered)
}

/** But for what apps send lately, which is no setting. */
type OwnSettings = Omit<ProjectSettings, 'fieldsSeen'>

function projectSettingsOf(projectId: string, row: ProjectRow): OwnSettings {
  return {
    projectId,
    name: row.name,
    knownStoresOnly: row.strict_destinations,
    version: row.settings_version,
    settings: {
      ...overridesOf(row.settings),
      ticketFace: faceOf(row.settings),
      redactedFields: row.settings.redactedFields ?? null,
      entryMonths: row.settings.entryMonths ?? null,
    },
    inherited: decided(),
  }
}

export async function findProjectSettings(projectId: string): Promise<OwnSettings | null> {
  const [row] = await sql<ProjectRow>(
    'find-project-settings',
    `select ${projectColumns} from project p where p.project_id = $1`,
    [projectId],
  )
  return row ? projectSettingsOf(projectId, row) : null
}

/**
 * A change of settings: null takes one back to what is inherited. `versions`: only if they are in one of these. `actor`:
 * who the record names; `by`: who asks, as what it was decided that they may. What has changed nothing leaves no line there.
 */
type Change = { patch: object; versions: number[] | null; actor: AuditActor; by: By; now: Date }

// Which stores it knows is a setting to whoever reads of them.
const wholeProject = (of: string) =>
  `${of}.settings || jsonb_build_object('knownStoresOnly', ${of}.strict_destinations)`

/** The settings after the change; null when they are in another version, there is no such project, or who asks is not `by` any more. */
export async function patchProjectSettings(
  projectId: string,
  { patch, versions, knownStoresOnly, actor, by, now }: Change & { knownStoresOnly: boolean | null },
): Promise<OwnSettings | null> {
  const changes = `changed_settings(${wholeProject('b')}, ${wholeProject('p')})`
  const line = auditInsert({
    from: 'p, b',
    action: 'project.changed',
    subject: { kind: 'project', id: 'p.project_id::text', name: 'p.name' },
    details: `jsonb_build_object('changes', ${changes})`,
    actor: '$4',
    at: '$5',
    where: `${changes} <> '{}'`,
  })
  // The lock first: what is noted as changed is what was there.
  const [row] = await sql<ProjectRow>(
    'patch-project-settings',
    `with living as (${stillGivingRow({ project: '$1', now: '$5', by: '$7' })}), b as (
       select p.* from project p
       where exists (select from living) and p.project_id = $1
         and ($3::int[] is null or p.settings_version = any ($3))
       for update
     ), p as (
       update project p
       set settings = jsonb_strip_nulls(p.settings || $2::jsonb), settings_version = p.settings_version + 1,
           strict_destinations = coalesce($6, p.strict_destinations)
       from b where p.project_id = b.project_id
       returning p.*
     ), noted as (${line})
     select ${projectColumns} from p`,
    [projectId, JSON.stringify(patch), versions, JSON.stringify(actor), now, knownStoresOnly, JSON.stringify(by)],
  )
  return row ? projectSettingsOf(projectId, row) : null
}

type StoreRow = {
  name: string
  is_new: boolean
  time_zone: string
  settings: OfStore
  settings_version: number
  of_project: OfProject
}

const storeColumns = 's.name, s.is_new, s.time_zone, s.settings, s.settings_version, p.settings as of_project'

function storeSettingsOf(key: StoreKey, row: StoreRow): StoreSettings {
  return {
    ...key,
    name: row.name,
    isNew: row.is_new,
    timeZone: row.time_zone,
    version: row.settings_version,
    settings: overridesOf(row.settings),
    bays: row.settings.bays ?? [],
    inherited: decided(row.of_project),
  }
}

// Its name and its zone are settings to whoever reads of them, and so is that it is back on the lists.
const wholeStore = (of: string) =>
  `${of}.settings || jsonb_build_object('name', ${of}.name, 'timeZone', ${of}.time_zone, 'removed', ${of}.removed_at is not null)`

export async function findStoreSettings(key: StoreKey): Promise<StoreSettings | null> {
  const [row] = await sql<StoreRow>(
    'find-store-settings',
    `select ${storeColumns} from store s join project p on p.project_id = s.project_id
     where s.project_id = $1 and s.destination_id = $2`,
    [key.projectId, key.destinationId],
  )
  return row ? storeSettingsOf(key, row) : null
}

const decidesPins = (settings: string) =>
  `(${settings} ->> 'pinForActions' is not null or ${settings} ->> 'pinSeconds' is not null)`

// Also those that were removed: an order brings them back.
const deciding = `(select count(*) from store s where s.project_id = $1 and ${decidesPins('s.settings')})`

/**
 * The same for a store; a name makes it one that is no longer new. One that was removed is back. Null also where it would be
 * one more to decide about PINs by itself than may.
 */
export async function patchStoreSettings(
  key: StoreKey,
  { patch, versions, name, timeZone, actor, by, now }: Change & { name: string | null; timeZone: string | null },
): Promise<StoreSettings | null> {
  const changes = `changed_settings(${wholeStore('b')}, ${wholeStore('s')})`
  const line = auditInsert({
    from: 's, b',
    action: 'store.changed',
    subject: { kind: 'store', id: 's.destination_id', name: 's.name' },
    details: `jsonb_build_object('changes', ${changes})`,
    actor: '$7',
    at: '$8',
    where: `${changes} <> '{}'`,
  })
  const [row] = await sql<StoreRow>(
    'patch-store-settings',
    `with living as (${stillGivingRow({ project: '$1', now: '$8', by: '$9' })}), b as (
       select s.* from store s
       where exists (select from living) and s.project_id = $1 and s.destination_id = $2
         and ($4::int[] is null or s.settings_version = any ($4))
         and (not ${decidesPins('$3::jsonb')} or ${decidesPins('s.settings')} or ${deciding} < ${mostDeciding})
       for update
     ), s as (
       update store s
       set settings = jsonb_strip_nulls(s.settings || $3::jsonb), settings_version = s.settings_version + 1,
           removed_at = null, name = coalesce($5, s.name), is_new = s.is_new and $5::text is null, time_zone = coalesce($6, s.time_zone)
       from b where s.project_id = b.project_id and s.destination_id = b.destination_id
       returning s.*
     ), noted as (${line})
     select ${storeColumns} from s join project p on p.project_id = s.project_id`,
    [
      key.projectId,
      key.destinationId,
      JSON.stringify(patch),
      versions,
      name,
      timeZone,
      JSON.stringify(actor),
      now,
      JSON.stringify(by),
    ],
  )
  return row ? storeSettingsOf(key, row) : null
}

/** These projects' names, by name. By primary key. */
export async function listProjectNames(projectIds: string[]): Promise<{ projectId: string; projectName: string }[]> {
  const rows = await sql<{ project_id: string; name: string }>(
    'list-project-names',
    'select project_id, name from project where project_id = any ($1::uuid[]) order by name, project_id',
    [projectIds],
  )
  return rows.map((row) => ({ projectId: row.project_id, projectName: row.name }))
}
