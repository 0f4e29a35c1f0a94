import { readdir } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { sql } from '@/lib/db'
import { Refusal } from '@/lib/errors'
import { log } from '@/lib/log'
import { acrossProjects } from '@/lib/wall'
import { causeOf } from '@/lib/watch/cause'

export const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
export type Health = z.output<typeof Health>

/** Throws unavailable while the database is away or a migration of this release is not applied. */
export async function checkReadiness(): Promise<Health> {
  const refuse = (detail: string) => new Refusal('unavailable', detail, { headers: { 'retry-after': '2' } })
  const folder = await readdir(path.join(process.cwd(), 'prisma', 'migrations'))
  const wanted = folder.filter((name) => /^\d{14}_/.test(name))
  let applied: { migration_name: string }[]
  try {
    applied = await acrossProjects(() =>
      sql(
        'applied-migrations',
        `select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null`,
        [],
      ),
    )
  } catch (error) {
    log.error({ err: causeOf(error) }, 'not ready')
    throw refuse('The database is away. This answers again when it is back.')
  }
  const names = new Set(applied.map((row) => row.migration_name))
  const missing = wanted.filter((name) => !names.has(name))
  if (missing.length > 0) throw refuse(`The database lacks ${missing.length} of this release's migrations.`)
  return { status: 'ok' }
}
