import * as z from 'zod'

/** The API's refusal as a browser reads it; further members (such as an order) stay in it. */
const Problem = z.looseObject({
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type Problem = z.output<typeof Problem>

/** The API answered with a refusal. `message` is its detail: a sentence for a person. */
export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
    this.name = 'ApiError'
  }
}

/** No answer came that could be understood: no network, a timeout, or something in between that is not the API. */
export class UnreachableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The server could not be reached. Check the network and try again.', options)
    this.name = 'UnreachableError'
  }
}

type Ask = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** The version that a change is meant for. */
  ifMatch?: number
  signal?: AbortSignal
  timeoutMs?: number
}

async function send(address: string, ask: Ask): Promise<Response> {
  const { method = 'GET', body, ifMatch, signal, timeoutMs = 15_000 } = ask
  const timeout = AbortSignal.timeout(timeoutMs)
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
  }
  try {
    return await fetch(address, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (error) {
    // Who called it off wants to hear of that, and nobody else.
    if (signal?.aborted) throw error
    throw new UnreachableError({ cause: error })
  }
}

async function refuse(response: Response): Promise<never> {
  const problem = Problem.safeParse(await response.json().catch(() => null))
  throw problem.success ? new ApiError(problem.data) : new UnreachableError({ cause: response.status })
}

/**
 * Asks the API and decodes its answer with the schema that the server encodes it with.
 * Throws ApiError for a refusal, UnreachableError when there was no answer.
 */
export async function fetchJson<Schema extends z.ZodType>(
  schema: Schema,
  address: string,
  ask: Ask = {},
): Promise<z.output<Schema>> {
  const response = await send(address, ask)
  if (!response.ok) return refuse(response)
  const json = await response.json().catch((cause) => Promise.reject(new UnreachableError({ cause })))
  return schema.parse(json)
}

/** Asks the API for something that has no answer but its status. Throws as fetchJson does. */
export async function fetchNothing(address: string, ask: Ask): Promise<void> {
  const response = await send(address, ask)
  if (!response.ok) await refuse(response)
}

/** True where the same question may be answered better in a moment. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ApiError) return error.problem.status >= 500 || error.problem.status === 429
  return error instanceof UnreachableError
}
