import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { withinMs } from '@/integration/limited-servers'
import { openShop, type Shop } from '@/integration/shop'
import { sql } from '@/lib/db'
import { deleteFullBuckets, takeTokens } from '@/lib/limits/data'
import { takeOne } from '@/lib/limits/leases'
import { putOnTab, secondsInDebt } from '@/lib/limits/tabs'
import { acrossProjects } from '@/lib/wall'
import { until } from '@/scripts/process/processes.mjs'

let shop: Shop

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
})

it('of what may be tried a few times a process lets nothing pass that another has used up', async () => {
  const rate = { perSecond: 0.01, burst: 10 }
  const name = `tried ${randomUUID()}`
  expect((await acrossProjects(() => takeTokens(name, 10, rate))).granted).toBe(10)
  expect((await takeOne(name, rate)).retryAfterSeconds).toBeGreaterThan(0)
})

describe('what a process has let pass and not paid for', () => {
  it('is forgotten last of whoever asks for more all the time, however many others there are', async () => {
    const rate = { perSecond: 1 / 3600, burst: 100 }
    const busy = `busy ${randomUUID()}`
    const ask = () => secondsInDebt(busy, rate)
    const others = (from: number) => {
      for (let n = from; n < from + 30_000; n++) putOnTab(`other ${busy} ${n}`, rate, 0.5)
    }
    putOnTab(busy, rate, 100)
    const isShort = async () => {
      putOnTab(busy, rate, 100)
      return (await ask()) > 0
    }
    expect(await until(isShort, withinMs, 5)).toBe(true)
    for (const from of [0, 30_000]) {
      others(from)
      expect(await ask()).toBeGreaterThan(0)
    }
  })
})

it('what a bucket has given is not forgotten before it is there again, however long that takes', async () => {
  const hourMs = 60 * 60_000
  const takeAll = async (name: string, perSecond: number) =>
    (await takeTokens(`${name} ${shop.projectId}`, 200, { perSecond, burst: 200 })).granted
  const twoHours = () => takeAll('two hours', 1 / 36)
  const lifetimes = () => takeAll('lifetimes', 1e-9)
  expect([await twoHours(), await lifetimes(), await takeAll('seconds', 100)]).toEqual([200, 200, 200])
  const names = ['two hours', 'lifetimes', 'seconds'].map((name) => `${name} ${shop.projectId}`)
  const anHourAndAHalfPasses = `update rate_bucket set refilled_at = refilled_at - interval '90 minutes',
    full_at = full_at - interval '90 minutes' where name = any ($1)`
  await sql('pass-time', anHourAndAHalfPasses, [names])
  await deleteFullBuckets(new Date(Date.now() - hourMs))
  const left = await sql<{ name: string }>('buckets-left', 'select name from rate_bucket where name = any ($1)', [
    names,
  ])
  expect(left.map(({ name }) => name).sort()).toEqual([names[1], names[0]])
  expect([await twoHours(), await lifetimes()]).toEqual([150, 0])
})

it('a bucket that was filled at a time to come, before the database’s clock was set back, is filled again from now on', async () => {
  const name = `ahead ${shop.projectId}`
  const rate = { perSecond: 1000, burst: 10 }
  const some = async () => (await takeTokens(name, 10, rate)).granted
  expect(await some()).toBe(10)
  const setBack = `update rate_bucket set tokens = 0, refilled_at = refilled_at + interval '1 hour' where name = $1`
  await sql('set-clock-back', setBack, [name])
  expect(await until(async () => (await some()) > 0, withinMs)).toBe(true)
})
