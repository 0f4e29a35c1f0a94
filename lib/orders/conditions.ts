import { createHash } from 'node:crypto'
import type { ApiKeyCaller } from '@/lib/auth/model'
import type { Idempotency } from '@/lib/orders/data'

// Keys in one order, so that a retry whose JSON was built anew is the same request.
function canonical(value: unknown): unknown {
  if (value instanceof Date || typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, canonical(inner)])
}

/**
 * What an idempotency key stands for: the request as it was parsed, whatever the order of its fields. Keys of a
 * project's servers are one space (not one for each API key: a retry that falls into a key's rotation is still the same
 * retry), narrowed ones apart. Phones share a publishable key and know nothing of each other: a space for each `order`,
 * by what tells it from others of its orderId (its store when it is made, then its userToken).
 */
export function idempotencyOf(
  caller: ApiKeyCaller,
  key: string | undefined,
  order: [orderId: string, of: string | null],
  request: unknown,
): Idempotency {
  if (key === undefined) return undefined
  const digest = createHash('sha256')
    .update(JSON.stringify(canonical(request)))
    .digest()
  const space = caller.keyKind === 'publishable' ? order : (caller.destinationIds?.toSorted() ?? '')
  const scope = createHash('sha256').update(JSON.stringify(space)).digest('base64url')
  return { scope: `${caller.keyKind}:${scope}`, key, digest }
}

// Versions 4 and 7 are made at random: the others of a name, a time and a machine.
const randomUuid = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f])/g
const withoutHyphens = (text: string) => text.replaceAll('-', '')

/**
 * Whether nobody but its sender can think of an idempotency key, whatever they know of the request: it holds a random UUID
 * (version 4 or 7, as RFC 9562 writes it) that the request does not tell. `customEventMetaData` is shown to nobody.
 */
export function isUnguessable(key: string, { customEventMetaData: _, ...told }: { customEventMetaData?: unknown }) {
  const uuids = key.toLowerCase().match(randomUuid) ?? []
  if (uuids.length === 0) return false
  const text = withoutHyphens(JSON.stringify(told).toLowerCase())
  return uuids.some((uuid) => !text.includes(withoutHyphens(uuid)))
}

/** The versions that If-Match names; null for none given or `*`. A weak tag matches none (RFC 9110, 13.1.1). */
export function versionsOf(ifMatch: string | undefined): string[] | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null
  return [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)].filter(([, weak]) => !weak).map(([, , tag]) => tag ?? '')
}
