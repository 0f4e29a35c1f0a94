import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { meetCommonRefusals, notMet } from '@/integration/refusals'
import { sealedInstallOf } from '@/integration/sealed-install'
import { openShop, type Shop } from '@/integration/shop'
import { prisma } from '@/lib/db'
import { mostViews } from '@/lib/views/model'
import { createStore } from '@/prisma/factories/project'

const views = '/api/staff/views'
const view = '/api/staff/views/{viewId}'
const hours = 'GET /api/staff/entries/hours'
const installs = 'POST /api/staff/entries/installs'
type View = { viewId: string; name: string; filters: object }

let contract: Contract
let shop: Shop
let bearer: Record<string, string>
let signedIn: Awaited<ReturnType<Shop['signIn']>>

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  signedIn = await shop.signIn({ role: 'manager' })
  bearer = signedIn.headers
})

const named = (name: string, filters: object = {}, projectId = shop.projectId) => ({ projectId, name, filters })
const query = () => ({ projectId: shop.projectId })

async function namesOf(headers: Record<string, string>): Promise<string[]> {
  const { body } = await contract.expect(`GET ${views}`, 200, null, { headers, query: query() })
  return (body as { views: View[] }).views.map(({ name }) => name)
}

async function save(name: string, filters: object = {}, headers = bearer): Promise<View> {
  const { body } = await contract.expect(`POST ${views}`, 201, null, { headers, body: named(name, filters) })
  return body as View
}

describe('the hours behind an hour of the week', () => {
  it('are told busiest first, add up to the cell, and meet the clocks going back twice', async () => {
    const { destinationId } = await createStore(shop.projectId, { timeZone: 'Europe/Berlin' })
    // Sundays at two in the morning, by the clock in Berlin: on 25 October that hour was there twice.
    const times = ['10-18T00:10', '10-25T00:59', '10-25T01:00', '10-25T01:30', '10-25T02:00', '11-01T01:00']
    const entries = times.map((time) => ({ destinationId, entryTime: `2026-${time}:00.000Z` }))
    await shop.call('/api/prod1/entry', { method: 'POST', body: { projectId: shop.projectId, entries } })
    const range = { startTime: '2026-10-01T00:00:00.000Z', endTime: '2026-11-20T00:00:00.000Z' }
    const asked = { ...query(), destinationId, ...range, timeType: 'entryTime', timeZone: 'Europe/Berlin' }
    const { body } = await contract.expect(hours, 200, null, {
      headers: bearer,
      query: { ...asked, weekday: '6', hour: '2' },
    })
    const told = (body as { hours: { startTime: string; endTime: string; count: number }[] }).hours
    expect(told).toEqual([
      { startTime: '2026-10-25T01:00:00.000Z', endTime: '2026-10-25T02:00:00.000Z', count: 2 },
      { startTime: '2026-11-01T01:00:00.000Z', endTime: '2026-11-01T02:00:00.000Z', count: 1 },
      { startTime: '2026-10-25T00:00:00.000Z', endTime: '2026-10-25T01:00:00.000Z', count: 1 },
      { startTime: '2026-10-18T00:00:00.000Z', endTime: '2026-10-18T01:00:00.000Z', count: 1 },
    ])
    const summary = await contract.expect('GET /api/staff/entries/summary', 200, null, {
      headers: bearer,
      query: asked,
    })
    expect((summary.body as { byHour: number[][] }).byHour[6]?.[2]).toBe(5)

    const cell = { ...asked, weekday: '6', hour: '2' }
    const headers = bearer
    await contract.expect(hours, 400, 'field_invalid', { headers, query: { ...cell, hour: '24' } })
    const foreign = { ...cell, projectId: randomUUID() }
    await contract.expect(hours, 404, 'project_not_found', { headers, query: foreign })
    const unsealed = { ...cell, sealedInstall: 'phone-7' }
    await contract.expect(hours, 400, 'field_invalid', { headers, query: unsealed })
    await contract.expect(hours, 404, 'zone_not_found', { headers, query: { ...cell, zoneId: 'none' } })
    const { headers: narrowed } = await shop.signIn({ role: 'manager', destinationIds: ['another'] })
    await contract.expect(hours, 404, 'store_not_found', { headers: narrowed, query: cell })
    const { headers: staff } = await shop.signIn({ role: 'staff' })
    await contract.expect(hours, 403, 'right_missing', { headers: staff, query: cell })
  })
})

