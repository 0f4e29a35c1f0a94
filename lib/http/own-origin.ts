import { env } from '@/lib/env'

/**
 * Where people reach this server: as it is set (BAYCALL_URL), else as the request came. The latter is the caller's word:
 * good enough for a link that is shown to that caller, and not for one that is mailed because a stranger asked for it.
 */
export function ownOriginOf(request: Request): string {
  const { BAYCALL_URL } = env()
  if (BAYCALL_URL) return new URL(BAYCALL_URL).origin
  const origin = request.headers.get('origin')
  if (origin && URL.canParse(origin)) return new URL(origin).origin
  const asked = `http://${request.headers.get('host') ?? ''}`
  return URL.canParse(asked) ? new URL(asked).origin : 'http://localhost:3000'
}

/** True where links need not rely on what a request says. */
export function isOriginSet(): boolean {
  return env().BAYCALL_URL !== undefined
}
