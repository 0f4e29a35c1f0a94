import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { meetCommonRefusals, notMet } from '@/integration/refusals'
import { openShop, type Shop } from '@/integration/shop'

let contract: Contract
let shop: Shop
let owner: Record<string, string>
let manager: Record<string, string>
let cookie: string

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  shop = await openShop(inject('baseUrl'))
  const { account, headers } = await shop.signIn({ role: 'owner' })
  owner = headers
  manager = (await shop.signIn({ role: 'manager' })).headers
  const origin = { origin: inject('baseUrl') }
  const { headers: answered } = await contract.send('POST /api/staff/session', { headers: origin, body: account })
  cookie = answered
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
})

const privacy = '/api/staff/projects/{projectId}/privacy'
const customers = '/api/staff/projects/{projectId}/customers'
const reveal = 'POST /api/staff/orders/{serviceId}/reveal'
const asked = { kind: 'plate', value: 'PV61 XKQ' }

describe('what is personal is answered as the document says', () => {
  it('when an owner looks at it, changes it, and finds, exports and erases a customer', async () => {
    const params = { projectId: shop.projectId }
    await shop.create('v1', { customerName: 'Priya', hsFields: { 'Car Plate': 'PV61 XKQ' }, eventType: 'arrival' })
    const body = { maskOnSharedBoards: true, personalFields: { Ref: 'other' }, stores: { [shop.destinationId]: null } }
    const calls = [
      [`GET ${privacy}`, undefined],
      [`PATCH ${privacy}`, body],
      ...['find', 'export', 'erase'].map((verb) => [`POST ${customers}/${verb}`, asked] as const),
    ] as const
    for (const [name, sent] of calls) {
      await contract.expect(name, 200, null, { params, headers: owner, body: sent })
      await contract.expect(name, 403, 'right_missing', { params, headers: manager, body: sent })
      const nowhere = { params: { projectId: randomUUID() }, headers: owner, body: sent }
      await contract.expect(name, 404, 'project_not_found', nowhere)
      await contract.expect(name, 400, 'field_invalid', { params: { projectId: 'none' }, headers: owner, body: sent })
    }
    const short = { params, headers: owner, body: { kind: 'phone', value: '1' } }
    await contract.expect(`POST ${customers}/find`, 400, 'field_invalid', short)
  })

  it('when an order is shown whole', async () => {
    const { body } = await shop.create('v2', { customerName: 'Priya' })
    const params = { serviceId: String(body.serviceId) }
    const { projectId } = shop
    await contract.expect(reveal, 200, null, { params, headers: manager, body: { projectId } })
    const nowhere = { params: { serviceId: randomUUID() }, headers: manager, body: { projectId } }
    await contract.expect(reveal, 404, 'order_not_found', nowhere)
    const stranger = { params, headers: manager, body: { projectId: randomUUID() } }
    await contract.expect(reveal, 404, 'project_not_found', stranger)
  })

  it('when a request is refused, and nothing else is documented', async () => {
    await meetCommonRefusals(contract, 'privacy', { bearer: owner, cookie: { cookie } })
    expect(notMet(contract, 'privacy')).toEqual([])
  })
})
