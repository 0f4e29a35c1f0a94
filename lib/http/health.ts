import { readdir } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { sql } from '@/lib/db'
import { Refusal } from '@/lib/errors'
import { Patience } from '@/lib/patience'
import { acrossProjects } from '@/lib/wall'
import { logSeldom } from '@/lib/watch/seldom'

export const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
export type Health = z.output<typeof Health>

const refuse = (detail: string) => new Refusal('unavailable', detail, { headers: { 'retry-after': '2' } })

const readWanted = async () => {
  const folder = await readdir(path.join(process.cwd(), 'prisma', 'migrations'))
  return folder.filter((name) => /^\d{14}_/.test(name))
}

async function look(): Promise<number> {
  const wanted = await readWanted()
  try {
    const applied = await acrossProjects(() =>
      sql<{ migration_name: string; only_reads: boolean }>(
        'applied-migrations',
        `select migration_name, current_setting('transaction_read_only') = 'on' as only_reads
         from _prisma_migrations where finished_at is not null and rolled_back_at is null`,
        [],
      ),
    )
    // Connections that are open see that as well: such a database is as good as away (lib/walled-client.ts).
    if (applied.some((row) => row.only_reads)) throw new Error('the database may only be read')
    const names = new Set(applied.map((row) => row.migration_name))
    return wanted.filter((name) => !names.has(name)).length
  } catch (error) {
    // Anybody may bring this about, as often as they like.
    logSeldom('error', 'not ready', '', () => ({ err: error }))
    throw refuse('The database is away. This answers again when it is back.')
  }
}

let looking: Promise<number> | undefined

// Anybody may ask, as often as they like: those who ask while the database is asked are answered together. Nothing is kept:
// a database that went away a moment ago is away.
function lookTogether(): Promise<number> {
  looking ??= Patience.outside(look, { isForKnown: true }).finally(() => {
    looking = undefined
  })
  return looking
}

/** Throws unavailable while the database is away or a migration of this release is not applied. */
export async function checkReadiness(): Promise<Health> {
  const missing = await lookTogether()
  if (missing > 0) throw refuse(`The database lacks ${missing} of this release's migrations.`)
  return { status: 'ok' }
}
