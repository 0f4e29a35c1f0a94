import type pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { pools, prisma, sql } from '@/lib/db'
import { databaseIsAway, databaseIsBusy } from '@/lib/failed-statement'
import { problemFrom } from '@/lib/http/problem'
import { metrics } from '@/lib/watch/metrics'

let shop: Shop

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
})

const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

/** Has all connections that requests have, while some work waits for one in vain. */
async function whileAllAreLent<Done>(work: () => Promise<Done>): Promise<Done> {
  const { hot } = pools()
  const lent: pg.PoolClient[] = []
  try {
    while (lent.length < (hot.options.max ?? 0)) lent.push(await hot.connect())
    return await work()
  } finally {
    for (const client of lent) client.release()
  }
}

/** What becomes of each kind of statement that gets no connection. */
const tried = () =>
  Promise.all([
    failed(sql('none-free', 'select 1', [])),
    failed(prisma().store.findFirst({ where: { projectId: shop.projectId } })),
    failed(prisma().$transaction([prisma().store.count({ where: { projectId: shop.projectId } })])),
  ])

const awayCount = async () => (await metrics().databaseAway.get()).values[0]?.value ?? 0
const answersTo = (errors: unknown[]) =>
  errors.map((error) => {
    const answer = problemFrom(error, { requestId: 'r', traceId: 't' })
    return [answer.status, answer.headers.get('retry-after')]
  })
const unavailable = Array(3).fill([503, '2'])

describe('a request that gets no connection in time', () => {
  it('has met a crowd, and no database that is away, where that answers others', async () => {
    const errors = await whileAllAreLent(async () => {
      let isOver = false
      const waiting = tried().finally(() => {
        isOver = true
      })
      // Others' work goes on.
      while (!isOver) await pools().bulk.query('select 1')
      return waiting
    })
    expect(errors.map(databaseIsBusy)).toEqual([true, true, true])
    const before = await awayCount()
    expect(answersTo(errors)).toEqual(unavailable)
    expect(await awayCount()).toBe(before)
  })

  it('counts as one that found the database away where that answers nobody', async () => {
    const errors = await whileAllAreLent(tried)
    expect(errors.map(databaseIsAway)).toEqual([true, true, true])
    expect(errors.map(databaseIsBusy)).toEqual([false, false, false])
    const before = await awayCount()
    expect(answersTo(errors)).toEqual(unavailable)
    expect(await awayCount()).toBe(before + 3)
  })
})

describe('a statement that takes longer than it may', () => {
  it('is told of as that, and no database is away', async () => {
    const errors = await Promise.all([
      failed(sql('sleeps', 'select pg_sleep(10)', [])),
      failed(prisma().$queryRaw`select 1 from pg_sleep(10)`),
      failed(prisma().$transaction([prisma().$queryRaw`select 1 from pg_sleep(10)`])),
    ])
    const before = await awayCount()
    expect(answersTo(errors)).toEqual(unavailable)
    expect(await awayCount()).toBe(before)
    const said = errors.map((error) => problemFrom(error, { requestId: 'r', traceId: 't' }).json())
    const detail = expect.stringMatching(/took longer than it may/)
    expect(await Promise.all(said)).toMatchObject([{ detail }, { detail }, { detail }])
  })
})
