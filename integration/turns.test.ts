import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import * as z from 'zod'
import { GET } from '@/app/api/staff/entries/hours/route'
import { openShop, type Shop } from '@/integration/shop'
import type { StaffCaller } from '@/lib/auth/model'
import { bulkShare, bulkSql, pools } from '@/lib/db'
import { countEntries } from '@/lib/entries/service'
import { readInTurn } from '@/lib/export/in-turn'
import { defineRoute } from '@/lib/http/define-route'
import { reportInTurn, sumInTurn } from '@/lib/turns/reading'
import { inProjects } from '@/lib/wall'
import { makeCaller } from '@/prisma/factories/caller'
import { until } from '@/scripts/process/processes.mjs'

let shop: Shop
let other: Shop
let release: () => Promise<void>
let stuck: (through?: { bulkSql: typeof bulkSql }) => Promise<unknown>
let countStuck: () => Promise<number>

/** Statements that come to an end when they are told to. */
beforeEach(async () => {
  const [one, another] = await Promise.all([openShop(inject('baseUrl')), openShop(inject('baseUrl'))])
  shop = one
  other = another
  const lock = randomInt(2 ** 31)
  const holder = await pools().hot.connect()
  await holder.query('select pg_advisory_lock($1)', [lock])
  let isHeld = true
  release = async () => {
    if (isHeld) await holder.query('select pg_advisory_unlock($1)', [lock])
    if (isHeld) holder.release()
    isHeld = false
  }
  stuck = (through = { bulkSql }) => through.bulkSql('turns-stuck', 'select pg_advisory_xact_lock_shared($1)', [lock])
  const waiting = `select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = $1 and not granted`
  countStuck = async () => (await pools().hot.query(waiting, [lock])).rows[0].count
})
afterEach(() => release())

const personOf = (...shops: Shop[]): Promise<StaffCaller> =>
  makeCaller(...shops.map(({ projectId }) => ({ projectId, role: 'owner' as const, destinationIds: null })))
const times = <T>(count: number, of: () => Promise<T>) => Promise.all(Array.from({ length: count }, of))

describe('a project that takes all the time it may of what takes its time', () => {
  it('leaves others their counts, by whichever way and whoever of its people asks', async () => {
    const share = bulkShare()
    const { projectId } = shop
    const { signal } = new AbortController()
    // @ts-expect-error: evaluated once more.
    const again: typeof import('@/lib/db') = await import('@/lib/db?again')
    const of = (by: Shop[], work: () => Promise<unknown>) =>
      inProjects(
        by.map((one) => one.projectId),
        work,
      )
    const theirs = await times(4, () => personOf(shop))
    const both = await times(4, () => personOf(shop, other))
    const ofOther = await personOf(other)
    const held = Promise.all([
      ...theirs.map((one) => of([shop], () => sumInTurn(one, projectId, () => stuck()))),
      // Who has other projects as well is not somebody else for it.
      ...both.map((one) => of([shop, other], () => sumInTurn(one, projectId, () => stuck()))),
      times(2, () => of([shop, other], () => readInTurn(projectId, signal, () => stuck()))),
      // What is sent.
      times(4, () => of([shop], () => stuck())),
      // Also by what Next has made of the same module for its pages.
      times(2, () => of([shop], () => stuck(again))),
    ])
    expect(await until(async () => (await countStuck()) >= share, 10_000, 10)).toBe(true)
    const query = {
      projectId: other.projectId,
      timeType: 'entryTime',
      format: 'json',
      count: true,
      pageSize: 1,
    } as const
    const counted = await of([other], () => countEntries(ofOther, query))
    expect(counted).toBe(0)
    expect(await countStuck()).toBe(share)
    await release()
    await held
  })
})

describe('a project of which somebody is who is in another one too', () => {
  it('has no more connections by them than by its own', async () => {
    const share = bulkShare()
    const { account, headers } = await shop.signIn()
    await pools().hot.query(
      `insert into membership (project_id, user_id, role, created_at)
       select $1, id, 'staff', now() from staff_user where email = $2`,
      [other.projectId, account.email],
    )
    let begun = 0
    const query = z.strictObject({ projectId: z.string() })
    const route = defineRoute({ auth: 'staff', summary: 'Whatever takes its time', query }, async () => {
      begun += 1
      await stuck()
      return undefined
    })
    const ask = () => route(new Request(`${shop.baseUrl}/?projectId=${shop.projectId}`, { headers }))
    const ofItsOwn = times(share, () => inProjects([shop.projectId], () => stuck()))
    const ofTheirs = times(share, ask)
    expect(await until(async () => begun === share && (await countStuck()) >= share, 10_000, 10)).toBe(true)
    expect(await inProjects([other.projectId], () => bulkSql('turns-free', 'select 1 as one', []))).toEqual([
      { one: 1 },
    ])
    expect(await countStuck()).toBe(share)
    await release()
    await ofItsOwn
    expect((await ofTheirs).map(({ status }) => status)).toEqual(Array(share).fill(204))
  })
})

const managerOf = ({ projectId, destinationId }: Shop): Promise<StaffCaller> =>
  makeCaller({ projectId, role: 'manager', destinationIds: [destinationId] })

