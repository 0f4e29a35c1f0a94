import * as z from 'zod'
import type { ErrorCode } from '@/lib/errors'
import type { Declaration } from '@/lib/http/define-route'
import { statusOf, titleOf } from '@/lib/http/problem'
import { errorGuide } from '@/lib/openapi/error-guide'
import type { Answer, Example, Header, MediaType, Ref } from '@/lib/openapi/model'
import type { Schemas } from '@/lib/openapi/schemas'

const codes = Object.keys(statusOf) as ErrorCode[]

/** Every refusal (RFC 9457). Members beyond these belong to single codes. */
export const ProblemDocument = z
  .object({
    type: z.string().describe('The code on the documentation page'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('For a person: what to do next'),
    code: z.enum(codes).describe('Stable: what a program switches on'),
    requestId: z.string().describe('The header x-request-id: names this request in the log'),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('Every bad field, by dotted path; an empty path is the whole body'),
    createdAt: z.iso.datetime().optional().describe('order_exists: when the order was created'),
    freeAt: z.iso
      .datetime()
      .optional()
      .describe('order_exists: when the orderId is free again; absent while its order keeps it'),
    createdWith: z
      .string()
      .optional()
      .describe('order_exists, told a secret key: publishable where such a key created the order'),
    orderStatus: z.string().optional().describe('order_closed: Completed or Cancelled'),
    order: z.looseObject({}).optional().describe('action_conflict: the order as it stands now'),
    reason: z
      .string()
      .optional()
      .describe(
        'link_invalid: unknown, used, withdrawn or expired; of a PIN: store, where a tablet waits with others, or short',
      ),
    error: z.string().optional().describe('Of pairing: the code, where RFC 8628 has it'),
    interval: z
      .int()
      .optional()
      .describe('slow_down: seconds between two questions from now on; of a PIN: seconds to wait'),
    lastChange: z.looseObject({}).optional().describe('action_conflict: who was first, as in the timeline'),
  })
  .meta({ id: 'Problem' })

const text = { type: 'string' }
const count = { type: 'string', pattern: '^\\d+$' }

export const headers: Record<string, Header> = {
  'x-request-id': {
    description:
      'Names this request in the log. One sent by the caller is kept if it is up to 128 of A-Z a-z 0-9 _ . : -',
    required: true,
    schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
  },
  'Cache-Control': { description: 'Answers are never to be kept', required: true, schema: text },
  ETag: {
    description: 'The version of what is answered, for If-Match',
    required: true,
    schema: { type: 'string', pattern: '^"[^"]+"$' },
  },
  Location: {
    description: 'Where the order can be fetched as it is: an absolute path with its query',
    required: true,
    schema: { type: 'string', format: 'uri-reference', pattern: '^/' },
  },
  'Idempotency-Replayed': {
    description: 'true: this is the first answer to the same Idempotency-Key and request again',
    schema: { type: 'string', const: 'true' },
  },
  'x-pagination-token': {
    description: 'csv and ndjson: the paginationToken. Absent on the final batch',
    schema: text,
  },
  'Content-Disposition': {
    description: 'attachment, with a name for the file',
    required: true,
    schema: { type: 'string', pattern: '^attachment; filename="[^"]+"$' },
  },
  'x-total-count': {
    description:
      'How many records there were just before the file began: a guess of how many it will hold, as more may come and old ones be deleted meanwhile. Absent when counting takes too long',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  'x-test-key': {
    description: 'true: the key is a test key. What it does is real all the same',
    schema: { type: 'string', const: 'true' },
  },
  'Set-Cookie': { description: "The browser's session", schema: text },
  Allow: { description: 'The methods that this address answers', required: true, schema: text },
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'string', pattern: '^\\d+$' } },
  'RateLimit-Limit': { description: 'How many requests pass at once; absent where nothing is limited', schema: count },
  'RateLimit-Remaining': { description: 'How many pass now, as far as the server that answered knows', schema: count },
  'RateLimit-Reset': { description: 'Seconds until RateLimit-Limit pass at once again', schema: count },
  'WWW-Authenticate': {
    description: 'The credentials that are taken: Bearer and ApiKey; of receivers Basic and ApiKey',
    required: true,
    schema: { type: 'string', pattern: '^(Bearer|Basic) realm="baycall", ApiKey realm="baycall"$' },
  },
}

const quotaHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const isByKey = (auth: Declaration['auth']) => auth === 'apiKey' || auth === 'secretKey' || auth === 'receiverKey'

// An answer to somebody who is known: one without a credential, or with a bad one, is counted for nobody.
function quotaOf({ auth }: Declaration, status: number): string[] {
  return isByKey(auth) && ![401, 405, 429].includes(status) ? quotaHeaders : []
}

const headersOfStatus: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After', ...quotaHeaders],
  503: ['Retry-After'],
}

function headerRefs(names: string[]): Record<string, Ref> {
  const all = ['x-request-id', 'Cache-Control', ...names]
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Each code as a problem document and what to do about it. */
export function problemExamples(): Record<string, Example> {
  return Object.fromEntries(
    codes.map((code) => {
      const status = statusOf[code]
      const value = { type: `/docs#${code}`, title: titleOf(status), status, detail: errorGuide[code], code }
      const requestId = '5d0c1b6e-0f3a-4a67-9a54-1c1a7a0a9b52'
      return [code, { summary: titleOf(status), description: errorGuide[code], value: { ...value, requestId } }]
    }),
  )
}

/** The codes that a declaration implies, and those that it names. */
function refusalsOf({
  auth,
  params,
  query,
  headers: sent,
  body,
  streamedBody,
  refusals = [],
}: Declaration): ErrorCode[] {
  const implied: ErrorCode[] = ['method_not_allowed', 'internal', 'unavailable', ...refusals]
  if (auth !== 'none') implied.push('credential_missing', 'credential_invalid', 'too_many_requests')
  const isSecret = auth === 'secretKey' || auth === 'receiverKey'
  if (isSecret) implied.push('right_missing')
  if (params || query || sent || body || streamedBody) implied.push('field_invalid')
  if (params) implied.push('request_malformed')
  if (body || streamedBody) implied.push('body_malformed', 'body_too_large', 'body_not_json')
  return [...new Set(implied)]
}

/** All refusals of a declaration, by status. */
export function refusalAnswers(declaration: Declaration): Record<string, Answer> {
  const refused = refusalsOf(declaration)
  const statuses = [...new Set(refused.map((code) => statusOf[code]))]
  const answers = statuses.map((status): [string, Answer] => {
    const found = refused.filter((code) => statusOf[code] === status)
    const examples = Object.fromEntries(found.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
    const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } }
    const description = `${titleOf(status)}: ${found.map((code) => `\`${code}\``).join(', ')}`
    return [
      String(status),
      {
        description,
        headers: headerRefs([...(headersOfStatus[status] ?? []), ...quotaOf(declaration, status)]),
        content,
      },
    ]
  })
  return Object.fromEntries(answers)
}

function streamOf(events: Record<string, z.ZodType>, schemas: Schemas): MediaType {
  const told = Object.entries(events).map(([name, schema]) => {
    const { $ref } = schemas.of(schema)
    return `\`${name}\` (data: ${$ref?.split('/').at(-1)})`
  })
  return { schema: { type: 'string', description: `Server-sent events: ${told.join(', ')}` } }
}

/** The good answer of a declaration. */
export function goodAnswer(declaration: Declaration, schemas: Schemas): Record<string, Answer> {
  const { response, alsoAnswers = [], answerHeaders = [], events, status } = declaration
  const content: Record<string, MediaType> = {}
  if (response) content['application/json'] = { schema: schemas.of(response) }
  for (const type of alsoAnswers) content[type] = events ? streamOf(events, schemas) : { schema: { type: 'string' } }
  const isEmpty = Object.keys(content).length === 0
  const code = status ?? (isEmpty ? 204 : 200)
  const marks = /key$/i.test(declaration.auth) ? ['x-test-key'] : []
  const names: string[] = [...answerHeaders, ...marks, ...quotaOf(declaration, code)]
  return {
    [code]: {
      description: isEmpty ? 'Done; there is nothing to answer' : 'Done',
      headers: headerRefs(names),
      ...(!isEmpty && { content }),
    },
  }
}
