import pg from 'pg'
import { inject } from 'vitest'
import { unhurriedName } from '@/integration/unhurried'
import { until } from '@/scripts/process/processes.mjs'

/**
 * `wait`: until so many wait for what is held, or for who does; false where they do not in five seconds. `release`: lets them
 * go on; `keep`: with what was written.
 */
export type Hold = {
  wait: (count: number) => Promise<boolean>
  release: () => Promise<unknown>
  keep: () => Promise<unknown>
}

/** Holds what a statement locks or writes while some work waits for it; nothing of it stays, unless it is kept. */
export async function whileHeld<Done>(
  what: string,
  values: unknown[],
  work: (hold: Hold) => Promise<Done>,
): Promise<Done> {
  const holder = new pg.Client({ connectionString: inject('databaseUrl') })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(what, values)
    const { rows } = await holder.query('select pg_backend_pid() as pid')
    const waiting = `with recursive w (pid) as (
        select $1::int union
        select l.pid from pg_locks l join w on w.pid = any(pg_blocking_pids(l.pid)) where not l.granted)
      select count(*)::int - 1 as n from w join pg_stat_activity a using (pid) where a.application_name <> $2`
    const areWaiting = async () => {
      // Else it stays what it was when the transaction first looked.
      await holder.query('select pg_stat_clear_snapshot()')
      return (await holder.query(waiting, [rows[0].pid, unhurriedName])).rows[0].n
    }
    const wait = (most: number) => until(async () => (await areWaiting()) >= most, 5_000)
    return await work({ wait, release: () => holder.query('rollback'), keep: () => holder.query('commit') })
  } finally {
    await holder.end()
  }
}