describe('six of one store who count on and on', () => {
  const atOnce = bulkShare() - 1
  const done: string[] = []
  const ends: (() => void)[] = []
  let theirs: Promise<unknown>
  beforeEach(async () => {
    done.length = 0
    const sum = (name: number) => () => {
      done.push(`sum ${name}`)
      return new Promise<void>((resolve) => ends.push(resolve))
    }
    const flock = await times(6, () => managerOf(shop))
    theirs = Promise.all(flock.map((one, n) => sumInTurn(one, shop.projectId, sum(n))))
    expect(await until(async () => ends.length === atOnce, 10_000, 10)).toBe(true)
  })

  /** Ends one of theirs, and the next of theirs has begun. */
  async function next(): Promise<void> {
    ends.shift()?.()
    expect(await until(async () => ends.length === atOnce, 10_000, 10)).toBe(true)
  }

  afterEach(async () => {
    const end = async () => {
      for (const one of ends.splice(0)) one()
      return done.filter((name) => name.startsWith('sum')).length === 6
    }
    expect(await until(end, 10_000, 10)).toBe(true)
    await end()
    await theirs
  })

  it('keep an owner waiting for one of them, whose report has its parts one behind the other in one turn', async () => {
    const owner = await personOf(shop)
    let tell = () => {}
    const asked = new Promise<void>((resolve) => {
      tell = resolve
    })
    const report = reportInTurn(owner, shop.projectId, async (inTurn) => {
      const part = (name: string) => async () => {
        await bulkSql('turns-part', 'select 1 as one', [])
        done.push(name)
      }
      const parts = ['a', 'b', 'c', 'd', 'e'].map((name) => inTurn(part(name)))
      setImmediate(tell)
      await Promise.all(parts)
    })
    await asked
    const before = done.length
    ends.shift()?.()
    await report
    expect(done.slice(before, before + 5)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('keep somebody of another store waiting for one of them, and leave whoever is theirs their turn', async () => {
    const [another, colleague] = await Promise.all([
      makeCaller({ projectId: shop.projectId, role: 'manager', destinationIds: ['another'] }),
      managerOf(shop),
    ])
    const count = (who: StaffCaller, name: string) => sumInTurn(who, shop.projectId, async () => done.push(name))
    await next()
    const all = [count(another, 'another'), count(colleague, 'colleague')]
    for (let n = 0; n < 5; n += 1) await new Promise((resolve) => setImmediate(resolve))
    ends.shift()?.()
    await all[0]
    expect(done.indexOf('another')).toBe(atOnce + 1)
    const end = async () => {
      for (const one of ends.splice(0)) one()
      return done.includes('colleague')
    }
    expect(await until(end, 10_000, 10)).toBe(true)
    await Promise.all(all)
  })

  it('have one report made at a time, and an owner theirs meanwhile', async () => {
    const owner = await personOf(shop)
    let end = () => {}
    const held = new Promise<void>((resolve) => {
      end = resolve
    })
    const flock = await times(4, () => managerOf(shop))
    const reports = Promise.all(flock.map((one) => reportInTurn(one, shop.projectId, () => held)))
    expect(await reportInTurn(owner, shop.projectId, async () => 'made')).toBe('made')
    end()
    await reports
  })
})

describe('a report of which a part takes longer than it may wait', () => {
  afterEach(() => void vi.useRealTimers())

  it('waits for its next one as if it had just been asked for', async () => {
    const [owner, another] = await Promise.all([personOf(shop), personOf(shop)])
    vi.useFakeTimers({ toFake: ['performance'] })
    let end = () => {}
    const held = new Promise<void>((resolve) => {
      end = resolve
    })
    let theirs: Promise<void>[] = []
    const report = reportInTurn(owner, shop.projectId, async (inTurn) => {
      await inTurn(async () => void vi.advanceTimersByTime(30_000))
      let taken = 0
      const take = () => {
        taken += 1
        return held
      }
      theirs = Array.from({ length: bulkShare() }, () => sumInTurn(another, shop.projectId, take))
      expect(await until(async () => taken === bulkShare() - 1, 10_000, 10)).toBe(true)
      const next = inTurn(async () => 'made')
      // Behind a wait of no time.
      setTimeout(end, 50)
      return next
    })
    expect(await report).toBe('made')
    await Promise.all(theirs)
  })
})

describe('who hangs up while they wait for their turn', () => {
  it('leaves the row: 64 of them are not worked for, and keep no place from whoever asks next', async () => {
    const { headers } = await shop.signIn({ role: 'owner' })
    const range = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-02-01T00:00:00Z' }
    const asked = {
      projectId: shop.projectId,
      timeType: 'entryTime',
      timeZone: 'UTC',
      weekday: '1',
      hour: '1',
      ...range,
    }
    const ask = (signal?: AbortSignal) =>
      GET(new Request(`${shop.baseUrl}/api/staff/entries/hours?${new URLSearchParams(asked)}`, { headers, signal }))
    expect((await ask()).status).toBe(200)

    const atOnce = bulkShare() - 1
    const person = await personOf(shop)
    const held = inProjects([shop.projectId], () =>
      times(atOnce, () => sumInTurn(person, shop.projectId, () => stuck())),
    )
    expect(await until(async () => (await countStuck()) > 0, 10_000, 10)).toBe(true)
    const all = Array.from({ length: 65 }, () => new AbortController())
    const answers = all.map(({ signal }) => ask(signal))
    // One is too many: the row is full.
    expect((await Promise.race(answers)).status).toBe(503)
    for (const one of all) one.abort()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 499)).toHaveLength(64)
    expect(await countStuck()).toBeGreaterThan(0)
    const next = ask()
    await release()
    await held
    expect((await next).status).toBe(200)
  })
})
