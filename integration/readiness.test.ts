import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { until } from '@/scripts/process/processes.mjs'

const mostProcesses = 2

it('the database is asked once for all who ask at a time whether the server is ready', async () => {
  const holder = new pg.Client({ connectionString: inject('databaseUrl') })
  await holder.connect()
  const ask = async () => (await fetch(`${inject('baseUrl')}/api/health/ready`)).status
  const asking = async () => {
    const { rows } = await holder.query(
      `select count(distinct pid)::int as n from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`,
    )
    return rows[0].n as number
  }
  try {
    await holder.query('begin')
    await holder.query('lock table _prisma_migrations in access exclusive mode')
    const first = ask()
    expect(await until(async () => (await asking()) > 0, 5_000)).toBe(true)
    const others = Array.from({ length: 60 }, ask)
    // One that is answered behind them has been read behind them.
    expect((await fetch(`${inject('baseUrl')}/api/health/live`)).status).toBe(200)
    expect(await asking()).toBeLessThanOrEqual(mostProcesses)
    await holder.query('commit')
    // On a machine that is very busy some have waited for too long by then.
    for (const status of await Promise.all([first, ...others])) expect([200, 503]).toContain(status)
    expect(await ask()).toBe(200)
  } finally {
    await holder.end()
  }
})
