import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { migrate } from '@/scripts/postgres/migrate.mjs'
import { inRoot } from '@/scripts/settings/places.mjs'
import { makeEmptyDatabase } from '@/scripts/testing/test-databases.mjs'

let url: string
let folder: string
beforeEach(async () => {
  url = await makeEmptyDatabase(inject('adminUrl'), inject('template'))
  folder = mkdtempSync(path.join(tmpdir(), 'baycall-migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, sql: string) {
  mkdirSync(path.join(folder, name), { recursive: true })
  writeFileSync(path.join(folder, name, 'migration.sql'), sql)
}

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const history = () =>
  rows(`select migration_name, applied_steps_count, finished_at is not null as finished
        from _prisma_migrations order by migration_name`)

describe('migrations', () => {
  it('are applied once when several servers start at the same moment', async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(url)))
    const applied = results.map((result) => result.applied).filter((count) => count > 0)
    expect(applied).toHaveLength(1)
    const lines = await history()
    expect(lines).toHaveLength(applied[0] ?? 0)
    expect(new Set(lines.map((line) => line.migration_name)).size).toBe(lines.length)
    expect(lines.every((line) => line.finished && line.applied_steps_count === 1)).toBe(true)
  })

  it('leave nothing behind when one fails, and go on from there when it has been put right', async () => {
    write('1_shelf', 'create table shelf (id int);')
    write('2_box', 'create table box (id int); insert into box values (1); select 1 / 0;')
    await expect(migrate(url, folder)).rejects.toThrow(
      'Migration 2_box could not be applied and left nothing behind: division by zero.',
    )
    expect(await history()).toMatchObject([{ migration_name: '1_shelf', finished: true }])
    expect(await rows(`select 1 from pg_tables where tablename = 'box'`)).toEqual([])

    write('2_box', 'create table box (id int);')
    expect(await migrate(url, folder)).toEqual({ applied: 1, changed: [], wall: 'none' })
  })

  it('name those whose file has changed since they were applied', async () => {
    write('1_shelf', 'create table shelf (id int);')
    await migrate(url, folder)
    write('1_shelf', 'create table shelf (id bigint);')
    expect(await migrate(url, folder)).toEqual({ applied: 0, changed: ['1_shelf'], wall: 'none' })
  })
})

describe('the migration to roll-ups', () => {
  it('leaves the sums of projects that have entries to the servers, and notes what comes from then on', async () => {
    const all = inRoot('prisma', 'migrations')
    for (const name of readdirSync(all).filter((name) => name < '20261121000300')) {
      cpSync(path.join(all, name), path.join(folder, name), { recursive: true })
    }
    await migrate(url, folder)
    const [empty, full] = [randomUUID(), randomUUID()]
    const enter = (id: string) => `insert into entry (project_id, entry_id, zone_id, source, entry_time, creation_time)
      values ('${full}', '${id}', 'zone', 'sdk', now(), now())`
    const found = (project: string) => `insert into project (project_id, name, settings, created_at)
      values ('${project}', 'Shop', '{}', now())`
    for (const sql of [found(empty), found(full), enter('before')]) await rows(sql)
    await migrate(url)
    expect(await rows('select project_id from entry_summed')).toEqual([{ project_id: empty }])
    await rows(enter('after'))
    expect(await rows('select count from entry_delta')).toEqual([{ count: 1 }])
    await rows(`select rebuild_entry_sums('${full}')`)
    const sums = `select sum(d.count)::int as count from entry_day_sum d join entry_series s using (project_id, series_id)
      where d.time_type = 'creation' and s.zone_id is not null and s.every_os
        and s.source is not null`
    expect([await rows(sums), await rows('select 1 from entry_delta')]).toEqual([[{ count: 2 }], []])
    await rows(found(randomUUID()))
    expect(await rows('select project_id from entry_summed')).toHaveLength(3)
  })
})

describe('a database that can not be used', () => {
  it.each([
    [
      'does not answer',
      (it: URL) => Object.assign(it, { port: '1' }),
      /^Can't reach the database at 127\.0\.0\.1:1 \(ECONNREFUSED\): start it or correct DATABASE_URL/,
    ],
    [
      'refuses the password',
      (it: URL) => Object.assign(it, { username: 'nobody-here' }),
      /refuses user "nobody-here": correct the name or password/,
    ],
    [
      'is not there',
      (it: URL) => Object.assign(it, { pathname: '/no_such' }),
      /^There is no database "no_such" at .+: make it \(createdb no_such\)/,
    ],
  ])('because it %s is told in one sentence, without the password', async (_, spoil, sentence) => {
    const error = await migrate(spoil(new URL(url)).href).catch((thrown: Error) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(String((error as Error).message)).toMatch(sentence)
    expect((error as Error).message).not.toContain(new URL(url).password || 'no password')
  })
})
