import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { nextCustomer, visit } from '@/integration/visits'
import type { StaffCaller } from '@/lib/auth/model'
import { Board } from '@/lib/board/schema'
import { getBoard, getBoardText } from '@/lib/board/service'
import { pools } from '@/lib/db'
import { Busy } from '@/lib/errors'
import { databaseIsAway } from '@/lib/failed-statement'
import { Patience } from '@/lib/patience'
import { boardInTurn } from '@/lib/turns/reading'
import { currentScope, inProjects } from '@/lib/wall'
import { WalledClient } from '@/lib/walled-client'
import { makeCaller, makeTabletCaller } from '@/prisma/factories/caller'
import { createStore } from '@/prisma/factories/project'

type Key = { projectId: string; destinationId: string }

let shop: Shop
let key: Key
let person: StaffCaller
let tablet: StaffCaller
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  key = { projectId: shop.projectId, destinationId: shop.destinationId }
  person = await makeCaller({ projectId: shop.projectId, role: 'staff', destinationIds: null })
  tablet = await makeTabletCaller(key)
})
afterEach(() => void vi.restoreAllMocks())

const times = <T>(count: number, of: (n: number) => T) => Promise.all(Array.from({ length: count }, (_, n) => of(n)))
const textOf = async (caller: StaffCaller) => new TextDecoder().decode(await getBoardText(caller, key, new Date()))
const address = () => `/api/staff/board?${new URLSearchParams(key)}`

/** Looks at how this process reads orders of the project's boards: how often, how many at once, and whose rows it may see. */
function watchReads() {
  const seen = { reads: 0, most: 0, scopes: new Set<string | null>() }
  let underway = 0
  const { query } = WalledClient.prototype
  vi.spyOn(WalledClient.prototype, 'query').mockImplementation(function (this: WalledClient, ...asked: unknown[]) {
    const done = Reflect.apply(query, this, asked)
    const { name, values } = Object(asked[0])
    if (name !== 'list-board-orders' || values[0] !== shop.projectId) return done
    seen.reads += 1
    underway += 1
    seen.most = Math.max(seen.most, underway)
    seen.scopes.add(currentScope())
    const end = () => {
      underway -= 1
    }
    ;(done as Promise<unknown>).then(end, end)
    return done
  } as never)
  return seen
}

describe('a board that many ask for at once', () => {
  it('is read once for those that ask together, by whoever may see it', async () => {
    await times(20, (n) => shop.create(`together-${n}`))
    // The first of a process connects besides, and is longest underway.
    await getBoard(person, key, new Date())
    const seen = watchReads()
    const boards = await times(20, () => getBoard(person, key, new Date()))
    expect(boards.map(({ orders }) => orders.length)).toEqual(Array(20).fill(20))
    // For the first, and for those who came while it was read.
    expect(seen.reads).toBe(2)
  })

  it('is one text for all of them, which says what the board is', async () => {
    const priya = nextCustomer()
    await visit(shop, 'together', priya)
    const texts = await times(10, () => getBoardText(person, key, new Date()))
    // The first, and one for the others.
    expect(new Set(texts).size).toBe(2)
    const { serverTime: _, ...board } = Board.encode(await getBoard(person, key, new Date()))
    for (const text of texts) expect(JSON.parse(new TextDecoder().decode(text))).toMatchObject(board)
  })

  it('has the time at which it is answered, however long that took', async () => {
    const asked = Date.now()
    const longAgo = new Date(asked - 1_900)
    expect((await getBoard(person, key, longAgo)).serverTime.getTime()).toBeGreaterThanOrEqual(asked)
    const text = new TextDecoder().decode(await getBoardText(person, key, longAgo))
    expect(Date.parse(JSON.parse(text).serverTime)).toBeGreaterThanOrEqual(asked)
  })

  it('is read with its own project in sight alone, whatever the first who asks may see besides', async () => {
    const other = await openShop(shop.baseUrl)
    const seen = watchReads()
    await inProjects([other.projectId, shop.projectId], () => times(5, () => getBoard(person, key, new Date())))
    expect([...seen.scopes]).toEqual([shop.projectId])
  })

  it('waits for others of its project: two are read at a time, and all in the end', async () => {
    const stores = await times(12, () => createStore(shop.projectId))
    await times(12, (n) => shop.create(`turn-${n}`, { destinationId: stores[n]?.destinationId }))
    const seen = watchReads()
    const boards = await Promise.all(
      stores.map(({ destinationId }) => getBoard(person, { ...key, destinationId }, new Date())),
    )
    expect(boards.map(({ orders }) => orders[0]?.orderId)).toEqual(stores.map((_, n) => `turn-${n}`))
    expect(seen.reads).toBe(12)
    expect(seen.most).toBeLessThanOrEqual(2)
  })
})

