import { invalidFields, Refusal } from '@/lib/errors'
import { slices } from '@/lib/slices'

/** 64 KiB: the contract's limit for a body that is not a bulk import. */
export const bodyLimitBytes = 64 * 1024

// Whoever needs no credential has connections by the thousand, each of which may hold a body for as long as it takes: a
// password, a code or what a passkey answers is much less.
const strangersLimitBytes = 8 * 1024

/** How long a body a route takes at most. */
export const bodyLimitOf = ({ auth, bodyLimitBytes: own }: { auth: string; bodyLimitBytes?: number }): number =>
  own ?? (auth === 'none' ? strangersLimitBytes : bodyLimitBytes)

const tooLarge = (limitBytes: number) => new Refusal('body_too_large', `Send at most ${limitBytes} bytes.`)

const sizes = new WeakMap<Request, number>()

// A sender that goes away in the middle is no fault of ours, and none of the database's. What was held for them counts as read.
function brokeOff(request: Request, bytes: number): Refusal {
  sizes.set(request, bytes)
  return new Refusal('body_malformed', 'The body broke off. Send the request again.')
}

/** How many bytes the body of a request had, once it is read or has broken off; 0 for none. */
export const bytesOf = (request: Request): number => sizes.get(request) ?? 0

/**
 * Told of bytes that are held from here on, or, less than none, are so no longer; `isWhole`: the sender has nothing more to send.
 * What it throws is thrown.
 */
export type Hold = (bytes: number, isWhole?: boolean) => void

function announcedBy(request: Request): number | null {
  const announced = request.headers.get('content-length')
  return announced === null ? null : Number(announced) || 0
}

// Of a body that does not say how long it is: a hundred parts are looked at seven times.
const lookedAtFirst = 1024

/**
 * The request's bytes, or a refusal as soon as they pass the limit: nothing larger is ever held. `look` and `hold` are told of
 * as many as are announced, else of those that come, before they are held.
 */
async function readBytes(
  request: Request,
  limitBytes: number,
  { look, hold = () => {} }: Pick<Reading, 'look' | 'hold'>,
): Promise<Uint8Array> {
  const announced = announcedBy(request)
  if (announced !== null && announced > limitBytes) throw tooLarge(limitBytes)
  // Who may send no more holds nothing for as long as it takes them.
  if (announced !== null) await look?.(announced)
  // No more than announced arrives: in one piece then, which costs half of reading a stream.
  if (announced !== null) {
    hold(announced)
    sizes.set(request, announced)
    const bytes = await request.arrayBuffer().catch(() => {
      throw brokeOff(request, announced)
    })
    hold(0, true)
    return new Uint8Array(bytes)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  let nextLook = lookedAtFirst
  const reader = request.body?.getReader()
  const read = () =>
    reader?.read().catch(() => {
      throw brokeOff(request, size)
    })
  for (let part = await read(); part && !part.done; part = await read()) {
    size += part.value.byteLength
    try {
      if (size > limitBytes) {
        sizes.set(request, size)
        throw tooLarge(limitBytes)
      }
      if (size >= nextLook) {
        nextLook = size * 2
        await look?.(size)
      }
      hold(part.value.byteLength)
      sizes.set(request, size)
    } catch (error) {
      await reader?.cancel().catch(() => undefined)
      throw error
    }
    chunks.push(part.value)
  }
  hold(0, true)
  return Buffer.concat(chunks, size)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function asJson<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw new Refusal('body_malformed', `The body is not JSON: ${reason.slice(0, 200)}`)
  }
}

// Nothing that is asked for here has ten.
const mostLevels = 64
const [quote, backslash, bracket, brace, endOfBracket, endOfBrace] = Array.from('"\\[{]}', (sign) => sign.charCodeAt(0))

/** Whether it has more brackets within each other: thousands take JSON.parse a hundred times as long as any other text. */
function isTooDeep(text: string): boolean {
  let levels = 0
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (isText) {
      if (sign === backslash) at += 1
      else if (sign === quote) isText = false
    } else if (sign === quote) isText = true
    else if (sign === endOfBracket || sign === endOfBrace) levels -= 1
    else if (sign === bracket || sign === brace) {
      levels += 1
      if (levels > mostLevels) return true
    }
  }
  return false
}

