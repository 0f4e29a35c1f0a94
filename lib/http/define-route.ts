import type * as z from 'zod'
import {
  type Authentication,
  authenticate,
  type CallerOf,
  cameWithTestKey,
  refuseForeignLink,
  refuseTablet,
  whoIsHere,
} from '@/lib/auth/authenticate'
import { type ErrorCode, Refusal } from '@/lib/errors'
import { whileHeld } from '@/lib/http/held-bodies'
import { bytesOf, type Hold } from '@/lib/http/json-body'
import { parseInput } from '@/lib/http/parse-input'
import { problemFrom } from '@/lib/http/problem'
import { noteReader } from '@/lib/http/reader'
import { countRefused, refuseLong } from '@/lib/limits/bytes'
import { hearByBody, refusalOfSpent } from '@/lib/limits/heard'
import { quotaHeadersOf } from '@/lib/limits/quota'
import { limitStaff, refuseSpent } from '@/lib/limits/staff'
import { Patience } from '@/lib/patience'
import { countTo } from '@/lib/wall'
import { type RequestIds, watchRequest } from '@/lib/watch/request'

type Shape = z.ZodType | undefined
type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined

/** What a route says of itself: the handler parses with it, and the OpenAPI document is made from it. */
export type Declaration = {
  auth: Authentication
  /** Of `staff`: for a paired tablet as well. Any other refuses tablets. */
  tablets?: true
  /** Of `staff`: it ends the very session that it comes with, and is refused for nothing else that was asked for by it. */
  endsSession?: true
  /** Of a GET: it is a line of the record, so no link from elsewhere may bring it about. A HEAD leaves none. */
  isNoted?: true
  /** Of `staff`: it answers hundreds of rows, and counts as several requests (lib/limits/staff.ts). */
  isList?: true
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
  /** When all was there that is parsed. */
  now: Date
  /** For a route that reads its body itself, once it is there (lib/auth/authenticate.ts). */
  whoIsHere: () => Promise<{ caller: CallerOf<D['auth']>; now: Date }>
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

function toResponse(declaration: Declaration, ran: unknown, request: Request, requestId: string): Response {
  const quota = quotaHeadersOf(request)
  if (ran instanceof Response) {
    ran.headers.set('x-request-id', requestId)
    for (const [name, value] of Object.entries(quota ?? {})) ran.headers.set(name, value)
    if (!ran.headers.has('cache-control')) ran.headers.set('cache-control', 'no-store')
    return ran
  }
  const { data, init } = ran instanceof Answer ? ran : { data: ran, init: {} as Answer<unknown>['init'] }
  const status = init.status ?? declaration.status ?? 200
  const type = declaration.response && { 'content-type': 'application/json' }
  const headers = { ...type, 'x-request-id': requestId, 'cache-control': 'no-store', ...quota, ...init.headers }
  const body = declaration.response ? JSON.stringify(declaration.response.encode(data as never)) : null
  const response = new Response(body, { status: body === null ? 204 : status, headers })
  for (const cookie of init.cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}

/** The project that a request names, wherever it does. */
function projectNamedIn(...parts: unknown[]): string | undefined {
  const named = parts.map((part) => Reflect.get(Object(part), 'projectId'))
  return named.find((projectId) => typeof projectId === 'string')
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
    const mark = (response: Response) => {
      if (cameWithTestKey(request)) response.headers.set('x-test-key', 'true')
      return response
    }
    try {
      const prepare = async () => {
        const asked = new Date()
        const isStaff = declaration.auth === 'staff'
        if (isStaff && !declaration.endsSession) refuseSpent(request.headers)
        const first = await authenticate(declaration.auth, request, asked)
        if (first) noteReader(request, first)
        // A tablet has no session to end.
        if (first?.kind === 'staff' && (first.tablet || !declaration.endsSession)) {
          const asked = declaration.events ? 'stream' : declaration.isList ? 'list' : 'request'
          await limitStaff(first, asked, request.headers)
        }
        if (!declaration.tablets) refuseTablet(first)
        if (declaration.isNoted) refuseForeignLink(request)
        const here = whoIsHere(first)
        const key = first?.kind === 'apiKey' ? first : undefined
        const look = key && ((bytes: number) => refuseLong(key, request, bytes))
        const parse = (hold?: Hold) => parseInput(declaration, request, context, { look, hold })
        const parsed = await whileHeld(first, request, parse).catch((error) => {
          if (key) countRefused(key, request, bytesOf(request))
          throw refusalOfSpent(request) ?? error
        })
        if (key) await hearByBody(key, request, parsed.body)
        // Where nothing is sent nothing was waited for: nothing is asked again, however late a busy process comes to it. A
        // stream is read later, and asks then.
        const isBodied = declaration.body !== undefined
        const known = isBodied ? await here({ isBodied }) : { caller: first, now: new Date() }
        countTo(projectNamedIn(parsed.params, parsed.query, parsed.body) ?? '')
        return { ...parsed, ...known, request, requestId, whoIsHere: here } as Input<D>
      }
      // Who sends a stream goes on for as long as it sends: each of its statements is bounded by itself.
      const ran = declaration.streamedBody
        ? await Patience.duringFirst(prepare, run, request)
        : await Patience.during(async () => run(await prepare()), request)
      return mark(toResponse(declaration, ran, request, requestId))
    } catch (error) {
      return mark(problemFrom(error, ids, quotaHeadersOf(request)))
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
