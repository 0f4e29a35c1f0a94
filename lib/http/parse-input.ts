import type * as z from 'zod'
import { invalidFields } from '@/lib/errors'
import type { Declaration } from '@/lib/http/define-route'
import { bodyLimitOf, isPlainText, type Reading, readJson, refuseIllFormedText } from '@/lib/http/json-body'
import { parse } from '@/lib/http/parse'

type Parsing = Pick<Declaration, 'auth' | 'params' | 'query' | 'headers' | 'body' | 'bodyLimitBytes'>

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

function givenTwice(names: string[]): string[] {
  const seen = new Set<string>()
  return [...new Set(names.filter((name) => seen.size === seen.add(name).size))]
}

/**
 * What a request brings, by its declaration. Throws field_invalid, body_malformed, body_not_json, body_too_large, and what
 * `reading` throws.
 */
export async function parseInput(
  declaration: Parsing,
  request: Request,
  context: { params?: Promise<unknown> | unknown } | undefined,
  reading?: Reading,
) {
  const { params, query, headers, body } = declaration
  const search = searchOf(request)
  const given = { params: await context?.params, query: Object.fromEntries(search) }
  const read = [...(query ? [...search.keys(), ...search.values()] : []), ...Object.values(given.params ?? {}).flat()]
  for (const text of read) {
    if (typeof text === 'string' && !isPlainText(text)) {
      throw invalidFields([{ path: 'address', message: 'NUL is not text' }])
    }
  }
  const repeated = query ? givenTwice([...search.keys()]) : []
  if (repeated.length > 0) throw invalidFields(repeated.map((path) => ({ path, message: 'Given twice' })))
  const json = body && (await readJson(request, bodyLimitOf(declaration), reading))
  if (body) refuseIllFormedText(json)
  return {
    params: params && parse(params, given.params),
    query: query && parse(query, given.query),
    headers: headers && parse(headers, headersOf(headers, request)),
    body: body && parse(body, json),
  }
}
