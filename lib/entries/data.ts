import { v7 } from 'uuid'
import { bulkSql, sql } from '@/lib/db'
import type { EntrySource } from '@/lib/entries/model'
import type { EntryRecord } from '@/lib/entries/schema'
import {
  countStatement,
  type EntryFilter,
  type EntryPosition,
  type PageWanted,
  pageStatement,
} from '@/lib/entries/search-statement'
import type { Details } from '@/lib/orders/details'

/** Where an entry says it belongs; a batch names each combination once. */
export type SentPlace = { place: number; destination_id?: string; zone_id?: string; zone_name?: string }

/** Why a place's entries are refused (see the function's migration). */
export type PlaceRefusal = 'destination_unknown' | 'zone_unknown' | 'zone_outside'

/** An entry to insert, in the table's words. `n` is its turn in the batch, `place` the number of one of the batch's places. */
export type NewEntry = {
  n: number
  place: number
  entry_id: string
  install_ref?: string | null
  order_id?: string
  source: EntrySource
  entry_time: Date
  fence_id?: string
  fence_name?: string
  latitude?: number
  longitude?: number
  horizontal_accuracy?: number
  device_type?: string
  os?: string
  os_version?: string
  app_build_version?: string
  sdk_version?: string
  custom_event_meta_data?: Details
}

export type NewEntries = {
  projectId: string
  /** The stores that the key is narrowed to; null: all. */
  destinationIds: string[] | null
  places: SentPlace[]
  entries: NewEntry[]
}

/** An entry's fields as they go into the table; its place is another matter. */
export function rowOf(record: EntryRecord): Omit<NewEntry, 'n' | 'place'> {
  const { location, deviceInfo, appInfo } = record
  return {
    // With options: without any, ids of one millisecond count on, whosever they are.
    entry_id: record.entryId ?? v7({}),
    install_ref: record.installRef,
    order_id: record.orderId,
    source: record.source,
    entry_time: record.entryTime,
    fence_id: record.fenceId,
    fence_name: record.fenceName,
    latitude: location?.latitude,
    longitude: location?.longitude,
    horizontal_accuracy: location?.horizontalAccuracy,
    device_type: deviceInfo?.deviceType,
    os: deviceInfo?.os,
    os_version: deviceInfo?.osVersion,
    app_build_version: appInfo?.appBuildVersion,
    sdk_version: appInfo?.sdkVersion,
    custom_event_meta_data: record.customEventMetaData,
  }
}

type Inserted = { accepted: number; refused: { place: number; refusal: PlaceRefusal }[] }

/**
 * A batch of entries, its new stores and zones with it: one statement, one transaction. An entryId that is there
 * already changes nothing. The sequence follows the sender's order; rows go in by entryId, so that batches in parallel
 * that share ids wait for each other in turn, never in a circle. Relies on entry's primary key.
 */
export async function insertEntries(batch: NewEntries, now: Date): Promise<Inserted> {
  const [row] = await bulkSql<Inserted>(
    'insert-entries',
    `with place as materialized (
       select p.place, p.zone_id, p.destination_id, p.refusal
       from ensure_entry_places($1::uuid, $2::text[], $3::jsonb, $5::timestamptz) p
     ), sent as materialized (
       select r.* from json_to_recordset($4::json) as r (
         n int, place int, entry_id text, install_ref text, order_id text, source text, entry_time timestamptz,
         fence_id text, fence_name text, latitude float8, longitude float8, horizontal_accuracy float8,
         device_type text, os text, os_version text, app_build_version text, sdk_version text,
         custom_event_meta_data jsonb)
       order by r.n
     ), numbered as materialized (
       select s.*, nextval('entry_sequence_seq') as sequence from sent s
     ), made as (
       insert into entry (project_id, entry_id, sequence, zone_id, destination_id, install_ref, order_id, source,
                          entry_time, creation_time, fence_id, fence_name, latitude, longitude, horizontal_accuracy,
                          device_type, os, os_version, app_build_version, sdk_version, custom_event_meta_data)
       select $1, s.entry_id, s.sequence, p.zone_id, p.destination_id, s.install_ref, s.order_id, s.source,
              s.entry_time, $5, s.fence_id, s.fence_name, s.latitude, s.longitude, s.horizontal_accuracy,
              s.device_type, s.os, s.os_version, s.app_build_version, s.sdk_version, s.custom_event_meta_data
       from numbered s
       join place p on p.place = s.place and p.refusal is null
       order by s.entry_id, s.n
       on conflict (project_id, entry_id) do nothing
       returning 1
     )
     select (select count(*)::int from made) as accepted,
            coalesce((select json_agg(json_build_object('place', p.place, 'refusal', p.refusal))
                      from place p where p.refusal is not null), '[]') as refused`,
    [batch.projectId, batch.destinationIds, JSON.stringify(batch.places), JSON.stringify(batch.entries), now],
  )
  if (!row) throw new Error('insert-entries answered no row')
  return row
}

type ZoneRow = { project_id: string; destination_id: string | null }

/** The zones of an id in some projects, with their stores. Relies on zone_lookup's and zone's primary keys. */
export function findZones(zoneId: string, projectIds: string[]): Promise<ZoneRow[]> {
  return sql<ZoneRow>(
    'find-zones',
    `select z.project_id, z.destination_id
     from zone_lookup l
     join zone z on z.project_id = l.project_id and z.zone_id = l.zone_id
     where l.zone_id = $1 and l.project_id = any ($2::uuid[])`,
    [zoneId, projectIds],
  )
}

/** A page as text, and where it goes on: null on the last one. */
export type PageText = { records: string; next: EntryPosition | null }

type PageRow = { records: string | null; more: boolean; last_time: Date; last_sequence: string }

/** A page of entries, newest first (search-statement.ts). */
export async function findPage(filter: EntryFilter, page: PageWanted): Promise<PageText> {
  const { name, text, values } = pageStatement(filter, page)
  const [row] = await sql<PageRow>(name, text, values)
  const next = row?.more ? { time: row.last_time, tie: row.last_sequence } : null
  return { records: row?.records ?? '', next }
}

/** How many entries a filter finds. */
export async function countRows(filter: EntryFilter): Promise<number> {
  const { name, text, values } = countStatement(filter)
  const [row] = await bulkSql<{ count: number }>(name, text, values)
  return row?.count ?? 0
}
