import type * as z from 'zod'
import { type Authentication, authenticate, type CallerOf } from '@/lib/auth/authenticate'
import { type ErrorCode, invalidFields, Refusal } from '@/lib/errors'
import { bodyLimitBytes, isPlainText, readJson, refuseIllFormedText } from '@/lib/http/json-body'
import { parse } from '@/lib/http/parse'
import { problemFrom } from '@/lib/http/problem'
import { Patience } from '@/lib/patience'
import { type RequestIds, watchRequest } from '@/lib/watch/request'

type Shape = z.ZodType | undefined
type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined

/** What a route says of itself: the handler parses with it, and the OpenAPI document is made from it. */
export type Declaration = {
  auth: Authentication
  summary: string
  description?: string
  params?: z.ZodType
  query?: z.ZodType
  headers?: z.ZodType
  body?: z.ZodType
  /** For a route that reads its body itself (streams): the media types it takes, for the document. */
  streamedBody?: Record<string, z.ZodType | undefined>
  bodyLimitBytes?: number
  /** The answer on the wire is `z.encode(response, data)`. Absent: `run` answers a Response of its own. */
  response?: z.ZodType
  /** Further media types that the route answers. */
  alsoAnswers?: string[]
  status?: number
  /** What the rest is for: it changes nothing but the document. Refusals: beyond those that the declaration implies. */
  refusals?: ErrorCode[]
  answerHeaders?: AnswerHeader[]
  /** The messages of an event stream, by name. */
  events?: Record<string, z.ZodType>
  /** A credential that `run` itself asks for. */
  ownCredential?: 'metricsToken'
  /** No operation of its own. */
  undocumented?: true
}

/** Headers that a good answer may carry beside those of every answer. */
export type AnswerHeader =
  | 'ETag'
  | 'Location'
  | 'Idempotency-Replayed'
  | 'x-pagination-token'
  | 'Set-Cookie'
  | 'Content-Disposition'
  | 'x-total-count'

/** What `run` gets: everything parsed, nothing raw but the request itself. */
type Input<D extends Declaration> = {
  caller: CallerOf<D['auth']>
  params: Parsed<D['params']>
  query: Parsed<D['query']>
  headers: Parsed<D['headers']>
  body: Parsed<D['body']>
  request: Request
  requestId: string
  now: Date
}

/** Data with another status or further headers than the declaration's. */
export class Answer<Data> {
  constructor(
    readonly data: Data,
    readonly init: { status?: number; headers?: Record<string, string>; cookies?: string[] },
  ) {}
}

type Data<D extends Declaration> = D['response'] extends z.ZodType ? z.output<D['response']> : undefined
type Ran<D extends Declaration> = Response | Data<D> | Answer<Data<D>>

/** A plain Fetch handler: mountable on any server, callable by a test. `params` may be a promise, as Next gives it. */
export type Handler = ((request: Request, context?: RouteContext) => Promise<Response>) & { declaration: Declaration }
type RouteContext = { params?: Promise<unknown> | unknown }

// Only those that the schema names are read: a header that nobody asked for costs nothing.
function headersOf(schema: z.ZodType, request: Request): Record<string, string> {
  const names = Object.keys((schema as z.ZodObject).shape)
  const given = names.map((name) => [name, request.headers.get(name)] as const)
  return Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== null))
}

function searchOf({ url }: Request): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1).split('#', 1)[0])
}

