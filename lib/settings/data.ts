import { sql } from '@/lib/db'
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

type ProjectRow = { name: string; settings: OfProject; settings_version: number; fields_seen: string[] }

// What apps send lately. Relies on orders_newest.
const fieldsSeen = `array(
  select k.key from (
    select o.hs_fields from orders o where o.project_id = $1 order by o.created_at desc, o.service_id desc limit 500
  ) recent cross join lateral jsonb_object_keys(recent.hs_fields) k (key)
  group by k.key order by count(*) desc, k.key limit 100)`

function projectSettingsOf(projectId: string, row: ProjectRow): ProjectSettings {
  return {
    projectId,
    name: row.name,
    version: row.settings_version,
    settings: {
      ...overridesOf(row.settings),
      ticketFace: faceOf(row.settings),
      redactedFields: row.settings.redactedFields ?? null,
      entryMonths: row.settings.entryMonths ?? null,
    },
    inherited: decided(),
    fieldsSeen: row.fields_seen,
  }
}

export async function findProjectSettings(projectId: string): Promise<ProjectSettings | null> {
  const [row] = await sql<ProjectRow>(
    'find-project-settings',
    `select p.name, p.settings, p.settings_version, ${fieldsSeen} as fields_seen from project p where p.project_id = $1`,
    [projectId],
  )
  return row ? projectSettingsOf(projectId, row) : null
}

/** A change of settings: null takes one back to what is inherited. `versions`: only if they are in one of these. */
type Change = { patch: object; versions: number[] | null }

/** The settings after the change; null when they are in another version, or there is no such project. */
export async function patchProjectSettings(
  projectId: string,
  { patch, versions }: Change,
): Promise<ProjectSettings | null> {
  const [row] = await sql<ProjectRow>(
    'patch-project-settings',
    `update project p
     set settings = jsonb_strip_nulls(p.settings || $2::jsonb), settings_version = p.settings_version + 1
     where p.project_id = $1 and ($3::int[] is null or p.settings_version = any ($3))
     returning p.name, p.settings, p.settings_version, ${fieldsSeen} as fields_seen`,
    [projectId, JSON.stringify(patch), versions],
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

export async function findStoreSettings(key: StoreKey): Promise<StoreSettings | null> {
  const [row] = await sql<StoreRow>(
    'find-store-settings',
    `select ${storeColumns} from store s join project p on p.project_id = s.project_id
     where s.project_id = $1 and s.destination_id = $2`,
    [key.projectId, key.destinationId],
  )
  return row ? storeSettingsOf(key, row) : null
}

/** The same for a store; a name makes it one that is no longer new. */
export async function patchStoreSettings(
  key: StoreKey,
  { patch, versions, name, timeZone }: Change & { name: string | null; timeZone: string | null },
): Promise<StoreSettings | null> {
  const [row] = await sql<StoreRow>(
    'patch-store-settings',
    `update store s
     set settings = jsonb_strip_nulls(s.settings || $3::jsonb), settings_version = s.settings_version + 1,
         name = coalesce($5, s.name), is_new = s.is_new and $5::text is null, time_zone = coalesce($6, s.time_zone)
     from project p
     where p.project_id = $1 and s.project_id = $1 and s.destination_id = $2
       and ($4::int[] is null or s.settings_version = any ($4))
     returning ${storeColumns}`,
    [key.projectId, key.destinationId, JSON.stringify(patch), versions, name, timeZone],
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
