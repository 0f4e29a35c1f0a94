import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageFolder } from '@/scripts/postgres/binaries.mjs'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@/scripts/postgres/embedded.mjs'
import { signal, startOf, until } from '@/scripts/process/processes.mjs'

// A home folder that nobody else may enter, with a space in its path.
const parent = mkdtempSync(path.join(tmpdir(), 'baycall home '))
const dataFolder = path.join(parent, 'my clone', '.data')
const started: EmbeddedDatabase[] = []
let database: EmbeddedDatabase

beforeAll(async () => {
  database = await start(dataFolder)
})
afterAll(async () => {
  for (const { stop, isElsewhere, home } of started) {
    await stop()
    if (isElsewhere) for (const place of [home, `${home}.owner`]) rmSync(place, { recursive: true })
  }
  rmSync(parent, { recursive: true, force: true })
})

async function start(folder: string, fromPackage?: string) {
  mkdirSync(folder, { recursive: true })
  const running = await startEmbeddedDatabase(folder, { fromPackage })
  started.push(running)
  return running
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const answers = (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  )

describe('the embedded database', () => {
  it('lives where its account can reach it, though the home folder is closed to others', async () => {
    expect(statSync(parent).mode & 0o777).toBe(0o700)
    expect(database.isElsewhere).toBe(process.getuid?.() === 0)
    expect(await query(database.url, 'select current_database() as name')).toEqual([{ name: 'baycall' }])
  })

  it('lets nobody in without the random password, which only we can read', async () => {
    const file = path.join(dataFolder, 'postgres.json')
    const { password } = JSON.parse(readFileSync(file, 'utf8'))
    expect(password).toMatch(/^[0-9a-f]{48}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(query(database.url.replace(password, 'guess'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
    expect(await query(database.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  })

  it('comes back by itself on its port after a kill -9, with every committed row', async () => {
    await query(database.url, 'create table shelf (id int)')
    await query(database.url, 'insert into shelf select generate_series(1, 1000)')
    const killed = database.pid
    signal(killed, 'SIGKILL')
    expect(await until(async () => database.pid !== killed && (await answers(database.url)), 20_000)).toBe(true)
    expect(await query(database.url, 'select count(*)::int from shelf')).toEqual([{ count: 1000 }])
  })

  it('runs beside that of another clone, from programs that only we can reach', async () => {
    const fromPackage = path.join(parent, 'package')
    cpSync(packageFolder, fromPackage, { recursive: true, verbatimSymlinks: true })
    const other = await start(path.join(parent, 'another clone', '.data'), fromPackage)
    expect(new URL(other.url).port).not.toBe(new URL(database.url).port)
    expect(await answers(other.url)).toBe(true)
    expect(await answers(database.url)).toBe(true)
  })

  it('stops with nothing left running', async () => {
    await database.stop()
    expect(startOf(database.pid)).toBeNull()
    expect(await answers(database.url)).toBe(false)
  })
})
