import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { directUrl } from '@/lib/db'
import { feedChannel, newsOfReader } from '@/lib/feed/wake'
import { log } from '@/lib/log'

type Wake = () => void
type Listener = {
  wakes: Map<string, Set<Wake>>
  /** Of those who read streams, by their ids. */
  readers: Map<string, Set<Wake>>
  client: pg.Client | undefined
  connecting: boolean
  attempts: number
  /** Whether the connection has proved that it hears. */
  hears: boolean
  /** While it does not, everybody looks now and then. */
  looking: NodeJS.Timeout | undefined
  /** The echo that is being waited for: what proves that the connection still hears. */
  echo: { payload: string; deadline: NodeJS.Timeout } | undefined
}

const echoEveryMs = 5_000
const echoWithinMs = 2_000
const lookEveryMs = 1_000
const longestPauseMs = 5_000

const held = globalThis as typeof globalThis & { baycallListener?: Listener }

function listener(): Listener {
  held.baycallListener ??= {
    wakes: new Map(),
    readers: new Map(),
    client: undefined,
    connecting: false,
    attempts: 0,
    hears: false,
    looking: undefined,
    echo: undefined,
  }
  return held.baycallListener
}

const isWanted = () => listener().wakes.size + listener().readers.size > 0

/** Whether news arrive by the database's word; false while streams look by themselves. */
export function isListening(): boolean {
  return listener().hears
}

function wakeAll(): void {
  for (const wakes of listener().wakes.values()) for (const wake of wakes) wake()
}

// Each asks for rights of its own: not thousands at once, when the database has only just come back.
const readersWithinMs = 2_000
const betweenReadersMs = 2

function wakeReaders(): void {
  const each = [...listener().readers.values()].flatMap((wakes) => [...wakes].map((wake) => ({ wakes, wake })))
  const stepMs = Math.min(betweenReadersMs, readersWithinMs / each.length)
  // Whoever has left meanwhile is told nothing: their stream keeps nothing any more.
  for (const [place, { wakes, wake }] of each.entries()) {
    setTimeout(() => wakes.has(wake) && wake(), place * stepMs).unref()
  }
}

function lost(client: pg.Client, reason: string): void {
  const l = listener()
  if (l.client !== client) return
  l.client = undefined
  l.hears = false
  clearTimeout(l.echo?.deadline)
  l.echo = undefined
  client.end().catch(() => undefined)
  log.warn({ reason }, 'feed connection lost')
  lookMeanwhile()
  retry()
}

function lookMeanwhile(): void {
  const l = listener()
  l.looking ??= setInterval(() => {
    if (!l.hears && l.wakes.size > 0) return wakeAll()
    clearInterval(l.looking)
    l.looking = undefined
  }, lookEveryMs).unref()
}

function retry(): void {
  const l = listener()
  if (!isWanted()) return
  l.attempts += 1
  const delayMs = Math.min(longestPauseMs, 100 * 2 ** l.attempts)
  setTimeout(() => void connect(), delayMs).unref()
}

// A connection that was cut without a word, and one whose LISTEN a pooler gave to somebody else, look alive.
function sendEcho(client: pg.Client): void {
  const l = listener()
  if (l.client !== client || l.echo) return
  const payload = `echo ${randomUUID()}`
  const deadline = setTimeout(
    () => lost(client, 'it hears nothing (behind a pooler, set DATABASE_DIRECT_URL)'),
    echoWithinMs,
  )
  deadline.unref()
  l.echo = { payload, deadline }
  client.query('select pg_notify($1, $2)', [feedChannel, payload]).catch((error) => lost(client, String(error)))
}

function hear(client: pg.Client, payload: string): void {
  const l = listener()
  if (payload === l.echo?.payload) {
    clearTimeout(l.echo.deadline)
    l.echo = undefined
    l.hears = true
    l.attempts = 0
    setTimeout(() => sendEcho(client), echoEveryMs).unref()
  }
  for (const wake of l.wakes.get(payload) ?? l.readers.get(payload) ?? []) wake()
}

async function connect(): Promise<void> {
  const l = listener()
  if (l.client || l.connecting || !isWanted()) return
  l.connecting = true
  lookMeanwhile()
  const client = new pg.Client({
    connectionString: directUrl(),
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
    keepAlive: true,
    application_name: 'baycall feed',
  })
  client.on('error', (error) => lost(client, error.message))
  client.on('end', () => lost(client, 'ended'))
  client.on('notification', ({ payload }) => hear(client, payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${feedChannel}`)
    l.client = client
    sendEcho(client)
    // What was said while nobody listened: every stream looks once.
    wakeAll()
    wakeReaders()
  } catch (error) {
    log.warn({ err: error }, 'feed connection not made')
    client.end().catch(() => undefined)
    retry()
  } finally {
    l.connecting = false
  }
}

/**
 * Calls `wake` whenever a store has news, over the process's one LISTEN connection, which comes back by itself. A wake
 * says "look", no more: it may come without news, and while the connection is away it comes every second. The answer
 * ends it.
 */
export function onStoreNews(projectId: string, destinationId: string, wake: Wake): () => void {
  const end = listenFor(listener().wakes, JSON.stringify([projectId, destinationId]), wake)
  void connect()
  return end
}

/**
 * Calls `wake` whenever somebody's rights have changed, a person's or a tablet's, and once when the connection has come: while
 * nobody is listened to, each stream asks at its heartbeats, and would ask for nothing else each second.
 */
export function onReaderNews(id: string, wake: Wake): () => void {
  const end = listenFor(listener().readers, newsOfReader(id), wake)
  void connect()
  return end
}

function listenFor(all: Map<string, Set<Wake>>, name: string, wake: Wake): () => void {
  const wakes = all.get(name) ?? new Set()
  wakes.add(wake)
  all.set(name, wakes)
  return () => {
    wakes.delete(wake)
    if (wakes.size === 0 && all.get(name) === wakes) all.delete(name)
  }
}
