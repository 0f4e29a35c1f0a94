import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod'
import { apiAddresses } from '@/app/api/openapi.json/routes'
import { Contract } from '@/integration/contract'
import { statusOf } from '@/lib/http/problem'

let contract: Contract

beforeAll(async () => {
  contract = await Contract.of(inject('baseUrl'))
})

// What OpenAPI 3.1 allows, as far as we use it: a key that is not here is a slip of the pen.
const Schema = z.record(z.string(), z.unknown())
const Ref = z.strictObject({ $ref: z.string() })
const Media = z.strictObject({ schema: Schema, examples: z.record(z.string(), Ref).optional() })
const Answer = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), Ref),
  content: z.record(z.string().includes('/'), Media).optional(),
})
const Parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: Schema,
})
const Operation = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z]+$/),
  tags: z.tuple([z.string()]),
  summary: z.string().min(1),
  description: z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter).optional(),
  requestBody: z
    .strictObject({
      required: z.literal(true),
      description: z.string().optional(),
      content: z.record(z.string(), Media),
    })
    .optional(),
  responses: z.record(z.string().regex(/^[2-5]\d\d$/), Answer),
})
const Document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({
    title: z.string().min(1),
    version: z.string().min(1),
    summary: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.string(), description: z.string() })),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string().startsWith('/api/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), Operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), Schema),
    headers: z.record(
      z.string(),
      z.strictObject({ description: z.string(), required: z.boolean().optional(), schema: Schema }),
    ),
    examples: z.record(
      z.string(),
      z.strictObject({ summary: z.string(), description: z.string(), value: z.unknown() }),
    ),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.enum(['apiKey', 'http']), description: z.string() })),
  }),
})

/** Every object inside a JSON value, with where it stands. */
function* objectsIn(value: unknown, place = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>]
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${place}/${key}`)
}

describe('the document', () => {
  it('is an OpenAPI 3.1 document', () => {
    expect(z.prettifyError(Document.safeParse(contract.document).error ?? new z.ZodError([]))).toBe('')
  })

  it('is given compressed to whoever takes that, and not again to whoever has it', async () => {
    const ask = (headers: HeadersInit) => fetch(`${inject('baseUrl')}/api/openapi.json`, { headers })
    const answers = await Promise.all(
      ['gzip', 'br, gzip;q=0.5', 'identity', 'gzip;q=0'].map((coding) => ask({ 'accept-encoding': coding })),
    )
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', 'gzip', null, null])
    expect(new Set(texts)).toEqual(new Set([JSON.stringify(contract.document)]))
    const tags = answers.map(({ headers }) => headers.get('etag') ?? '')
    expect(new Set(tags).size).toBe(2)
    for (const [coding, tag] of [
      ['gzip', tags[0]],
      ['identity', tags[2]],
    ] as const) {
      const again = await ask({ 'accept-encoding': coding, 'if-none-match': `"x", W/${tag}` })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    }
    expect((await ask({ 'accept-encoding': 'gzip', 'if-none-match': tags[2] ?? '' })).status).toBe(200)
  })

  it('names every handler there is, and offers the methods that they offer', async () => {
    const folder = path.resolve('app/api')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(^|\/)route\.ts$/.test(file),
    )
    const found: Record<string, unknown> = {}
    for (const file of files.filter((name) => !name.includes('[...rest]'))) {
      const address = `/api/${decodeURIComponent(path.dirname(file)).replace(/\[(\w+)\]/g, '{$1}')}`
      found[address] = (await import(pathToFileURL(path.join(folder, file)).href)).GET.declaration
    }
    const named = Object.fromEntries(apiAddresses.map((row) => [row.address, row.handlers.GET?.declaration]))
    expect(Object.keys(named).sort()).toEqual(Object.keys(found).sort())
    for (const [address, declaration] of Object.entries(found)) {
      const isOffered = !(declaration as { undocumented?: true }).undocumented
      expect(contract.document.paths[address]?.get !== undefined, address).toBe(isOffered)
      if (isOffered) expect(named[address], address).toBe(declaration)
    }
  })

  it('leads every reference somewhere, and describes every field', () => {
    for (const [place, { $ref, type, ...rest }] of objectsIn(contract.document)) {
      if (typeof $ref === 'string') {
        const [, group = '', name = ''] = $ref.slice(2).split('/')
        expect(Reflect.get(Reflect.get(contract.document.components, group), name), place).toBeDefined()
      } else if (/\/(schema|items|properties\/[^/]+)$/.test(place) && !place.includes('/value/')) {
        expect(type ?? rest.anyOf ?? rest.const ?? rest.enum ?? rest.not, place).toBeDefined()
      }
    }
  })

  it('calls no two operations the same, and every parameter of a path by its name', () => {
    const ids = contract.operations.map(([, operation]) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [name, { parameters = [] }] of contract.operations) {
      const wanted = [...name.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
      expect(parameters.filter((p) => p.in === 'path').map((p) => p.name)).toEqual(wanted)
    }
  })

  it('gives examples that its own schemas take', () => {
    for (const [id, { examples = [] }] of Object.entries(contract.document.components.schemas)) {
      for (const example of examples) expect(contract.mistakeIn(example, 'components', 'schemas', id), id).toBeNull()
    }
    for (const [code, { value }] of Object.entries(contract.document.components.examples)) {
      expect(contract.mistakeIn(value, 'components', 'schemas', 'Problem'), code).toBeNull()
    }
  })

  it('explains every code that a caller may meet', () => {
    expect(Object.keys(contract.document.components.examples).sort()).toEqual(Object.keys(statusOf).sort())
  })

  it('holds every request body that has fields with an example to try', () => {
    for (const [name, { requestBody }] of contract.operations) {
      const [media] = Object.values(requestBody?.content ?? {})
      const id = media?.schema?.$ref?.split('/').at(-1)
      if (media) expect(contract.document.components.schemas[id ?? '']?.examples, name).toBeDefined()
    }
  })
})
