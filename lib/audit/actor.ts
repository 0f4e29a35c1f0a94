import type { AuditActor } from '@/lib/audit/model'
import type { Caller } from '@/lib/auth/model'
import { clientAddressOf } from '@/lib/http/client-address'

/** Who asks, as the record names them. */
export function actorOf(caller: Caller, request: Request): AuditActor {
  const address = clientAddressOf(request)
  if (caller.kind === 'apiKey') return { kind: 'apiKey', id: caller.keyId, name: null, address }
  return { kind: caller.tablet ? 'tablet' : 'staff', id: caller.userId, name: caller.name, address }
}

/** Somebody with access to the server itself. */
export const atConsole: AuditActor = { kind: 'console', id: null, name: null, address: null }
