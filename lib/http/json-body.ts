import { invalidFields, Refusal } from '@/lib/errors'

/** 64 KiB: the contract's limit for a body that is not a bulk import. */
export const bodyLimitBytes = 64 * 1024

/** The request's bytes, or a refusal as soon as they pass the limit: nothing larger is ever held. */
async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = new Refusal('body_too_large', `Send at most ${limitBytes} bytes.`)
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength
    if (size > limitBytes) {
      await reader?.cancel().catch(() => undefined)
      throw tooLarge
    }
    chunks.push(part.value)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** One JSON text from bytes. Throws body_malformed. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw new Refusal('body_malformed', `The body is not JSON: ${reason.slice(0, 200)}`)
  }
}

/** The request's JSON body. Throws body_not_json, body_too_large, body_malformed. */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json') {
    throw new Refusal('body_not_json', 'Send the header content-type: application/json and a JSON body.')
  }
  return parseJson(await readBytes(request, limitBytes))
}

/** True for text that PostgreSQL and every peer can hold: no NUL, no half of a surrogate pair. */
export function isPlainText(text: string): boolean {
  return !text.includes('\u0000') && (text as string & { isWellFormed(): boolean }).isWellFormed()
}

/** Throws field_invalid for a NUL or a lone surrogate anywhere in a JSON value, keys included. */
export function refuseIllFormedText(value: unknown): void {
  const bad: string[] = []
  // A stack of our own: a body of brackets must not exhaust the call stack.
  const rest: { path: string; value: unknown }[] = [{ path: '', value }]
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (typeof next.value === 'string' && !isPlainText(next.value)) bad.push(next.path)
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, inner] of Object.entries(next.value)) {
      const path = next.path ? `${next.path}.${key}` : key
      if (isPlainText(key)) rest.push({ path, value: inner })
      else bad.push(next.path)
    }
  }
  if (bad.length > 0) {
    const message = 'Text must be Unicode without NUL and without half surrogate pairs'
    throw invalidFields([...new Set(bad)].slice(0, 20).map((path) => ({ path, message })))
  }
}
