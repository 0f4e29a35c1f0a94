import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { meetCommonRefusals, notMet } from '@/integration/refusals'
import { openShop } from '@/integration/shop'

it('insights are answered and refused as the document says, and nothing else is documented', async () => {
  const contract = await Contract.of(inject('baseUrl'))
  const shop = await openShop(inject('baseUrl'))
  const { headers } = await shop.signIn({ role: 'manager' })
  const staff = (await shop.signIn({ role: 'staff' })).headers
  await shop.create(randomUUID(), { eventType: 'arrival' })
  const today = new Date().toISOString().slice(0, 10)
  const days = { projectId: shop.projectId, startDate: today, endDate: today }
  const program = 'GET /api/prod1/insights'
  for (const groupBy of ['store', 'hour', 'weekday', 'day']) {
    await contract.expect(program, 200, null, { headers, query: { ...days, groupBy } })
  }
  await contract.expect(program, 200, null, { headers, query: { ...days, format: 'csv' } })
  for (const address of [program, 'GET /api/staff/insights']) {
    await contract.expect(address, 200, null, { headers, query: days })
    const elsewhere = { ...days, projectId: randomUUID() }
    await contract.expect(address, 404, 'project_not_found', { headers, query: elsewhere })
    await contract.expect(address, 403, 'right_missing', { headers: staff, query: days })
    const nowhere = { ...days, destinationId: 'nowhere' }
    await contract.expect(address, 404, 'store_not_found', { headers, query: nowhere })
    const tooLong = { ...days, startDate: '2020-01-01' }
    await contract.expect(address, 400, 'field_invalid', { headers, query: tooLong })
  }
  await meetCommonRefusals(contract, 'insights', { bearer: headers })
  expect(notMet(contract, 'insights')).toEqual([])
})
