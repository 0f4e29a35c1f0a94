import { beforeAll, describe, expect, inject, it } from 'vitest'
import { sealedInstallOf } from '@/integration/sealed-install'
import { openShop, type Shop } from '@/integration/shop'
import { entryRecord } from '@/prisma/factories/entry'

// As some apps do.
const phone = '+44 20 7946 0977'
const day = { startTime: '2026-03-02T00:00:00.000Z', endTime: '2026-03-03T00:00:00.000Z' }

let shop: Shop
let headers: Record<string, string>
let browser: Record<string, string>
let sealed: string
/** What another project calls an install of that id. */
let foreign: string

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  const manager = await shop.signIn({ role: 'manager' })
  headers = manager.headers
  const origin = { origin: shop.baseUrl }
  const sent = { method: 'POST', headers: origin, key: null, body: manager.account }
  const cookies = (await shop.call('/api/staff/session', sent)).headers.getSetCookie()
  browser = { cookie: cookies.map((one) => one.split(';')[0]).join('; ') }
  const told = [phone, phone, 'another', undefined].map((installRef, n) =>
    entryRecord({
      entryId: `told-${n}`,
      destinationId: shop.destinationId,
      installRef,
      entryTime: '2026-03-02T10:15:00Z',
    }),
  )
  await shop.call('/api/prod1/entry', { method: 'POST', body: { projectId: shop.projectId, entries: told } })
  sealed = await sealedInstallOf(shop, headers, phone)
  const other = await openShop(inject('baseUrl'))
  foreign = await sealedInstallOf(other, (await other.signIn({ role: 'manager' })).headers, phone)
})

/** The three addresses that take a page's filters. */
function addresses(install: Record<string, string>, projectId = shop.projectId) {
  const asked = { projectId, timeType: 'entryTime', ...install }
  const hour = { ...asked, ...day, weekday: '0', hour: '10' }
  const at = (path: string, query: Record<string, string>) => `/api/staff/entries/${path}?${new URLSearchParams(query)}`
  return [at('summary', asked), at('hours', hour), at('export', { ...asked, format: 'ndjson' })] as const
}

const get = (address: string, by = headers) => fetch(shop.baseUrl + address, { headers: by, redirect: 'manual' })

describe('entries of an install', () => {
  it('are counted, told by the hour and exported by a sealed name, as the search finds them', async () => {
    const [summary, hours, file] = addresses({ sealedInstall: sealed })
    expect([summary, hours, file].join()).not.toMatch(/7946/)
    const body = { projectId: shop.projectId, installRef: phone, count: true }
    const { body: found } = await shop.call('/api/prod1/entry/_search', { method: 'POST', headers, key: null, body })
    expect(found).toEqual({ count: 2 })
    expect(await (await get(summary)).json()).toMatchObject({ total: 2 })
    expect(await (await get(hours)).json()).toMatchObject({ hours: [{ count: 2 }] })
    const lines = (await (await get(file)).text()).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line)).map(({ entryId, installRef }) => [entryId, installRef])).toEqual([
      ['told-1', phone],
      ['told-0', phone],
    ])
    const { zoneId } = JSON.parse(lines[0] ?? '')
    const ofZone = `/api/staff/entries/export?${new URLSearchParams({ zoneId, sealedInstall: sealed })}`
    expect((await (await get(ofZone)).text()).trimEnd().split('\n')).toHaveLength(3)
  })

  it('are asked for in an address by no other name: not by the id itself, nor by another project’s', async () => {
    expect(foreign).not.toBe(sealed)
    for (const [install, path, message] of [
      [{ installRef: phone }, 'installRef', 'Unknown field'],
      [{ sealedInstall: phone }, 'sealedInstall', expect.stringContaining('names no install')],
      [{ sealedInstall: foreign }, 'sealedInstall', expect.stringContaining('names no install')],
    ] as const) {
      for (const address of addresses(install)) {
        const answer = await get(address)
        const told = { code: 'field_invalid', errors: [{ path, message }] }
        expect([address, answer.status, await answer.json()]).toEqual([address, 400, expect.objectContaining(told)])
      }
    }
  })
})

describe('the entries page', () => {
  it('is narrowed by the sealed name, and leaves out what opens nothing', async () => {
    const page = (install: string) => `/entries?${new URLSearchParams({ project: shop.projectId, install })}`
    const narrowed = await get(page(sealed), browser)
    expect(narrowed.status).toBe(200)
    const text = await narrowed.text()
    const shown = [phone, 'told-0', 'told-1', 'told-2', 'told-3'].filter((told) => text.includes(told))
    expect(shown).toEqual([phone, 'told-0', 'told-1'])
    for (const install of [phone, `${sealed}A`, foreign]) {
      const answer = await get(page(install), browser)
      expect([answer.status, answer.headers.get('location')]).toEqual([307, `/entries?project=${shop.projectId}`])
    }
  })

  it('is come back to from the sign-in by the same name', async () => {
    const answer = await get(`/entries?install=${sealed}`, {})
    expect(answer.headers.get('location')).toContain(encodeURIComponent(`install=${sealed}`))
  })
})
