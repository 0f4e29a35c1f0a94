import pg from 'pg'
import { env } from '@/lib/env'
import { feedChannel } from '@/lib/feed/wake'
import { log } from '@/lib/log'

type Wake = () => void
type Listener = { wakes: Map<string, Set<Wake>>; client: pg.Client | undefined; connecting: boolean; attempts: number }

const held = globalThis as typeof globalThis & { baycallListener?: Listener }

function listener(): Listener {
  held.baycallListener ??= { wakes: new Map(), client: undefined, connecting: false, attempts: 0 }
  return held.baycallListener
}

function wakeAll(): void {
  for (const wakes of listener().wakes.values()) for (const wake of wakes) wake()
}

function lost(client: pg.Client, reason: string): void {
  const l = listener()
  if (l.client !== client) return
  l.client = undefined
  client.end().catch(() => undefined)
  log.warn({ reason }, 'feed connection lost')
  retry()
}

function retry(): void {
  const l = listener()
  if (l.wakes.size === 0) return
  l.attempts += 1
  const delayMs = Math.min(5_000, 100 * 2 ** l.attempts)
  setTimeout(() => void connect(), delayMs).unref()
}

async function connect(): Promise<void> {
  const l = listener()
  if (l.client || l.connecting || l.wakes.size === 0) return
  l.connecting = true
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    application_name: 'baycall feed',
  })
  client.on('error', (error) => lost(client, error.message))
  client.on('end', () => lost(client, 'ended'))
  client.on('notification', ({ payload }) => {
    for (const wake of l.wakes.get(payload ?? '') ?? []) wake()
  })
  try {
    await client.connect()
    await client.query(`listen ${feedChannel}`)
    l.client = client
    l.attempts = 0
    // What was said while nobody listened: every stream looks once.
    wakeAll()
  } catch (error) {
    log.warn({ err: String(error) }, 'feed connection not made')
    client.end().catch(() => undefined)
    retry()
  } finally {
    l.connecting = false
  }
}

/**
 * Calls `wake` whenever a store has news, over the process's one LISTEN connection, which comes back by itself. A wake
 * says "look", no more: it may come without news, and after a reconnect it always comes. The answer ends it.
 */
export function onStoreNews(projectId: string, destinationId: string, wake: Wake): () => void {
  const l = listener()
  const name = JSON.stringify([projectId, destinationId])
  const wakes = l.wakes.get(name) ?? new Set()
  wakes.add(wake)
  l.wakes.set(name, wakes)
  void connect()
  return () => {
    wakes.delete(wake)
    if (wakes.size === 0 && l.wakes.get(name) === wakes) l.wakes.delete(name)
  }
}
