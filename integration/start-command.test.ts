import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Clone, type RunningClone } from '@/integration/setup/clone'
import { signal, startOf } from '@/scripts/process/processes.mjs'

// One clone for all: what it is told in one test must still be there in the next.
const clone = new Clone()
let running: RunningClone
beforeAll(async () => {
  running = await clone.start()
})
afterAll(() => clone.remove())

const demoFields = [
  'baseUrl',
  'destinationIds',
  'manager',
  'projectId',
  'publishableKey',
  'secretKey',
  'staff',
  'zoneIds',
]
const inDataFolder = (file: string) => path.join(clone.dataFolder, file)

describe('npm start', () => {
  it('says where the board is, who may sign in and how to try it, and the curl lines work as pasted', async () => {
    const { manager, staff, projectId } = clone.demo()
    for (const told of [running.baseUrl, manager.email, manager.password, staff.email, staff.password]) {
      expect(running.output()).toContain(told)
    }
    const [created, arrived] = running.paste()
    const { serviceId } = created ?? {}
    expect(created).toMatchObject({ status: 'Registered', projectId })
    expect(arrived).toMatchObject({ status: 'Arrived', serviceId, hsFields: { 'Parking Bay': '7' } })
  })

  it('keeps what is secret where nobody else can read it', () => {
    expect(Object.keys(clone.demo()).sort()).toEqual(demoFields)
    expect(readFileSync(inDataFolder('secret'), 'utf8').trim().length).toBeGreaterThanOrEqual(32)
    for (const file of ['demo.json', 'secret', 'postgres.json']) {
      expect(statSync(inDataFolder(file)).mode & 0o777).toBe(0o600)
    }
  })

  it('refuses a data folder that another one serves, and says at which address', async () => {
    const { exitCode, output } = await clone.fail({})
    expect(exitCode).not.toBe(0)
    expect(output).toMatch(/^Baycall already runs on this data folder, at \S+ \(process \d+\): [^\n]+\.\n$/)
    expect(output).toContain(running.baseUrl)
  })

  it('refuses a port that is taken in one sentence, before the long work', async () => {
    const other = new Clone()
    const { exitCode, output } = await other.fail({ PORT: running.port })
    await other.remove()
    expect(exitCode).not.toBe(0)
    expect(output).toMatch(new RegExp(`^Port ${running.port} is taken by another program: [^\\n]+\\.\\n$`))
  })

  it.each([
    [{ PORT: 'abc' }, /^PORT is "abc": /],
    [{ BAYCALL_SECRET: 'short' }, /^BAYCALL_SECRET is too short: /],
    [{ DATABASE_URL: 'mysql://localhost/baycall' }, /^DATABASE_URL is not the address of a PostgreSQL database: /],
    [{ BAYCALL_DATA: '/proc/baycall' }, /^Can't write to \/proc\/baycall /],
    [{ BAYCALL_DATA: '/dev/null/baycall' }, /^Can't write to \/dev\/null\/baycall /],
  ])('refuses %o in one sentence, without a stack', async (env, sentence) => {
    const { exitCode, output } = await clone.fail(env)
    expect(exitCode).not.toBe(0)
    expect(output.trim()).toMatch(sentence)
    expect(output.trim()).not.toContain('\n')
  })

  it('names a database that can not be reached in its last line, without the password', async () => {
    const other = new Clone()
    const { exitCode, output } = await other.fail({ DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:1/baycall' })
    await other.remove()
    expect(exitCode).not.toBe(0)
    expect(output.trim().split('\n').at(-1)).toMatch(/^Can't reach the database at 127\.0\.0\.1:1 /)
    expect(output).not.toMatch(/hidden|\n {4}at /)
  })

  it.each(['server', 'database', 'start', 'everything'] as const)(
    'recovers with every order after a kill -9 of the %s',
    async (victim) => {
      const told = await running.arrived()
      const { start, server, database } = running.pids()
      const victims = { start: [start], server: [server], database: [database], everything: [start, server, database] }
      for (const pid of victims[victim]) signal(pid, 'SIGKILL')
      if (victims[victim].includes(start)) running = await clone.start()
      else await running.recovered(victim === 'server' ? server : database)
      expect(told).toMatchObject({ status: 'Arrived' })
      expect(await running.find(String(told?.orderId))).toEqual(told)
    },
  )

  it('leaves nothing running when it is stopped, and goes on from there with the same secrets', async () => {
    const demo = clone.demo()
    const secret = readFileSync(inDataFolder('secret'), 'utf8')
    const told = await running.arrived()
    const all = running.processes()
    expect(all.length).toBeGreaterThan(5)
    expect(await running.stop()).toBe(0)
    expect(all.filter((pid) => startOf(pid) !== null)).toEqual([])

    running = await clone.start()
    expect(clone.demo()).toEqual({ ...demo, baseUrl: running.baseUrl })
    expect(readFileSync(inDataFolder('secret'), 'utf8')).toBe(secret)
    expect(await running.find(String(told?.orderId))).toEqual(told)
  })
})
