import pg from 'pg'
import { inject } from 'vitest'
import { unhurriedName } from '@/integration/unhurried'
import { until } from '@/scripts/process/processes.mjs'

/**
 * `wait`: until so many wait for what is held, or for who does, by statements with those words in their beginning; false where
 * they do not in five seconds. Who comes to hold a whole table elsewhere is none of them. `release`: lets them go on; `keep`:
 * with what was written.
 */
export type Hold = {
  wait: (count: number, words?: string) => Promise<boolean>
  release: () => Promise<unknown>
  keep: () => Promise<unknown>
}

// Of a whole table it does not wait in line: whoever else reads there would wait behind it, for what another test holds.
async function hold(holder: pg.Client, what: string, values: unknown[]): Promise<void> {
  const isTable = what.startsWith('lock table ')
  const take = async () => {
    await holder.query('begin')
    try {
      await holder.query(isTable ? `${what} nowait` : what, values)
      return true
    } catch (error) {
      await holder.query('rollback')
      if (isTable && (error as { code?: string }).code === '55P03') return false
      throw error
    }
  }
  if (!(await until(take, 30_000))) throw new Error(`Not to be had: ${what}`)
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
    await hold(holder, what, values)
    const { rows } = await holder.query('select pg_backend_pid() as pid')
    const waiting = `with recursive w (pid) as (
        select $1::int union
        select l.pid from pg_locks l join w on w.pid = any(pg_blocking_pids(l.pid)) where not l.granted)
      select count(*)::int as n from w join pg_stat_activity a using (pid)
      where w.pid <> $1 and a.application_name <> $2 and a.query not like 'lock table %' and strpos(a.query, $3) > 0`
    const areWaiting = async (words: string) => {
      // Else it stays what it was when the transaction first looked.
      await holder.query('select pg_stat_clear_snapshot()')
      return (await holder.query(waiting, [rows[0].pid, unhurriedName, words])).rows[0].n
    }
    const wait = (most: number, words = '') => until(async () => (await areWaiting(words)) >= most, 5_000)
    return await work({ wait, release: () => holder.query('rollback'), keep: () => holder.query('commit') })
  } finally {
    await holder.end()
  }
}
