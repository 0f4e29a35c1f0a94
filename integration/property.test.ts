import fc from 'fast-check'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Contract } from '@/integration/contract'
import { mutated, oddHeaders, queryOf, segment, token } from '@/integration/nasty'
import { type RawRequest, sendRaw } from '@/integration/raw-request'
import { Near } from '@/integration/schema-arbitrary'
import { openShop, type Shop } from '@/integration/shop'
import { statusOf } from '@/lib/http/problem'
import { codesOf } from '@/lib/openapi/model'

const contract = await Contract.of(inject('baseUrl'))
const near = new Near(contract.document)
let shop: Shop
let credentials: Record<string, string>[]
let known: Record<string, string>

async function signIn(): Promise<void> {
  const { headers } = await shop.signIn({ role: 'owner' })
  const everything = { ...headers, 'x-service-api-key': shop.secretKey, origin: inject('baseUrl') }
  credentials = [
    ...[everything, everything, everything, everything],
    { 'x-service-api-key': shop.publishableKey },
    { 'x-service-api-key': 'sk_\xff', authorization: 'Bearer \xff.\xff' },
    { authorization: 'Basic eDp5', cookie: 'baycall.session_token=%FF; baycall.session_token=x' },
    {},
  ]
}

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  await signIn()
  known = { projectId: shop.projectId, destinationId: shop.destinationId, after: '0' }
})

/** What holds of every answer, whatever was asked. */
async function expectSound(sent: RawRequest, codes: string[] = Object.keys(statusOf)): Promise<number> {
  const { status, headers, text } = await sendRaw(inject('baseUrl'), sent)
  const told =
    `${sent.method} ${sent.path} ${JSON.stringify(sent.headers)} ${Buffer.from(sent.body ?? [])}\n${status} ${text}`.slice(
      0,
      3_000,
    )
  expect(status, told).toBeLessThan(500)
  // A sloppy path, with // or .. in it, is led to the one that it means.
  if (status === 308) expect(headers.location, told).toMatch(/^\/(?!\/)/)
  if (status === 308) return status
  expect(headers['x-request-id'], told).toMatch(/^[\w.:-]{1,128}$/)
  if (status < 300) return status
  expect(headers['content-type'], told).toBe('application/problem+json')
  if (sent.method === 'HEAD') return status
  const problem = JSON.parse(text)
  expect(problem, told).toMatchObject({ status, requestId: headers['x-request-id'] })
  expect(statusOf, told).toHaveProperty(problem.code, status)
  expect(codes, told).toContain(problem.code)
  return status
}

/** The codes that an operation documents, and those that an odd path may lead to elsewhere. */
function codesOfOperation(name: string): string[] {
  const answers = contract.operations.find(([other]) => other === name)?.[1].responses ?? {}
  return [...Object.values(answers).flatMap(codesOf), 'route_not_found', 'method_not_allowed', 'request_malformed']
}

/** The address with segments that may be anything where it has parameters. */
function pathOf(address: string): fc.Arbitrary<string> {
  const parts = address.split(/\{\w+\}/)
  return fc.array(segment, { minLength: parts.length - 1, maxLength: parts.length - 1 }).map((segments) => {
    return parts.map((part, at) => part + (segments[at] ?? '')).join('')
  })
}

function bodyOf(name: string): fc.Arbitrary<Uint8Array | undefined> {
  const operation = contract.operations.find(([other]) => other === name)?.[1]
  const schema = operation?.requestBody?.content['application/json']?.schema
  const ids = { projectId: fc.constant(shop.projectId), destinationId: fc.constant(shop.destinationId) }
  return schema ? mutated(near.of(schema, ids)) : fc.constantFrom(undefined, new Uint8Array(Buffer.from('{}')))
}

function requestOf(method: string, address: string): fc.Arbitrary<RawRequest> {
  const parts = {
    path: pathOf(address),
    query: queryOf(known),
    headers: oddHeaders,
    body: bodyOf(`${method} ${address}`),
  }
  return fc
    .record({ ...parts, credential: fc.constantFrom(...credentials) })
    .map(({ path, query, headers, body, credential }) => ({
      method,
      path: path + query,
      headers: { ...headers, ...credential },
      ...(method !== 'GET' && method !== 'HEAD' && body && { body }),
    }))
}

const firstOf = (path: string) => path.split(/[/?#]/)[1]

// `/orders/..` is the home page, and `/api/x/%2e%2e/%2e%2e` as well.
const isOfPage = ({ method, path }: RawRequest) =>
  (method === 'GET' || method === 'HEAD') && firstOf(new URL(path, 'http://here').pathname) !== firstOf(path)

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
// What customers' apps ask for is thrown at most; passwords are slow to check on purpose.
const runsOf = (address: string) =>
  /session|second-step|passkeys|password/.test(address) ? 30 : address.includes('/staff/') ? 60 : 100

const offered = Object.entries(contract.document.paths).flatMap(([address, operations]) =>
  Object.keys(operations).map((method) => [method.toUpperCase(), address] as const),
)

describe('whatever is sent, the answer is sound', () => {
  it.each(offered)('to %s %s', async (method, address) => {
    const statuses = new Set<number>()
    const codes = codesOfOperation(`${method} ${address}`)
    await fc.assert(
      fc.asyncProperty(requestOf(method, address), async (sent) => {
        statuses.add(await expectSound(sent, codes))
      }),
      { numRuns: runsOf(address) },
    )
    // Whoever signs out is out: the next comes in anew.
    if (method === 'DELETE' && address === '/api/staff/session') await signIn()
    // It was not the door alone that was tried.
    expect([...statuses].some((status) => status < 401 || status > 403)).toBe(true)
  })

  it('to any method of any address, and to addresses that are none', async () => {
    const addresses = Object.keys(contract.document.paths)
    const address = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...addresses) },
      fc.constantFrom(
        '/api',
        '/api/{a}',
        '/api/orders/{a}/{b}',
        '/orders/{a}',
        '/prod1/{a}',
        '/api/staff/{a}',
        '/orders',
      ),
    )
    const any = fc
      .tuple(fc.constantFrom(...methods), address)
      .chain(([method, one]) => requestOf(method, one))
      .filter((sent) => !isOfPage(sent))
    await fc.assert(
      fc.asyncProperty(any, async (sent) => void (await expectSound(sent))),
      { numRuns: 250 },
    )
  })

  it('to every odd value, in every field of an order and of its update', async () => {
    const fields = (id: string) => Object.keys(contract.document.components.schemas[id]?.properties ?? {})
    const headers = { ...credentials[0], 'content-type': 'application/json' }
    const ids = { projectId: shop.projectId, destinationId: shop.destinationId, orderId: 'odd' }
    const targets = [
      ...fields('CreateOrder').map((field) => ({ field, method: 'POST', path: '/api/orders' })),
      ...fields('UpdateOrder').map((field) => ({ field, method: 'PUT', path: '/api/orders/odd' })),
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...targets), token, async ({ field, method, path }, value) => {
        const json = JSON.stringify({ ...ids, [field]: '@' }).replace('"@"', () => value)
        await expectSound({ method, path, headers, body: new Uint8Array(Buffer.from(json)) })
      }),
      { numRuns: 250 },
    )
  })
})
