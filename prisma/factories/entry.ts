import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { directUrl } from '@/lib/db'
import { rebuildSums } from '@/lib/rollups/check'

/** A record as a phone sends it; `more` replaces and adds. */
export function entryRecord(more: Record<string, unknown> = {}): Record<string, unknown> {
  return { entryId: randomUUID(), entryTime: '2026-01-31T09:30:00.000Z', installRef: 'install-1', ...more }
}

/** The records as NDJSON. */
export function ndjson(records: unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

export type SeededEntries = {
  count: number
  /** Their stores, with one zone each; the entries go round. */
  stores: { destinationId: string; zoneId: string }[]
  /** Of the first. Each further one is created a third of `stepMs` later, three at one time. */
  from: Date
  stepMs?: number
  /** How many devices they come from. */
  installs?: number
}

const insertSeeds = `insert into entry (project_id, entry_id, zone_id, destination_id, install_ref, source, entry_time, creation_time,
                    latitude, longitude, horizontal_accuracy, device_type, os, os_version, app_build_version)
 select $1::uuid, 'seed-' || i, ($3::text[])[place], ($2::text[])[place], 'install-' || i % $8::int,
        case when i % 50 = 7 then 'import' else 'sdk' end,
        created - (i * 7919 % 3600) * interval '1 s', created,
        48 + i % 1000 / 1000.0, 11 + i % 997 / 1000.0, 5 + i % 30, 'phone',
        case when i % 3 = 0 then 'Android' else 'iOS' end, '18.' || i % 5, '4.2.' || i % 9
 from generate_series($4::bigint, $5::bigint) i
 cross join lateral (
   select 1 + i % cardinality($2::text[]) as place,
          $6::timestamptz + i / 3 * $7::float8 * interval '1 ms' as created
 ) t`

// Few enough to be told of in between.
const chunkRows = 5_000

/**
 * Many entries, made by the database itself. Their ids are `seed-1` and so on in the order of creation; entryTime goes
 * up to an hour back from creationTime, so that the two orders differ. The project keeps them for as long as it can.
 */
export async function seedEntries(projectId: string, seeded: SeededEntries): Promise<void> {
  const { count, stores, from, stepMs = 30_000, installs = 1000 } = seeded
  const ids = stores.map((store) => store.destinationId)
  const zones = stores.map((store) => store.zoneId)
  const client = new pg.Client({ connectionString: directUrl() })
  await client.connect()
  try {
    await client.query("select set_config('baycall.projects', '*', false)")
    await client.query(`update project set settings = settings || '{"entryMonths": 120}' where project_id = $1`, [
      projectId,
    ])
    // Without triggers, where the account may: the roll-ups are made at once, when the entries are there.
    await client.query('set session_replication_role = replica').catch(() => {})
    for (let done = 0; done < count; done += chunkRows) {
      const values = [projectId, ids, zones, done + 1, Math.min(count, done + chunkRows), from, stepMs, installs]
      await client.query(insertSeeds, values)
    }
    await rebuildSums(projectId)
    // As autovacuum does a minute later.
    await client.query('analyze entry')
  } finally {
    await client.end()
  }
}
