import type { Caller } from '@/lib/auth/model'
import { clientAddressOf } from '@/lib/http/client-address'
import { circleOf } from '@/lib/people/model'

// The front of the server asks for it (scripts/front/unsent.mjs), which is no module of the application.
const reader = Symbol.for('baycall.reader')

function whoseIs(caller: Caller, request: Request): string[] {
  if (caller.kind === 'apiKey') {
    const key = `key ${caller.keyId}`
    return [`${key} ${clientAddressOf(request)}`, key, caller.projectId]
  }
  // Of several projects the first: whoever is in two counts in one of them all the same.
  const [membership] = caller.memberships.toSorted((one, other) => (one.projectId < other.projectId ? -1 : 1))
  const person = `person ${caller.userId}`
  if (!membership) return [person]
  const { kind, store } = circleOf(membership)
  return [person, `${membership.projectId} ${kind} ${store}`, membership.projectId]
}

/**
 * Notes who reads the answer: a person, a tablet, a key at its address, with those who count with them and with their project.
 * Where very much waits, it counts among what they have waiting.
 */
export function noteReader(request: Request, caller: Caller): void {
  Reflect.set(request, reader, whoseIs(caller, request))
}

/** Notes that the answer is kept anyway, once for all of its readers: nothing is held for whoever reads it slowly. */
export function noteKept(request: Request): void {
  Reflect.set(request, reader, null)
}
