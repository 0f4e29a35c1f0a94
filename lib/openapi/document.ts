import type { Declaration } from '@/lib/http/define-route'
import { bodyLimitOf } from '@/lib/http/json-body'
import { goodAnswer, headers, ProblemDocument, problemExamples, refusalAnswers } from '@/lib/openapi/answers'
import type { MediaType, OpenApiDocument, Operation, Parameter, RequestBody } from '@/lib/openapi/model'
import { Schemas } from '@/lib/openapi/schemas'

export type { OpenApiDocument }

/** One address of the API (`/api/orders/{orderId}`) with what its methods declare. */
export type ApiAddress = {
  address: string
  tag: string
  handlers: { [method: string]: { declaration: Declaration } | undefined }
}

export type About = Pick<OpenApiDocument, 'info' | 'servers' | 'tags'>

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-service-api-key',
    description:
      "An API key of one project: a publishable one (pk_…), which ships inside a customer's app, creates orders, and reaches an order with its userToken only; or a secret one (sk_…). Test keys (sk_test_…, pk_test_…) do the same and are marked wherever they are seen.",
  },
  secretKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-service-api-key',
    description: "A secret API key (sk_…) of one project, or of some of its stores. It stays on a retailer's server.",
  },
  basicKey: {
    type: 'http',
    scheme: 'basic',
    description:
      'The same secret API key as the password, for senders that can set no header; any user name. A 401 asks for it',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The accessToken of POST /api/prod1/sessions' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'baycall.session_token',
    description:
      'Set by POST /api/staff/session; behind TLS its name begins with __Host-, and of two neither counts. A paired tablet has baycall.tablet instead, for the board of its store alone',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'The METRICS_TOKEN of the installation' },
}

const securityOf: Record<Declaration['auth'], Record<string, string[]>[]> = {
  none: [],
  apiKey: [{ apiKey: [] }],
  secretKey: [{ secretKey: [] }],
  receiverKey: [{ secretKey: [] }, { basicKey: [] }],
  staff: [{ bearer: [] }, { cookie: [] }],
}

/** `Create an order` → `createOrder`. */
function operationIdOf(summary: string): string {
  const words = summary
    .replace(/'s\b/g, '')
    .split(/\W+/)
    .filter((word) => word && !/^(an?|the|of)$/i.test(word))
  return words.map((w, at) => (at === 0 ? w.toLowerCase() : w[0]?.toUpperCase() + w.slice(1))).join('')
}

// Header names know no case: shown as they are mostly written.
function headerName(name: string): string {
  return name.startsWith('x-') ? name : name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

function parametersOf({ params, query, headers: sent }: Declaration, schemas: Schemas): Parameter[] {
  const places = { path: params, query, header: sent } as const
  return (Object.keys(places) as (keyof typeof places)[]).flatMap((place) => {
    const schema = places[place]
    if (!schema) return []
    return schemas.fieldsOf(schema).map((field): Parameter => {
      const { description, ...own } = field.schema
      const name = place === 'header' ? headerName(field.name) : field.name
      return { name, in: place, required: field.required, ...(description && { description }), schema: own }
    })
  })
}

function requestBodyOf(declaration: Declaration, schemas: Schemas): RequestBody | undefined {
  const { body, streamedBody } = declaration
  const types = body ? { 'application/json': body } : streamedBody
  if (!types) return undefined
  const content = Object.entries(types).map(([type, schema]): [string, MediaType] => [
    type,
    schema ? { schema: schemas.of(schema) } : {},
  ])
  const limit = `At most ${bodyLimitOf(declaration) / 1024} KiB.`
  return { required: true, ...(body && { description: limit }), content: Object.fromEntries(content) }
}

function operationOf(declaration: Declaration, tag: string, schemas: Schemas): Operation {
  const parameters = parametersOf(declaration, schemas)
  const requestBody = requestBodyOf(declaration, schemas)
  const { summary, description, ownCredential, auth } = declaration
  return {
    operationId: operationIdOf(summary),
    tags: [tag],
    summary,
    ...(description && { description }),
    security: ownCredential ? [{ [ownCredential]: [] }] : securityOf[auth],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...goodAnswer(declaration, schemas), ...refusalAnswers(declaration) },
  }
}

// HEAD and OPTIONS follow from the others; a method that is refused everywhere is no operation.
const shown = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The OpenAPI 3.1 document of these addresses, made from the schemas that their handlers parse with. */
export function documentOf(about: About, addresses: ApiAddress[]): OpenApiDocument {
  const schemas = new Schemas()
  schemas.of(ProblemDocument)
  const paths = addresses.map(({ address, tag, handlers }) => {
    const operations = shown.flatMap((method): [string, Operation][] => {
      const declaration = handlers[method]?.declaration
      return declaration && !declaration.undocumented
        ? [[method.toLowerCase(), operationOf(declaration, tag, schemas)]]
        : []
    })
    return [address, Object.fromEntries(operations)] as const
  })
  const sorted = Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    openapi: '3.1.0',
    ...about,
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(sorted), headers, examples: problemExamples(), securitySchemes },
  }
}
