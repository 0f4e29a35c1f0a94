import { describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { pools, prisma, sql } from '@/lib/db'
import { going } from '@/lib/patience'
import { acrossProjects, inProjects, keepScope } from '@/lib/wall'
import type { WalledClient } from '@/lib/walled-client'
import { createStaff, createStore } from '@/prisma/factories/project'

const openTwo = () => Promise.all([openShop(inject('baseUrl')), openShop(inject('baseUrl'))])
const forgetful = () => sql<{ project_id: string }>('scopes-stores', 'select distinct project_id from store', [])

/** What is left on each connection that nobody uses now. */
async function leftOnConnections(): Promise<unknown[]> {
  const clients = await Promise.all(Array.from({ length: pools().hot.totalCount }, () => pools().hot.connect()))
  const asked = "select coalesce(current_setting('baycall.projects', true), '') as projects, current_user as role"
  const left = await Promise.all(clients.map((client) => (client as unknown as WalledClient).bare(asked)))
  for (const client of clients) client.release()
  return left.map(({ rows }) => rows[0])
}

describe('the scope of a statement', () => {
  it('is its own, of many at once on few connections, by whichever way they are made', async () => {
    const shops = await openTwo()
    const ways: ((shop: Shop) => Promise<string[]>)[] = [
      async () => (await forgetful()).map((row) => row.project_id),
      async () => (await prisma().store.findMany()).map((row) => row.projectId),
      // What Prisma gathers in one breath.
      async (shop) => [
        (await prisma().project.findUnique({ where: { projectId: shop.projectId } }))?.projectId ?? 'none',
      ],
      async () => (await prisma().$transaction([prisma().store.findMany()]))[0].map((row) => row.projectId),
      async () =>
        (
          await prisma().$transaction(async (tx) => [...(await tx.zone.findMany()), ...(await tx.store.findMany())])
        ).map((row) => row.projectId),
    ]
    // What is asked for the first time is made ready, which is nobody's turn to wait for.
    for (const way of ways) await inProjects([shops[0].projectId], () => way(shops[0]))
    const ask = async (at: number) => {
      const shop = shops[at % 2] as Shop
      const seen = await inProjects([shop.projectId], () => ways[(at >> 1) % ways.length]?.(shop))
      expect(new Set(seen)).toEqual(new Set([shop.projectId]))
    }
    // As many as a busy machine answers within the time that a statement has.
    for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 30 }, (_, at) => ask(at)))
    expect(pools().hot.totalCount).toBeLessThan(20)
  })

  it('costs no round trip of its own', async () => {
    const [shop] = await openTwo()
    const client = (await pools().hot.connect()) as unknown as WalledClient & {
      release(): void
      connection: NodeJS.EventEmitter
    }
    let [answers, writes] = [0, 0]
    const count = () => {
      answers += 1
    }
    client.connection.on('readyForQuery', count)
    const { stream } = Reflect.get(client, 'connection') as {
      stream: NodeJS.WritableStream & { _writev: (...a: never[]) => void }
    }
    const writev = stream._writev
    stream._writev = (...given) => {
      writes += 1
      writev.apply(stream, given)
    }
    const query = {
      name: 'scopes-trip',
      text: 'select project_id from store where project_id = $1',
      values: [shop.projectId],
    }
    for (const _ of [1, 2]) {
      const { rows } = await inProjects([shop.projectId], () => client.query(query) as Promise<{ rows: unknown[] }>)
      expect(rows).toHaveLength(1)
    }
    stream._writev = writev
    client.connection.off('readyForQuery', count)
    client.release()
    expect([answers, writes]).toEqual([2, 2])
  })

  it('leaves nothing behind after an error, a time that was over, or a transaction that was given up', async () => {
    const [shop] = await openTwo()
    await inProjects([shop.projectId], async () => {
      await expect(sql('scopes-error', 'select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
      await expect(sql('scopes-unparsed', 'select nothing from nowhere', [])).rejects.toMatchObject({ code: '42P01' })
      // The same name again: what was not parsed is not taken for prepared.
      await expect(sql('scopes-unparsed', 'select nothing from nowhere', [])).rejects.toMatchObject({ code: '42P01' })
      await expect(sql('scopes-late', 'select pg_sleep(10)', [])).rejects.toThrow(/timeout/)
      const givenUp = prisma().$transaction(async (tx) => {
        await tx.store.findMany()
        throw new Error('given up')
      })
      await expect(givenUp).rejects.toThrow('given up')
      await forgetful()
    })
    const left = await leftOnConnections()
    expect(left.length).toBeGreaterThan(0)
    for (const found of left) expect(found).toEqual({ projects: '', role: 'baycall_app' })
  })

  it('must have been said: what nobody has given one is no statement but an error that says so', async () => {
    const process = globalThis as { baycallProcessScope?: string | undefined }
    const said = process.baycallProcessScope
    process.baycallProcessScope = undefined
    try {
      await going.exit(async () => {
        await expect(forgetful()).rejects.toThrow('no scope')
        await expect(prisma().store.findMany()).rejects.toThrow('no scope')
        expect(await acrossProjects(() => prisma().project.findFirst())).not.toBeNull()
        const inside = inProjects([], () => keepScope())
        expect(await inside(forgetful)).toEqual([])
      })
    } finally {
      process.baycallProcessScope = said
    }
  })
})

/** A browser of a retailer with two stores of its own. */
async function browserOf(shop: Shop, at: number) {
  for (const side of ['north', 'south'])
    await createStore(shop.projectId, { destinationId: `${side}-${at}`, name: `Store ${side} of ${at}` })
  const account = await createStaff({ projectId: shop.projectId, role: 'owner' })
  const headers = { 'content-type': 'application/json', origin: shop.baseUrl }
  const signedIn = await fetch(`${shop.baseUrl}/api/staff/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify(account),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  // Who is told 503 comes again, as on any busy machine.
  const open = async (address: string): Promise<string> => {
    const page = await fetch(`${shop.baseUrl}${address}`, { headers: { cookie } })
    const text = await page.text()
    return page.status === 503 ? open(address) : text
  }
  return open
}

it('pages that are rendered at once each show their own account’s stores, all of them and no others', async () => {
  const shops = await openTwo()
  const browsers = await Promise.all(shops.map(browserOf))
  const addresses = ['/board', '/settings', '/entries', '/insights']
  const pages = await Promise.all(
    Array.from({ length: 48 }, async (_, at) => {
      const page = await browsers[at % 2]?.(addresses[(at >> 1) % addresses.length] ?? '')
      return ['north of 0', 'south of 0', 'north of 1', 'south of 1'].filter((name) => page?.includes(`Store ${name}`))
    }),
  )
  for (const [at, named] of pages.entries()) expect(named).toEqual([`north of ${at % 2}`, `south of ${at % 2}`])
})
