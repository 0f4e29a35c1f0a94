import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestDatabase } from '@/integration/setup/test-database'
import { startServer } from '@/integration/setup/test-server'
import { until } from '@/scripts/process/processes.mjs'
import type { TestServer } from '@/scripts/testing/test-server.mjs'

const withinMs = 20_000

let databaseUrl: string
let server: TestServer
let admin: pg.Client

beforeAll(async () => {
  databaseUrl = (await createTestDatabase()).url
  server = await startServer({ databaseUrl, env: { LOG_LEVEL: 'fatal' } })
  admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await server?.stop()
})

const signIn = () =>
  fetch(`${server.baseUrl}/api/prod1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@shop.example', password: 'orange ferry under lamps' }),
  })

/** Not while somebody is connected, who may have come again meanwhile. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from])
    await admin.query(`alter database "${from}" rename to "${to}"`)
    return true
  } catch {
    return false
  }
}

it('while an operator keeps everybody out of the database, requests are told to come again', async () => {
  const name = new URL(databaseUrl).pathname.slice(1)
  const lets = (isOpen: boolean) => admin.query(`alter database "${name}" allow_connections ${isOpen}`)
  expect((await signIn()).status).toBe(401)
  await lets(false)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  try {
    const answers = await Promise.all(Array.from({ length: 5 }, signIn))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(503))
    for (const { headers } of answers) expect(headers.get('retry-after')).toMatch(/^\d+$/)
  } finally {
    await lets(true)
  }
  expect(await until(async () => (await signIn()).status === 401, withinMs)).toBe(true)
})

it('while it has another name, as behind a restore beside it, likewise', async () => {
  const name = new URL(databaseUrl).pathname.slice(1)
  expect((await signIn()).status).toBe(401)
  expect(await until(() => renamed(name, `${name}_aside`), withinMs)).toBe(true)
  try {
    const answers = await Promise.all(Array.from({ length: 5 }, signIn))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(503))
    for (const { headers } of answers) expect(headers.get('retry-after')).toMatch(/^\d+$/)
  } finally {
    await admin.query(`alter database "${name}_aside" rename to "${name}"`)
  }
  expect(await until(async () => (await signIn()).status === 401, withinMs)).toBe(true)
})

// Without an account, and written down.
const pair = () => fetch(`${server.baseUrl}/api/pair`, { method: 'POST' })

it('while the database may only be read, likewise, and all is well by itself behind that', async () => {
  const name = new URL(databaseUrl).pathname.slice(1)
  expect((await pair()).status).toBe(200)
  await admin.query(`alter database "${name}" set default_transaction_read_only = on`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  try {
    const answers = await Promise.all(Array.from({ length: 5 }, pair))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(503))
    for (const { headers } of answers) expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await fetch(`${server.baseUrl}/api/health/ready`)).status).toBe(503)
  } finally {
    await admin.query(`alter database "${name}" reset default_transaction_read_only`)
  }
  // Whoever was connected meanwhile could only read for as long as that lasts.
  expect(await until(async () => (await pair()).status === 200, withinMs)).toBe(true)
})