/** One JSON text. Throws SyntaxError, also for what is nested in more than 64 levels. */
export function jsonOf(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`it is nested in more than ${mostLevels} levels`)
  return JSON.parse(text)
}

/** The same for a request's: throws body_malformed. */
export const parseJsonText = (text: string): unknown => asJson(() => jsonOf(text))

/** The same from bytes. */
export const parseJson = (bytes: Uint8Array): unknown => asJson(() => jsonOf(utf8.decode(bytes)))

function refuseOtherThanJson(request: Request): void {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json') {
    throw new Refusal('body_not_json', 'Send the header content-type: application/json and a JSON body.')
  }
}

// What is longer than most, and takes a millisecond to look through: a thousand of a project's at once are looked at in turn
// with others', with time between for what else comes in.
const longBytes = 4 * 1024

export type Reading = {
  /** At how many bytes are announced, are coming, and have come, before they are held, and looked through. What it throws is thrown. */
  look?: ((bytes: number) => Promise<void> | undefined) | undefined
  hold?: Hold | undefined
  /** Nothing is a body too, whatever it says of itself: undefined. */
  mayBeEmpty?: boolean
}

/** The request's JSON body. Throws body_not_json, body_too_large, body_malformed. */
export async function readJson(
  request: Request,
  limitBytes: number,
  { look, hold, mayBeEmpty = false }: Reading = {},
): Promise<unknown> {
  if (!mayBeEmpty) refuseOtherThanJson(request)
  const bytes = await readBytes(request, limitBytes, { look, hold })
  if (mayBeEmpty) {
    if (bytes.byteLength === 0) return undefined
    refuseOtherThanJson(request)
  }
  await look?.(bytes.byteLength)
  sizes.set(request, bytes.byteLength)
  if (bytes.byteLength > longBytes) await slices()()
  return parseJson(bytes)
}

/** The text of the same, for who reads it piece by piece. */
export async function readJsonText(request: Request, limitBytes: number, hold: Hold): Promise<string> {
  refuseOtherThanJson(request)
  const bytes = await readBytes(request, limitBytes, { hold })
  return asJson(() => utf8.decode(bytes))
}

/** True for text that PostgreSQL and every peer can hold: no NUL, no half of a surrogate pair. */
export function isPlainText(text: string): boolean {
  return !text.includes('\u0000') && (text as string & { isWellFormed(): boolean }).isWellFormed()
}

type Visited = { value: object; key: string; parent: Visited | null }

const mostNamed = 20
const deepestNamed = 8

// From the place up, and only so far: a body of nothing but brackets must not cost its square.
function pathTo(place: Visited | null, key: string): string {
  const keys: string[] = [key]
  for (let at = place; at?.parent && keys.length < deepestNamed; at = at.parent) keys.unshift(at.key)
  return keys.join('.').slice(0, 200)
}

/** Throws field_invalid for a NUL or a lone surrogate anywhere in a JSON value, keys included; names up to 20 places. */
export function refuseIllFormedText(value: unknown): void {
  const bad = new Set<string>()
  // A stack of our own: deep nesting must not exhaust the call stack.
  const rest: Visited[] = []
  const look = (inner: unknown, key: string, parent: Visited | null) => {
    if (bad.size >= mostNamed) return
    if (typeof inner === 'string') {
      if (!isPlainText(inner)) bad.add(pathTo(parent, key))
    } else if (typeof inner === 'object' && inner !== null) rest.push({ value: inner, key, parent })
  }
  look(value, '', null)
  for (let place = rest.pop(); place && bad.size < mostNamed; place = rest.pop()) {
    const { value: outer } = place
    if (Array.isArray(outer)) for (let at = 0; at < outer.length; at += 1) look(outer[at], String(at), place)
    else {
      for (const key of Object.keys(outer)) {
        if (isPlainText(key)) look(Reflect.get(outer, key), key, place)
        else if (bad.size < mostNamed) bad.add(pathTo(place.parent, place.key))
      }
    }
  }
  if (bad.size > 0) {
    const message = 'Text must be Unicode without NUL and without half surrogate pairs'
    throw invalidFields([...bad].map((path) => ({ path, message })))
  }
}
