import type { Caller } from '@/lib/auth/model'
import { clientAddressOf } from '@/lib/http/client-address'

// The front of the server asks for it (scripts/front/unsent.mjs), which is no module of the application.
const reader = Symbol.for('baycall.reader')

const nameOf = (caller: Caller, request: Request) =>
  caller.kind === 'staff' ? `person ${caller.userId}` : `key ${caller.keyId} ${clientAddressOf(request)}`

/** Notes who reads the answer: a person, a tablet, a key at its address. Where very much waits, it counts among what they have waiting. */
export function noteReader(request: Request, caller: Caller): void {
  Reflect.set(request, reader, nameOf(caller, request))
}

/** Notes that the answer is kept anyway, once for all of its readers: nothing is held for whoever reads it slowly. */
export function noteKept(request: Request): void {
  Reflect.set(request, reader, null)
}
