import { inject } from 'vitest'
import { startTestServer, type TestServer } from '@/scripts/testing/test-server.mjs'

/** A server of the caller's own, for what the shared one must not suffer: stop it when done. */
export function startServer(what: { databaseUrl: string; env?: Record<string, string> }): Promise<TestServer> {
  return startTestServer({ secret: inject('secret'), ...what })
}