describe('the turns of boards', () => {
  it('are of stores, by whoever asks: one comes before those of another that has had turns, of however many accounts', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const accounts = await times(6, () => makeCaller({ ...key, role: 'staff', destinationIds: null }))
    const begun: string[] = []
    const read = (caller: StaffCaller, destinationId: string) =>
      boardInTurn(caller, { ...key, destinationId }, async () => begun.push(destinationId))
    const before = times(2, () => boardInTurn(person, key, () => held))
    await pools().hot.query('select 1')
    const flood = accounts.map((caller) => read(caller, key.destinationId))
    const other = read(person, 'another')
    release()
    await Promise.all([before, ...flood, other])
    expect(begun.indexOf('another')).toBeLessThan(2)
  })
})

describe('who waits longer than a request may', () => {
  it('in the row of their project has met a crowd, and the database is not said to be away', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    // As many as are read at a time.
    const before = times(2, () => boardInTurn(person, key, () => held))
    const ask = () => Patience.during(() => getBoard(person, key, new Date())).catch((error) => error)
    const asked = times(5, ask)
    let isOver = false
    asked.finally(() => {
      isOver = true
    })
    // The database answers all the while.
    while (!isOver) await pools().hot.query('select 1')
    const refusals = await asked
    release()
    await before
    expect(refusals.map((error) => [error instanceof Busy, databaseIsAway(error)])).toEqual(
      Array(5).fill([true, false]),
    )
    expect(await ask()).toMatchObject({ orders: [] })
  })
})

describe('who asks while others do', () => {
  it('is not told of a store that is not theirs', async () => {
    await shop.create('mine')
    const other = await openShop(shop.baseUrl)
    const { destinationId } = await createStore(shop.projectId)
    const [mine, stranger, narrowed] = await Promise.all([
      shop.signIn(),
      other.signIn({ role: 'owner' }),
      shop.signIn({ destinationIds: [destinationId] }),
    ])
    const answers = await times(60, async (n) => {
      const who = [mine, stranger, narrowed][n % 3]
      const { status, body } = await shop.call(address(), { headers: who?.headers, key: null })
      return [n % 3, status, (body.orders as unknown[] | undefined)?.length ?? body.code]
    })
    expect(answers.filter(([who]) => who === 0)).toEqual(Array(20).fill([0, 200, 1]))
    expect(answers.filter(([who]) => who !== 0).map(([, ...answer]) => answer)).toEqual(
      Array(40).fill([404, 'store_not_found']),
    )
  })

  it('sees what their kind of board shows: names on a person’s, and none on a shared one that masks', async () => {
    const priya = nextCustomer()
    await visit(shop, 'masked', priya)
    const { headers } = await shop.signIn({ role: 'owner' })
    const mask = { method: 'PATCH', body: { maskOnSharedBoards: true }, headers, key: null }
    expect((await shop.call(`/api/staff/projects/${shop.projectId}/privacy`, mask)).status).toBe(200)
    const texts = await times(40, (n) => textOf(n % 2 === 0 ? person : tablet))
    const boards = await times(40, (n) => getBoard(n % 2 === 0 ? person : tablet, key, new Date()))
    for (const of of [texts, boards.map((board) => JSON.stringify(board))]) {
      for (const [n, text] of of.entries()) {
        const isOpen = n % 2 === 0
        const hasAny = [priya.name, priya.plate].map((value) => text.includes(value))
        expect(hasAny).toEqual(hasAny.map(() => isOpen))
        expect(text.includes('"isMasked":true')).toBe(!isOpen)
      }
    }
  })

  it('finds what had happened by then, however many readings are underway', async () => {
    // So many that each takes a while: what comes meanwhile is in the next alone. A tablet may ask for as many as it likes.
    await pools().hot.query(
      `insert into orders (project_id, service_id, destination_id, order_id, user_token, status, section, hs_fields,
                           created_at, last_update_time, last_transition_time)
       select $1, gen_random_uuid(), $2, 'many ' || n, gen_random_uuid(), 'Registered', 'Expected',
              jsonb_build_object('Note', repeat('x', 600)), now(), now(), now()
       from generate_series(1, 1000) n`,
      [shop.projectId, shop.destinationId],
    )
    let isOver = false
    const asking = times(3, async () => {
      while (!isOver) await getBoardText(tablet, key, new Date())
    })
    try {
      for (let n = 0; n < 20; n++) {
        await shop.create(`fresh-${n}`)
        expect(await textOf(tablet)).toContain(`"fresh-${n}"`)
      }
    } finally {
      isOver = true
      await asking
    }
  })
})
