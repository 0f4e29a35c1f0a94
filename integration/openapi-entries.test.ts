import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { Contract } from '@/integration/contract'
import { meetCommonRefusals, notMet } from '@/integration/refusals'
import { accountInTwoSteps } from '@/integration/second-step'
import { openShop, type Shop } from '@/integration/shop'
import { createStaff } from '@/prisma/factories/project'

let contract: Contract
let shop: Shop
let other: Shop
let project: { projectId: string }
let bearer: Record<string, string>
let account: { email: string; password: string }

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  other = await openShop(inject('baseUrl'))
  project = { projectId: shop.projectId }
  const signedIn = await shop.signIn({ role: 'owner' })
  bearer = signedIn.headers
  account = signedIn.account
})

const open = 'POST /api/prod1/sessions'
const refresh = 'POST /api/prod1/sessions/refresh'
const record = 'POST /api/prod1/entry'
const search = 'POST /api/prod1/entry/_search'
const exporting = 'GET /api/staff/entries/export'
const nobodys = { projectId: randomUUID() }

/** Who works for two projects. */
async function staffOfBoth() {
  const { email } = await createStaff({ projectId: other.projectId, role: 'manager' })
  const { password } = await createStaff({ projectId: shop.projectId, email, role: 'manager' })
  const { body } = await contract.expect(open, 201, null, { body: { email, password } })
  return { authorization: `Bearer ${(body as { accessToken: string }).accessToken}` }
}

describe('sessions are answered as the document says', () => {
  it('when they are opened and refreshed', async () => {
    const { body } = await contract.expect(open, 201, null, { body: account })
    await contract.expect(open, 401, 'sign_in_failed', { body: { ...account, password: 'wrong' } })
    const inTwo = await accountInTwoSteps(shop)
    await contract.expect(open, 401, 'second_step_required', { body: inTwo })
    await contract.expect(open, 401, 'second_step_failed', { body: { ...inTwo, code: '12345' } })
    const { refreshToken } = body as { refreshToken: string }
    await contract.expect(refresh, 201, null, { body: { refreshToken } })
    await contract.expect(refresh, 401, 'credential_invalid', { body: { refreshToken: 'unknown' } })
  })

  it('when they are refused, and nothing else is documented', async () => {
    await meetCommonRefusals(contract, 'sessions', {})
    expect(notMet(contract, 'sessions')).toEqual([])
  })
})

describe('entries are answered as the document says', () => {
  it('when they are recorded', async () => {
    const headers = { 'x-service-api-key': shop.secretKey }
    const entry = { destinationId: shop.destinationId, entryTime: new Date().toISOString() }
    const entries = [entry, { ...entry, deviceInfo: { os: 'iOS' } }, { ...entry, entryTime: 'noon' }]
    const { body } = await contract.expect(record, 200, null, { headers, body: { ...project, entries } })
    expect(body).toMatchObject({ accepted: 2, rejected: [{ index: 2 }] })
    const lines = { ...headers, 'content-type': 'application/x-ndjson' }
    const text = `${JSON.stringify(entry)}\n\nnot JSON\n`
    await contract.expect(record, 200, null, { headers: lines, query: project, body: text })
    await contract.expect(record, 404, 'project_not_found', { headers, body: { ...nobodys, entries } })
  })

  it('when they are searched', async () => {
    const ask = (more: Record<string, unknown>) => ({ headers: bearer, body: { ...project, ...more } })
    const { body } = await contract.expect(search, 200, null, ask({ pageSize: 1 }))
    const { paginationToken } = body as { paginationToken: string }
    await contract.expect(search, 200, null, ask({ pageSize: 1, paginationToken }))
    await contract.expect(search, 200, null, ask({ count: true }))
    for (const format of ['csv', 'ndjson']) {
      const { headers } = await contract.expect(search, 200, null, ask({ format, pageSize: 1 }))
      expect(headers.get('x-pagination-token')).toEqual(expect.any(String))
    }
    await contract.expect(search, 400, 'pagination_token_invalid', ask({ zoneId: shop.zoneId, paginationToken }))
    await contract.expect(search, 404, 'project_not_found', ask(nobodys))
    await contract.expect(search, 404, 'zone_not_found', ask({ zoneId: 'none' }))
    const { headers } = await shop.signIn({ role: 'manager', destinationIds: ['another'] })
    const narrow = { headers, body: { ...project, destinationId: shop.destinationId } }
    await contract.expect(search, 404, 'store_not_found', narrow)
    const staff = { ...ask({}), headers: (await shop.signIn({ role: 'staff' })).headers }
    await contract.expect(search, 403, 'right_missing', staff)
  })

  it('when they are exported', async () => {
    const ask = (more: Record<string, string>) => ({ headers: bearer, query: { ...project, ...more } })
    await contract.expect(exporting, 200, null, ask({ format: 'csv' }))
    await contract.expect(exporting, 200, null, ask({ format: 'ndjson', timeType: 'entryTime', os: 'iOS' }))
    await contract.expect(exporting, 404, 'project_not_found', ask(nobodys))
    await contract.expect(exporting, 404, 'zone_not_found', ask({ zoneId: 'none' }))
    const { headers } = await shop.signIn({ role: 'manager', destinationIds: ['another'] })
    const narrow = { headers, query: { ...project, destinationId: shop.destinationId } }
    await contract.expect(exporting, 404, 'store_not_found', narrow)
    const staff = { ...ask({ format: 'csv' }), headers: (await shop.signIn({ role: 'staff' })).headers }
    await contract.expect(exporting, 403, 'right_missing', staff)
  })

  it('when two projects have a zone of the same id', async () => {
    const { zoneId } = shop
    const entry = { zoneId, destinationId: other.destinationId, entryTime: new Date().toISOString() }
    await contract.expect(record, 200, null, {
      headers: { 'x-service-api-key': other.secretKey },
      body: { projectId: other.projectId, entries: [entry] },
    })
    const headers = await staffOfBoth()
    await contract.expect(search, 400, 'zone_ambiguous', { headers, body: { zoneId } })
    await contract.expect(exporting, 400, 'zone_ambiguous', { headers, query: { zoneId } })
  })

  it('when they are refused, and nothing else is documented', async () => {
    const browser = new Browser(shop)
    await browser.signIn(account)
    await meetCommonRefusals(contract, 'entries', {
      secretKey: { 'x-service-api-key': shop.secretKey },
      publishable: { 'x-service-api-key': shop.publishableKey },
      bearer,
      cookie: browser.headers,
    })
    expect(notMet(contract, 'entries')).toEqual([])
  })
})
