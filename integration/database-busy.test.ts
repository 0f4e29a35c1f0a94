import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { authenticate } from '@/lib/auth/authenticate'
import { requireSame } from '@/lib/auth/still-same'
import { pools, prisma, sql } from '@/lib/db'
import { databaseIsAway, databaseIsBusy, TookTooLong } from '@/lib/failed-statement'
import { orRefusePage } from '@/lib/http/page-answer'
import { problemFrom } from '@/lib/http/problem'
import { Patience } from '@/lib/patience'
import { acrossProjects } from '@/lib/wall'
import { metrics } from '@/lib/watch/metrics'
import { answerPage } from '@/scripts/server/page-answer.mjs'

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
  it('fails its page as one that may be asked for again, and what is a fault of ours as that', async () => {
    const [ofSql, ofPrisma] = await whileAllAreLent(tried)
    expect(await pageFailing(ofSql)).toEqual([503, '2'])
    expect(await pageFailing(ofPrisma)).toEqual([503, '2'])
    expect(await pageFailing(new TypeError('x is not a function'))).toEqual([500, null])
  })

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

  it('leaves the connection that comes later to others, whichever bundle’s error gave it up', async () => {
    const foreign = vi.spyOn(pools().hot, 'refusal').mockImplementation(() => new Error('another bundle’s'))
    try {
      const error = await whileAllAreLent(() => failed(sql('none-free', 'select 1', [])))
      expect(error).toMatchObject({ message: 'another bundle’s' })
    } finally {
      foreign.mockRestore()
    }
    // Each is there again, or one would be waited for in vain.
    expect(await whileAllAreLent(() => Promise.resolve('all lent'))).toBe('all lent')
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

/** What a browser is answered by a page that fails so. */
async function pageFailing(error: unknown) {
  const server = createServer((_, response) => {
    void answerPage(response, async () => {
      await orRefusePage(() => Promise.reject(error)).catch(() => response.writeHead(500))
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/`)
    return [status, headers.get('retry-after')]
  } finally {
    server.close()
  }
}

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
  it('is not begun with next to nothing left, which would cost its connection', async () => {
    const { hot } = pools()
    await Promise.all(Array.from({ length: hot.options.max ?? 0 }, () => sql('stands', 'select pg_sleep(0.1)', [])))
    const before = hot.totalCount
    const late = () => acrossProjects(() => failed(sql('sleeps', 'select pg_sleep(10)', [])))
    const error = await Patience.beside(100, late)
    expect(error).toBeInstanceOf(TookTooLong)
    expect(answersTo([error])).toEqual([[503, '2']])
    expect(hot.totalCount).toBe(before)
  })
})

it('who was known when last asked is known again, however many look others up', async () => {
  const { headers } = await shop.signIn({ role: 'manager' })
  const asked = new Request(shop.baseUrl, { headers })
  const known = () => Patience.during(() => authenticate('staff', asked, new Date()), asked)
  const caller = await known()
  const { share, options } = pools().hot
  const others = Array.from({ length: (options.max ?? 0) - 1 }, () => share?.take('*', {}))
  try {
    await Promise.all(others)
    await expect(known()).resolves.toEqual(caller)
    await Patience.during(() => requireSame(caller, [shop.projectId]), asked)
    const stranger = Patience.during(() => acrossProjects(() => failed(sql('nobodys', 'select 1', []))), asked)
    expect(databaseIsAway(await stranger)).toBe(true)
  } finally {
    for (const _ of others) share?.giveBack('*')
  }
})