describe('an install’s name in addresses', () => {
  it('is told to who may look at entries, by either of its names', async () => {
    const headers = bearer
    const { body } = await contract.expect(installs, 200, null, {
      headers,
      body: { ...query(), installRef: 'jane/phone' },
    })
    const { sealedInstall } = body as { sealedInstall: string }
    const opened = await contract.expect(installs, 200, null, { headers, body: { ...query(), sealedInstall } })
    expect(opened.body).toEqual({ installRef: 'jane/phone', sealedInstall })
    await contract.expect(installs, 400, 'field_invalid', {
      headers,
      body: { ...query(), sealedInstall: 'jane/phone' },
    })
    const foreign = { projectId: randomUUID(), sealedInstall }
    await contract.expect(installs, 404, 'project_not_found', { headers, body: foreign })
    const { headers: staff } = await shop.signIn({ role: 'staff' })
    await contract.expect(installs, 403, 'right_missing', { headers: staff, body: { ...query(), sealedInstall } })
  })
})

describe('saved views', () => {
  it('are kept as they were named, renamed and deleted, and are nobody else’s', async () => {
    const filters = { destinationId: shop.destinationId, source: 'sdk', preset: 'last7Days' }
    const fixed = { zoneId: 'z', os: 'iOS', timeType: 'entryTime', startTime: '2025-12-01T00:00:00.000Z' }
    const first = await save(' Ringwood this week ', filters)
    expect(first).toMatchObject({ name: 'Ringwood this week', filters })
    expect((await save('december', fixed)).filters).toEqual(fixed)
    expect(await namesOf(bearer)).toEqual(['december', 'Ringwood this week'])

    const target = { params: { viewId: first.viewId }, query: query() }
    const sent = { ...target, headers: bearer }
    const renamed = { name: 'RINGWOOD THIS WEEK', filters: fixed }
    const { body } = await contract.expect(`PATCH ${view}`, 200, null, { ...sent, body: renamed })
    expect(body).toMatchObject(renamed)
    await contract.expect(`PATCH ${view}`, 409, 'view_name_taken', { ...sent, body: { name: 'December' } })

    const colleague = (await shop.signIn({ role: 'owner' })).headers
    expect(await namesOf(colleague)).toEqual([])
    await save('December', {}, colleague)
    const theirs = { ...target, headers: colleague }
    await contract.expect(`PATCH ${view}`, 404, 'view_not_found', { ...theirs, body: { name: 'mine' } })
    await contract.expect(`DELETE ${view}`, 404, 'view_not_found', theirs)

    const staff = { ...target, headers: (await shop.signIn({ role: 'staff' })).headers }
    await contract.expect(`GET ${views}`, 403, 'right_missing', { headers: staff.headers, query: query() })
    await contract.expect(`POST ${views}`, 403, 'right_missing', { headers: staff.headers, body: named('mine') })
    await contract.expect(`PATCH ${view}`, 403, 'right_missing', { ...staff, body: { name: 'mine' } })
    await contract.expect(`DELETE ${view}`, 403, 'right_missing', staff)

    await contract.expect(`DELETE ${view}`, 204, null, sent)
    await contract.expect(`DELETE ${view}`, 404, 'view_not_found', sent)
    await contract.expect(`PATCH ${view}`, 404, 'view_not_found', { ...sent, body: {} })
    expect(await namesOf(bearer)).toEqual(['december'])
  })

  it('keep an install by its own id, and say how addresses name it', async () => {
    const { headers } = await shop.signIn({ role: 'manager' })
    const sealedInstall = await sealedInstallOf(shop, headers, 'jane/phone')
    const filters = { installRef: 'jane/phone' }
    const made = await save('Jane', filters, headers)
    expect(made).toMatchObject({ filters, sealedInstall })
    const { body } = await contract.expect(`GET ${views}`, 200, null, { headers, query: query() })
    expect(body).toMatchObject({ views: [{ filters, sealedInstall }] })
    const sent = { headers, params: { viewId: made.viewId }, query: query() }
    const renamed = await contract.expect(`PATCH ${view}`, 200, null, { ...sent, body: { name: 'J' } })
    expect(renamed.body).toMatchObject({ name: 'J', filters, sealedInstall })
    const widened = await contract.expect(`PATCH ${view}`, 200, null, { ...sent, body: { filters: {} } })
    expect(widened.body).not.toHaveProperty('sealedInstall')
    const stored = await prisma().savedView.findMany({ where: { viewId: made.viewId } })
    expect(JSON.stringify(stored)).not.toContain(sealedInstall)
  })

  it('of one name are one, also when saved or renamed at once, and there are at most fifty', async () => {
    const { headers } = await shop.signIn({ role: 'manager' })
    const atOnce = await Promise.all(
      ['Today', 'today', 'TODAY ', 'today'].map((name) =>
        shop.call(views, { method: 'POST', body: named(name), headers, key: null }),
      ),
    )
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const made = await Promise.all(
      Array.from({ length: mostViews - 3 }, (_, place) => save(`View ${place}`, {}, headers)),
    )
    const renames = await Promise.all(
      made.slice(0, 12).map(({ viewId }) => {
        const address = `${views}/${viewId}?${new URLSearchParams(query())}`
        return shop.call(address, { method: 'PATCH', body: { name: 'The one' }, headers, key: null })
      }),
    )
    expect(renames.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    const rest = await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        shop.call(views, { method: 'POST', body: named(`Late ${place}`), headers, key: null }),
      ),
    )
    expect(rest.filter(({ status }) => status === 201)).toHaveLength(2)
    await contract.expect(`POST ${views}`, 409, 'views_full', { headers, body: named('One more') })
    await contract.expect(`POST ${views}`, 409, 'view_name_taken', { headers, body: named('today') })
    expect(await namesOf(headers)).toHaveLength(mostViews)
  })

  it('refuse what is no view, each in its documented form', async () => {
    const headers = bearer
    const bad = [
      named(''),
      named('  '),
      named('x'.repeat(61)),
      named('x', { preset: 'today', startTime: '2025-01-01T00:00:00Z' }),
    ]
    for (const body of [...bad, named('x', { unheard: 1 })]) {
      await contract.expect(`POST ${views}`, 400, 'field_invalid', { headers, body })
    }
    const projectId = randomUUID()
    const elsewhere = { headers, query: { projectId }, params: { viewId: randomUUID() } }
    await contract.expect(`GET ${views}`, 404, 'project_not_found', { headers, query: { projectId } })
    await contract.expect(`POST ${views}`, 404, 'project_not_found', { headers, body: named('x', {}, projectId) })
    await contract.expect(`PATCH ${view}`, 404, 'project_not_found', { ...elsewhere, body: {} })
    await contract.expect(`DELETE ${view}`, 404, 'project_not_found', elsewhere)
    await contract.expect(`PATCH ${view}`, 400, 'field_invalid', {
      headers,
      params: { viewId: 'none' },
      query: query(),
      body: {},
    })
    await contract.expect(`DELETE ${view}`, 400, 'field_invalid', {
      headers,
      params: { viewId: 'none' },
      query: query(),
    })

    const origin = { origin: inject('baseUrl') }
    const browser = await shop.call('/api/staff/session', {
      method: 'POST',
      body: signedIn.account,
      headers: origin,
      key: null,
    })
    const cookie = browser.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    await meetCommonRefusals(contract, 'views', { bearer, cookie: { cookie }, none: origin })
    expect(notMet(contract, 'views')).toEqual([])
  })
})
