import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { Near } from '@/integration/schema-arbitrary'
import { openShop, type Shop } from '@/integration/shop'

let contract: Contract
let near: Near
let shop: Shop
let headers: Record<string, string>

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
  near = new Near(contract.document)
})
// An order that another test has made may be full: what is more of it is refused, as no document of bodies can tell.
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  const { headers: bearer } = await shop.signIn({ role: 'owner' })
  headers = { 'x-service-api-key': shop.secretKey, ...bearer }
})

const runs = { numRuns: 80, endOnFailure: true }
// Each sign-in hashes a password, which is meant to be slow.
const fewRuns = { ...runs, numRuns: 15 }

/** What a valid request holds that no schema can know. */
function known() {
  return {
    projectId: fc.constant(shop.projectId),
    destinationId: fc.constant(shop.destinationId),
    // Made for another query it would be refused, valid as it may be.
    paginationToken: fc.constant(undefined),
    // In this order they are always right; the other way round is a rule between fields.
    startTime: fc.constant('2026-01-01T00:00:00.000Z'),
    endTime: fc.constant('2026-01-02T00:00:00+01:00'),
    userToken: fc.constant(undefined),
    // Each belongs to one action alone.
    section: fc.constantFrom(undefined, undefined, 'Arrived'),
    version: fc.constantFrom(undefined, undefined, 4),
    reason: fc.constantFrom(undefined, undefined, 'Never came'),
  }
}

const bodies = [
  'POST /api/orders',
  'PUT /api/orders/{orderId}',
  'POST /api/prod1/entry',
  'POST /api/prod1/entry/_search',
  'POST /api/prod1/sessions',
  'POST /api/prod1/sessions/refresh',
  'POST /api/staff/orders/{serviceId}/actions',
] as const

describe('a request', () => {
  it.each(bodies)('to %s is taken exactly when its body is as documented', async (name) => {
    const [method = '', address = ''] = name.split(' ')
    const place = ['paths', address, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema']
    const schema = contract.operations.find(([other]) => other === name)?.[1].requestBody?.content['application/json']
      ?.schema
    const body = near.of(schema ?? {}, known())
    const howOften = name === 'POST /api/prod1/sessions' ? fewRuns : runs
    let taken = 0
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const mistake = contract.mistakeIn(sent, ...place)
        const told = Reflect.get(Object(sent), 'orderId')
        const orderId = typeof told === 'string' && !['', '.', '..'].includes(told) ? told : 'any'
        const params = { orderId, serviceId: 'b0a7a3a4-6a0e-4d0b-9d3c-0d6f0d6f0d6f' }
        const held = await contract.send(name, { params, headers, body: JSON.stringify(sent) })
        const isRefused = held.code === 'field_invalid'
        // A bad record of a batch is refused alone.
        const rejected = Reflect.get(Object(held.body), 'rejectedTotal') ?? 0
        expect(isRefused || rejected > 0, `${mistake}\n${JSON.stringify(sent)}\n${held.text}`).toBe(mistake !== null)
        if (!isRefused) taken += 1
      }),
      howOften,
    )
    expect(taken, 'bodies that were taken').toBeGreaterThan(howOften.numRuns / 10)
  })

  const queries = [
    'GET /api/orders',
    'GET /api/orders/{orderId}',
    'GET /api/staff/board',
    'GET /api/staff/orders/{serviceId}/timeline',
  ] as const

  it.each(queries)('to %s is taken exactly when its query is as documented', async (name) => {
    const { parameters = [] } = contract.operations.find(([other]) => other === name)?.[1] ?? {}
    const fields = parameters.filter((parameter) => parameter.in === 'query')
    const schema = {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
      required: fields.filter((field) => field.required).map((field) => field.name),
      additionalProperties: false,
    }
    const validate = contract.validatorOf(schema)
    await fc.assert(
      fc.asyncProperty(near.of(schema, known()), async (sent) => {
        const given = Object.entries(Object(sent) as Record<string, unknown>)
        // In an address everything is text; a number is one as it is written.
        const told = given.map(([field, value]): [string, unknown] => [field, String(value)])
        const asNumbers = told.map(([field, value]) => [
          field,
          /^[0-9]{1,4}$/.test(String(value)) && field === 'pageSize' ? Number(value) : value,
        ])
        const isValid = validate(Object.fromEntries(asNumbers))
        const query = Object.fromEntries(told) as Record<string, string>
        const params = { orderId: 'any', serviceId: 'b0a7a3a4-6a0e-4d0b-9d3c-0d6f0d6f0d6f' }
        const held = await contract.send(name, { params, headers, query })
        expect(held.code === 'field_invalid', `${JSON.stringify(query)}\n${held.text}`).toBe(!isValid)
      }),
      runs,
    )
  })
})
