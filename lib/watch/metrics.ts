import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What sent entries came to, record by record. */
type EntryCounts = { accepted?: number; duplicates?: number; rejected?: number; ignored?: number }

function build() {
  const registry = new Registry()
  // A worker's slot: the one that replaces it goes on with the same series, as an ordinary reset of its counters.
  registry.setDefaultLabels({ worker: process.env.BAYCALL_WORKER || '1' })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const counter = (name: string, help: string) => new Counter({ name, help, registers })
  return {
    registry,
    requests: new Histogram({
      name: 'baycall_request_seconds',
      help: 'Time to answer a request of the API, in seconds; of a stream, until it begins',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    boards: new Gauge({ name: 'baycall_boards_connected', help: 'Boards whose event stream is open', registers }),
    feedLag: new Histogram({
      name: 'baycall_feed_lag_seconds',
      help: 'From the moment that an order event is recorded until it is sent to boards, in seconds',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    claimConflicts: counter('baycall_claim_conflicts_total', 'Creates refused because the orderId is taken'),
    replays: counter('baycall_idempotency_replays_total', 'Requests that got the first answer again'),
    databaseAway: counter('baycall_database_away_total', 'Requests that found the database away'),
    databaseErrors: new Counter({
      name: 'baycall_database_errors_total',
      help: 'Statements that failed, by SQLSTATE class; "timeout" and "connection" without an answer',
      labelNames: ['class'],
      registers,
    }),
    rollupsWaiting: new Gauge({
      name: 'baycall_rollups_waiting',
      help: 'Changes of entries that are not added to the roll-ups yet, as of the last minute; a million stands for more',
      registers,
    }),
    redactionAside: new Gauge({
      name: 'baycall_redaction_set_aside',
      help: 'Orders that are due to be redacted and could not be, as of the last minute: they are tried again, each alone',
      registers,
    }),
    entries: new Counter({
      name: 'baycall_entries_total',
      help: 'Entry records that were sent, by what became of them',
      labelNames: ['result'],
      registers,
    }),
  }
}

/** The metrics of this process. */
export type Metrics = ReturnType<typeof build>

// One registry a process, whatever bundle asks. The way to all workers' metrics is put there by the one that serves
// (scripts/server/metrics-exchange.mjs); alone, a process answers for itself.
const held = globalThis as typeof globalThis & {
  baycallMetrics?: Metrics
  baycallAllMetrics?: () => Promise<string | null>
}

export function metrics(): Metrics {
  held.baycallMetrics ??= build()
  return held.baycallMetrics
}

/** All metrics of this server in Prometheus' text format; of this process, if the others can't be asked in time. */
export async function metricsText(): Promise<string> {
  return (await held.baycallAllMetrics?.()) ?? metrics().registry.metrics()
}

/** Counts one answered request. `route` is its summary: never an address, which may hold an order's id. */
export function observeRequest(route: string, method: string, status: number, milliseconds: number): void {
  metrics().requests.observe({ route, method, status: String(status) }, milliseconds / 1000)
}

export function countEntries({ accepted = 0, duplicates = 0, rejected = 0, ignored = 0 }: EntryCounts): void {
  const { entries } = metrics()
  entries.inc({ result: 'accepted' }, accepted)
  entries.inc({ result: 'duplicate' }, duplicates)
  entries.inc({ result: 'rejected' }, rejected)
  entries.inc({ result: 'ignored' }, ignored)
}
