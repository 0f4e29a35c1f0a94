import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import type { Answer, JsonSchema, OpenApiDocument, Operation } from '@/lib/openapi/model'

/** What a test sends beside the method and address that name the operation. */
export type Sent = {
  params?: Record<string, string>
  /** The path as it goes over the wire, where no parameter could be encoded to it. */
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Sent as JSON; a string or bytes as they are. */
  body?: unknown
}

/** An answer that was held against the document. */
export type Held = { status: number; code: string | null; body: unknown; text: string; headers: Headers }

const pointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** The documented API of a running server: every answer that comes through it must be the one that is documented. */
export class Contract {
  /** What was answered so far: `POST /api/orders 409 order_exists`, or without a code. */
  readonly seen = new Set<string>()
  readonly #ajv = addFormats.default(new Ajv2020({ strict: false, validateSchema: false }))
  readonly #compiled = new Map<string, ValidateFunction>()

  private constructor(
    readonly baseUrl: string,
    readonly document: OpenApiDocument,
  ) {
    this.#ajv.addSchema(document, 'api')
  }

  static async of(baseUrl: string): Promise<Contract> {
    const response = await fetch(`${baseUrl}/api/openapi.json`)
    return new Contract(baseUrl, await response.json())
  }

  /** The same document, at another server. */
  at(baseUrl: string): Contract {
    return new Contract(baseUrl, this.document)
  }

  /** Every operation by name, `POST /api/orders`. */
  get operations(): [string, Operation][] {
    return Object.entries(this.document.paths).flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${address}`,
        operation,
      ]),
    )
  }

  /** Why a value is not what the schema at this place of the document describes, or null. */
  mistakeIn(value: unknown, ...place: string[]): string | null {
    const $ref = `api#/${place.map(pointer).map(encodeURIComponent).join('/')}`
    const validate = this.#compiled.get($ref) ?? this.#ajv.compile({ $ref })
    this.#compiled.set($ref, validate)
    return validate(value) ? null : this.#ajv.errorsText(validate.errors)
  }

  /** A validator of a schema that is not in the document, as if it were. */
  validatorOf(schema: JsonSchema): ValidateFunction {
    return this.#ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')))
  }

  /** Sends a request and holds status, headers and body of its answer against what the operation documents. */
  async send(name: string, { params = {}, path: given, query, headers = {}, body }: Sent = {}): Promise<Held> {
    const [method = '', address = ''] = name.split(' ')
    const path = given ?? address.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(params[key] ?? `no-${key}`))
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const raw = typeof body === 'string' || body instanceof Uint8Array
    const response = await fetch(`${this.baseUrl}${path}${search}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
    })
    return this.#hold(name, response)
  }

  /** The same, expecting this status and code among those that are documented. */
  async expect(name: string, status: number, code: string | null, sent: Sent = {}): Promise<Held> {
    const held = await this.send(name, sent)
    expect({ status: held.status, code: held.code }, `${name} ${held.text}`).toEqual({ status, code })
    return held
  }

  async #hold(name: string, response: Response): Promise<Held> {
    const { status, headers } = response
    const place = this.#placeOf(name, status)
    const text = await firstOf(response)
    const told = `${name} ${status} ${text.slice(0, 300)}`
    expect(place, `${told}\nis not documented`).toBeDefined()
    const { answer, path } = place as { answer: Answer; path: string[] }
    this.#holdHeaders(answer, headers, told)
    const type = headers.get('content-type')?.split(';')[0] ?? null
    const types = Object.keys(answer.content ?? {})
    if (types.length === 0) expect({ type, text }, told).toEqual({ type: null, text: '' })
    else expect(types, told).toContain(type)
    const body = type?.endsWith('json') && !type.includes('x-ndjson') ? JSON.parse(text) : text
    if (type) expect(this.mistakeIn(body, ...path, 'content', type, 'schema'), told).toBeNull()
    const code = status >= 400 ? String(body.code) : null
    if (code) expect(Object.keys(answer.content?.[type ?? '']?.examples ?? {}), told).toContain(code)
    this.seen.add(`${name} ${status}${code ? ` ${code}` : ''}`)
    return { status, code, body, text, headers }
  }

  #placeOf(name: string, status: number): { answer: Answer; path: string[] } | undefined {
    const [method = '', address = ''] = name.split(' ')
    const methods = this.document.paths[address] ?? {}
    // A method that the address does not offer is documented with those that it does.
    const shown = methods[method.toLowerCase()] ? method.toLowerCase() : (Object.keys(methods)[0] ?? '')
    const answer = methods[shown]?.responses[status]
    return answer && { answer, path: ['paths', address, shown, 'responses', String(status)] }
  }

  #holdHeaders(answer: Answer, headers: Headers, told: string): void {
    for (const name of Object.keys(answer.headers ?? {})) {
      const value = headers.get(name)
      const isRequired = this.document.components.headers[name]?.required ?? false
      if (isRequired) expect(value, `${told}\nlacks ${name}`).not.toBeNull()
      if (value !== null) expect(this.mistakeIn(value, 'components', 'headers', name, 'schema'), told).toBeNull()
    }
  }
}

// An event stream never ends: its first message is enough.
async function firstOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader && !text.includes('\n\n')) {
    const { value, done } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader?.cancel()
  return text
}
