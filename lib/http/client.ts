import type { Reader } from '@/lib/http/wire'

/** The API's refusal as a browser reads it; further members (such as an order) stay in it. */
export type Problem = {
  title: string
  status: number
  detail: string
  code: string
  requestId: string
  errors?: { path: string; message: string }[]
  [more: string]: unknown
}

// Something in between that is not the API may refuse as well, in a shape of its own.
function isProblem(json: unknown): json is Problem {
  const told = (json ?? {}) as Record<string, unknown>
  const texts = [told.title, told.detail, told.code, told.requestId]
  return Number.isInteger(told.status) && texts.every((text) => typeof text === 'string')
}

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

/** Whether what was asked for may have been done although it failed: no answer came, or the server failed on its way. */
export const mayBeDone = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof ApiError && error.problem.status >= 500)

/** For what takes its time, and may come behind what somebody else counts meanwhile (lib/turns/reading.ts). */
export const countTimeoutMs = 30_000

type Ask = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** The version that a change is meant for. */
  ifMatch?: number
  headers?: Record<string, string>
  signal?: AbortSignal
  timeoutMs?: number
}

async function send(address: string, ask: Ask): Promise<Response> {
  const { method = 'GET', body, ifMatch, headers: more, signal, timeoutMs = 15_000 } = ask
  const timeout = AbortSignal.timeout(timeoutMs)
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
    ...more,
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

/** Throws what a refusal says. */
export async function refuse(response: Response): Promise<never> {
  const json: unknown = await response.json().catch(() => null)
  throw isProblem(json) ? new ApiError(json) : new UnreachableError({ cause: response.status })
}

/**
 * Asks the API and decodes its answer: with the schema that the server encodes it with, or a reader that does the same.
 * Throws ApiError for a refusal, UnreachableError when there was no answer.
 */
export async function fetchJson<Value>(reader: Reader<Value>, address: string, ask: Ask = {}): Promise<Value> {
  const response = await send(address, ask)
  if (!response.ok) return refuse(response)
  const json = await response.json().catch((cause) => Promise.reject(new UnreachableError({ cause })))
  return reader.parse(json)
}

/** Asks the API for something that has no answer but its status. Throws as fetchJson does. */
export async function fetchNothing(address: string, ask: Ask): Promise<void> {
  const response = await send(address, ask)
  if (!response.ok) await refuse(response)
}

/** True where the same question may be answered better in a moment. */
export function isWorthRetrying(error: unknown): boolean {
  return mayBeDone(error) || (error instanceof ApiError && error.problem.status === 429)
}
