import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { apiTable } from '@/integration/access/api-table'
import { ask, asks } from '@/integration/access/asking'
import { type Caller, everybody, session } from '@/integration/access/callers'
import { accountTable } from '@/integration/access/groups/account'
import { ownerTable } from '@/integration/access/groups/owners'
import { peopleTable } from '@/integration/access/groups/people'
import { tabletTable } from '@/integration/access/groups/tablets'
import { pageTable } from '@/integration/access/page-table'
import { type Cells, namesIn, type Row, readTable, see, wordOf } from '@/integration/access/reading'
import { asOwner, makeWorld, type World } from '@/integration/access/world'
import { prisma } from '@/lib/db'
import type { Handler } from '@/lib/http/define-route'
import { createStaff } from '@/prisma/factories/project'
import { findApiAddresses } from '@/scripts/front/api-addresses.mjs'
import { inRoot } from '@/scripts/settings/places.mjs'

const tables = [apiTable, peopleTable, accountTable, tabletTable, ownerTable].map(readTable)
const api = { rows: tables.flatMap(({ rows }) => rows) }
const pages = readTable(pageTable)

let world: World
let callers: Record<string, Caller>

beforeAll(async () => {
  world = await makeWorld(inject('baseUrl'))
  callers = await everybody(world)
  world.callers = callers
  const named = { projectId: world.own.projectId, name: `View ${world.marks.A}`, filters: {} }
  world.viewId = String((await asOwner(world, 'POST', '/api/staff/views', named)).viewId)
})

/** What every caller sees of a row, and what a refusal told that it should not have. */
async function seen(row: Row, headersOf: (caller: Caller) => Record<string, string>) {
  const cells: Cells = {}
  const told: string[] = []
  await Promise.all(
    Object.entries(callers).map(async ([name, caller]) => {
      const answer = await see(await ask(row, world, name, headersOf(caller)))
      cells[name] = wordOf(answer, world)
      if (!/^[ABQ>]+$/.test(cells[name])) told.push(...namesIn(answer, world).map((text) => `${name}: ${text}`))
    }),
  )
  return { cells, told }
}

/** The methods of an address that are not the same for every address, with how they are reached. */
async function declaredIn(file: string): Promise<[string, string][]> {
  const handlers: Record<string, Handler> = await import(`${inRoot('app')}/${file}`)
  const usual = ['Methods of an address', 'Method not allowed']
  const declared = Object.entries(handlers).filter(([, handler]) => !usual.includes(handler.declaration.summary))
  // HEAD is GET without its body, and an address for any method is one row.
  const own = declared.filter(
    ([, h], at) => declared.findIndex(([, other]) => other.declaration === h.declaration) === at,
  )
  return own.map(([method, { declaration }]) => [method === 'HEAD' ? 'GET' : method, declaration.auth])
}

describe('the table', () => {
  it('has a column for every kind of caller', () => {
    for (const table of [...tables, pages]) expect(table.callers).toEqual(Object.keys(callers))
  })

  it('has a row for every method of every address, as it declares to be reached', async () => {
    const found = findApiAddresses(inRoot('app')).map(async ({ pattern, file }) => {
      const address = pattern.replace(/:(\w+)/g, '{$1}')
      return (await declaredIn(file)).map(([method, auth]) => `${method} ${address} ${auth}`)
    })
    const rows = new Set(api.rows.map(({ method, address, auth }) => `${method} ${address} ${auth}`))
    expect([...rows].sort()).toEqual((await Promise.all(found)).flat().sort())
  })

  it('has a row for every page', () => {
    const files = readdirSync(inRoot('app'), { recursive: true, encoding: 'utf8' })
    const found = files
      .filter((file) => /(^|\/)page\.tsx$/.test(file))
      .map((file) => `/${file.replace(/\/?page\.tsx$/, '').replace(/\[(\w+)\]/g, '{$1}')}`)
    expect([...new Set(pages.rows.map(({ address }) => address))].sort()).toEqual(found.sort())
  })

  it('asks nothing for a row that is not there', () => {
    const names = new Set([...api.rows, ...pages.rows].map(({ name }) => name))
    expect(Object.keys(asks).filter((name) => !names.has(name))).toEqual([])
  })
})

describe('what each caller sees', () => {
  it.each(api.rows)('$name', async (row) => {
    expect(await seen(row, (caller) => caller.api)).toEqual({ cells: row.cells, told: [] })
  })

  it.each(pages.rows)('page $address', async (row) => {
    expect(await seen(row, (caller) => caller.page)).toEqual({ cells: row.cells, told: [] })
  })

  it('and what they recorded stands in their own project alone', async () => {
    const recorded = await prisma().entry.findMany({
      where: { projectId: world.own.projectId, installRef: { startsWith: 'by ' } },
      select: { installRef: true },
    })
    expect([...new Set(recorded.map(({ installRef }) => installRef))]).toEqual(['by sk'])
  })
})

describe('a change with a browser’s cookie', () => {
  const changing = api.rows.filter(({ method, address }) => method !== 'GET' && address.startsWith('/api/staff/'))
  const foreign: Record<string, Record<string, string>> = {
    'another site’s origin': { origin: 'https://elsewhere.example' },
    'an opaque origin': { origin: 'null' },
    'another port of this host': { origin: 'http://127.0.0.1:1' },
    'no origin and another site': { origin: '', 'sec-fetch-site': 'cross-site' },
    'no origin and a sister site': { origin: '', 'sec-fetch-site': 'same-site' },
    'no origin at all': { origin: '' },
  }

  it.each(changing)('$name is taken from our own pages alone', async (row) => {
    // Whoever joins is signed in, and who was before is not.
    const joins = row.address.startsWith('/api/staff/join')
    const owner = { projectId: world.own.projectId, role: 'owner' } as const
    const cookie = joins ? (await session(world.baseUrl, await createStaff(owner))).cookie : (callers.own?.cookie ?? '')
    const tries = ['own', 'tab'].flatMap((who) => Object.keys(foreign).map((from) => [who, from] as const))
    const words = tries.map(async ([who, from]) => {
      const headers = { cookie: callers[who]?.cookie ?? '', ...foreign[from] }
      return [who, from, wordOf(await see(await ask(row, world, who, headers)), world)]
    })
    expect(await Promise.all(words)).toEqual(tries.map((tried) => [...tried, 'origin_refused']))
    // Last, for it may sign the cookie's session out.
    if (row.method === 'DELETE' && row.address.endsWith('/session')) return
    const ours = wordOf(await see(await ask(row, world, 'own', { cookie, 'sec-fetch-site': 'same-origin' })), world)
    expect(ours).not.toBe('origin_refused')
  })
})