async function parseInput<D extends Declaration>(declaration: D, request: Request, context: RouteContext | undefined) {
  const { params, query, headers, body } = declaration
  const search = searchOf(request)
  const given = { params: await context?.params, query: Object.fromEntries(search) }
  const read = [...(query ? [...search.keys(), ...search.values()] : []), ...Object.values(given.params ?? {}).flat()]
  for (const text of read) {
    if (typeof text === 'string' && !isPlainText(text)) {
      throw invalidFields([{ path: 'address', message: 'NUL is not text' }])
    }
  }
  const repeated = query ? [...new Set(search.keys())].filter((name) => search.getAll(name).length > 1) : []
  if (repeated.length > 0) throw invalidFields(repeated.map((path) => ({ path, message: 'Given twice' })))
  const json = body && (await readJson(request, declaration.bodyLimitBytes ?? bodyLimitBytes))
  if (body) refuseIllFormedText(json)
  return {
    params: params && parse(params, given.params),
    query: query && parse(query, given.query),
    headers: headers && parse(headers, headersOf(headers, request)),
    body: body && parse(body, json),
  }
}

function toResponse(declaration: Declaration, ran: unknown, requestId: string): Response {
  if (ran instanceof Response) {
    ran.headers.set('x-request-id', requestId)
    if (!ran.headers.has('cache-control')) ran.headers.set('cache-control', 'no-store')
    return ran
  }
  const { data, init } = ran instanceof Answer ? ran : { data: ran, init: {} as Answer<unknown>['init'] }
  const status = init.status ?? declaration.status ?? 200
  const type = declaration.response && { 'content-type': 'application/json' }
  const headers = { ...type, 'x-request-id': requestId, 'cache-control': 'no-store', ...init.headers }
  const body = declaration.response ? JSON.stringify(declaration.response.encode(data as never)) : null
  const response = new Response(body, { status: body === null ? 204 : status, headers })
  for (const cookie of init.cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}

/**
 * A route: authenticates, parses, runs, encodes. Whatever is thrown becomes a problem document with a request id.
 * The declaration is kept on the handler for the OpenAPI document.
 */
export function defineRoute<const D extends Declaration>(
  declaration: D,
  run: (input: Input<D>) => Promise<Ran<D>> | Ran<D>,
): Handler {
  async function answer(request: Request, context: RouteContext | undefined, ids: RequestIds): Promise<Response> {
    const { requestId } = ids
    try {
      const now = new Date()
      const prepare = async () => {
        const caller = await authenticate(declaration.auth, request, now)
        const parsed = await parseInput(declaration, request, context)
        return { ...parsed, caller, request, requestId, now } as Input<D>
      }
      // Who sends a stream goes on for as long as it sends: each of its statements is bounded by itself.
      const ran = declaration.streamedBody
        ? await run(await Patience.during(prepare))
        : await Patience.during(async () => run(await prepare()))
      return toResponse(declaration, ran, requestId)
    } catch (error) {
      return problemFrom(error, ids)
    }
  }
  const handler = (request: Request, context?: RouteContext) =>
    watchRequest(declaration, request, (ids) => answer(request, context, ids))
  return Object.assign(handler, { declaration })
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof methods)[number]

/** All methods of one address: those given, HEAD for GET, OPTIONS, and 405 with `Allow` for the rest. */
export function routeTable(routes: Partial<Record<Method, Handler>>): Record<Method, Handler> {
  const allowed = methods.filter((m) => routes[m] || m === 'OPTIONS' || (m === 'HEAD' && routes.GET))
  const allow = { allow: allowed.join(', ') }
  const refuse = defineRoute({ auth: 'none', summary: 'Method not allowed', undocumented: true }, ({ request }) => {
    throw new Refusal('method_not_allowed', `${request.method} is not answered here; these are: ${allow.allow}.`, {
      headers: allow,
    })
  })
  const options = defineRoute({ auth: 'none', summary: 'Methods of an address', undocumented: true }, () => {
    return new Response(null, { status: 204, headers: allow })
  })
  const get = routes.GET
  const head =
    get &&
    Object.assign(
      async (request: Request, context?: RouteContext) => {
        const response = await get(request, context)
        await response.body?.cancel()
        return new Response(null, response)
      },
      { declaration: get.declaration },
    )
  const all = { OPTIONS: options, ...(head && { HEAD: head }), ...routes }
  return Object.fromEntries(methods.map((m) => [m, all[m] ?? refuse])) as Record<Method, Handler>
}
