/** The parts of an OpenAPI 3.1 document that ours is made of. */

/** A JSON Schema (2020-12), as far as a reader looks into it. */
export type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  default?: unknown
  examples?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  [keyword: string]: unknown
}

export type Ref = { $ref: string }
export type Example = { summary: string; description?: string; value: unknown }
export type Header = { description: string; required?: boolean; schema: JsonSchema }
export type MediaType = { schema?: JsonSchema; examples?: Record<string, Ref | Example> }
export type Answer = { description: string; headers?: Record<string, Ref>; content?: Record<string, MediaType> }
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
export type RequestBody = { required: boolean; description?: string; content: Record<string, MediaType> }

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: RequestBody
  responses: Record<string, Answer>
}

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    summary: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    headers: Record<string, Header>
    examples: Record<string, Example>
    securitySchemes: Record<string, Record<string, unknown>>
  }
}

const nameOf = ($ref: string) => $ref.split('/').at(-1) ?? ''

/** The schema itself where a reference leads to it. */
export function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  return schema.$ref ? (document.components.schemas[nameOf(schema.$ref)] ?? {}) : schema
}

/** A described type: text, and the component that it names, if it does. */
export type TypeName = { text: string; component?: string }

/** What a value is, in few words: `string (uuid)`, `Order[]`, `onTheWay | arrival`. */
export function typeOf(schema: JsonSchema): TypeName {
  if (schema.$ref) return { text: nameOf(schema.$ref), component: nameOf(schema.$ref) }
  if (schema.enum) return { text: schema.enum.join(' | ') }
  if (schema.const !== undefined) return { text: JSON.stringify(schema.const) }
  if (schema.type === 'array') {
    const { text, component } = typeOf(schema.items ?? {})
    return { text: `${text}[]`, component }
  }
  const { additionalProperties: entries } = schema
  if (typeof entries === 'object') return { text: `object of ${typeOf(entries).text}` }
  const options = schema.type ? undefined : (schema.anyOf?.map(typeOf) ?? [])
  if (options)
    return { text: options.map((o) => o.text).join(' | '), component: options.find((o) => o.component)?.component }
  const type = [schema.type].flat().join(' | ')
  return { text: schema.format ? `${type} (${schema.format})` : type }
}

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  const isBound = (n: number | undefined) => n !== undefined && Math.abs(n) < Number.MAX_SAFE_INTEGER
  if (isBound(least) && isBound(most)) return [`${least} to ${most}${unit}`]
  if (isBound(most)) return [`at most ${most}${unit}`]
  return isBound(least) && least !== 0 ? [`at least ${least}${unit}`] : []
}

/** A value's limits: `1 to 128 characters`, `default 100`. */
export function limitsOf(schema: JsonSchema): string[] {
  return [
    ...range(schema.minLength || undefined, schema.maxLength, ' characters'),
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minItems, schema.maxItems, ' items'),
    ...range(undefined, schema.maxProperties, ' entries'),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
}

export type Field = { name: string; type: TypeName; required: boolean; description?: string; limits: string[] }

/** The fields of an object, those of nested objects by dotted name. */
export function fieldsOf(document: OpenApiDocument, schema: JsonSchema, before = ''): Field[] {
  const { properties = {}, required = [] } = resolve(document, schema)
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = `${before}${key}`
    // A value that is never taken is named for its description alone.
    const type = field.not ? { text: 'never' } : typeOf(field)
    const { description } = field
    const own: Field = { name, type, required: required.includes(key), description, limits: limitsOf(field) }
    const inner = field.items?.properties ? field.items : field
    return inner.properties ? [own, ...fieldsOf(document, inner, `${name}${inner === field ? '' : '[]'}.`)] : [own]
  })
}

/** The example of a schema, as JSON text to edit. */
export function exampleOf(document: OpenApiDocument, schema: JsonSchema): string {
  const [example] = resolve(document, schema).examples ?? []
  return example === undefined ? '' : JSON.stringify(example, null, 2)
}

/** One method of one address. */
export type Endpoint = { method: string; address: string; operation: Operation }

/** All endpoints of a tag, in the document's order. */
export function endpointsOf(document: OpenApiDocument, tag: string): Endpoint[] {
  return Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), address, operation })),
  )
}

/** The codes that a refusal may carry. */
export function codesOf(answer: Answer): string[] {
  return Object.values(answer.content ?? {}).flatMap((media) => Object.keys(media.examples ?? {}))
}

export type ApiRequest = { method: string; url: string; headers: [string, string][]; body?: string }

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as a line for a POSIX shell. */
export function curlOf({ method, url, headers, body }: ApiRequest): string {
  const words = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(url)]
  for (const [name, value] of headers) words.push('-H', quoted(`${name}: ${value}`))
  if (body !== undefined) words.push('--data-binary', quoted(body))
  return words.join(' ')
}
