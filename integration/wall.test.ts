import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { insertText, listProjectTables, newRow, type ProjectTable } from '@/integration/project-tables'
import { sql } from '@/lib/db'
import { inProjects } from '@/lib/wall'
import { standBehindWall, WalledClient } from '@/lib/walled-client'
import { migrate } from '@/scripts/postgres/migrate.mjs'
import { makeEmptyDatabase } from '@/scripts/testing/test-databases.mjs'

// Two retailers with a row in every table that knows projects, whichever tables there are.
const [ours, theirs] = [randomUUID(), randomUUID()]
let direct: pg.Client
let tables: ProjectTable[]

beforeAll(async () => {
  direct = new pg.Client({ connectionString: inject('databaseUrl') })
  await direct.connect()
  // The lock that folding takes: what is noted of entries stays where it is.
  await direct.query('select pg_advisory_lock(72707370)')
  tables = await listProjectTables(direct)
  for (const table of tables) for (const id of [ours, theirs]) await direct.query(insertText(table), newRow(table, id))
})
afterAll(() => direct?.end())

const refused = { code: '42501' }
const projectsIn = async (table: string, scope: string[]) => {
  const forgetful = () => sql<{ project_id: string }>(`wall-${table}`, `select project_id from "${table}"`, [])
  return new Set((await inProjects(scope, forgetful)).map((row) => row.project_id))
}

describe('a statement that forgets whose rows it means', () => {
  it('sees those of its caller’s projects in every table there is', async () => {
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['orders', 'entry', 'audit_entry', 'membership']),
    )
    for (const { name } of tables) {
      expect([name, await projectsIn(name, [ours])]).toEqual([name, new Set([ours])])
      expect([name, await projectsIn(name, [ours, theirs])]).toEqual([name, new Set([ours, theirs])])
      expect([name, await projectsIn(name, [])]).toEqual([name, new Set()])
    }
  })

  it('puts nothing among another retailer’s rows, nor its own rows there', async () => {
    for (const table of tables) {
      const put = () => sql(`wall-put-${table.name}`, insertText(table), newRow(table, theirs))
      await expect(inProjects([ours], put), table.name).rejects.toMatchObject(refused)
      const give = () => sql(`wall-give-${table.name}`, `update "${table.name}" set project_id = $1`, [theirs])
      await expect(inProjects([ours], give), table.name).rejects.toMatchObject(refused)
    }
  })

  it('deletes nothing of anybody else', async () => {
    for (const { name } of tables.filter((table) => table.name !== 'audit_entry')) {
      const forgetful = () => sql(`wall-delete-${name}`, `delete from "${name}" where project_id = $1`, [theirs])
      await inProjects([ours], forgetful)
      const { rows } = await direct.query(`select count(*)::int as left from "${name}" where project_id = $1`, [theirs])
      expect([name, rows[0].left > 0]).toEqual([name, true])
    }
  })

  it('sees and changes nothing at all where nobody has said who asks', async () => {
    await direct.query('begin')
    await direct.query('set local role baycall_app')
    for (const table of tables) {
      expect((await direct.query(`select from "${table.name}"`)).rowCount, table.name).toBe(0)
      await direct.query('savepoint before')
      const put = direct.query(insertText(table), newRow(table, ours))
      await expect(put, table.name).rejects.toMatchObject(refused)
      await direct.query('rollback to before')
    }
    await direct.query('rollback')
  })
})

describe('the application’s role', () => {
  it('adds to the record of who did what, and neither changes nor deletes nor empties it', async () => {
    for (const text of ["update audit_entry set action = ''", 'delete from audit_entry', 'truncate audit_entry']) {
      const denied = { code: '42501', message: expect.stringContaining('permission denied') }
      await expect(sql(`wall-${text.slice(0, 6)}`, text, [])).rejects.toMatchObject(denied)
    }
  })

  it('owns nothing, passes no policy, and nobody signs in as it', async () => {
    const [role] = await sql(
      'wall-role',
      `select current_user, r.rolsuper, r.rolbypassrls, r.rolcanlogin, r.rolcreaterole,
              (select count(*)::int from pg_class c where c.relowner = r.oid) as owned
       from pg_roles r where r.rolname = current_user`,
      [],
    )
    const nothing = { rolsuper: false, rolbypassrls: false, rolcanlogin: false, rolcreaterole: false, owned: 0 }
    expect(role).toEqual({ current_user: 'baycall_app', ...nothing })
  })
})

describe('on a database whose account may make no role', () => {
  it('the owner of the tables sees no more than anybody', async () => {
    const url = new URL(await makeEmptyDatabase(inject('adminUrl'), inject('template')))
    await direct.query('drop role if exists test_wall_owner')
    await direct.query("create role test_wall_owner login password 'owner'")
    await direct.query(`alter database ${url.pathname.slice(1)} owner to test_wall_owner`)
    Object.assign(url, { username: 'test_wall_owner', password: 'owner' })
    expect(await migrate(url.href)).toMatchObject({ wall: 'owner' })
    const client = new WalledClient({ connectionString: url.href })
    const ask = (text: string, values: unknown[] = []): Promise<pg.QueryResult> => client.query(text, values)
    await client.connect()
    try {
      await standBehindWall(client, { isPooled: false })
      for (const table of tables) {
        for (const id of [ours, theirs]) await inProjects([id], () => ask(insertText(table), newRow(table, id)))
        const { rows } = await inProjects([ours], () => ask(`select project_id from "${table.name}"`))
        expect([table.name, new Set(rows.map((row) => row.project_id))]).toEqual([table.name, new Set([ours])])
      }
    } finally {
      await client.end()
      await direct.query(`drop database ${url.pathname.slice(1)} with (force)`)
      await direct.query('drop role test_wall_owner')
    }
  })
})
