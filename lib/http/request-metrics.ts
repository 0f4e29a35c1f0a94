import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

type Metrics = { registry: Registry; requests: Histogram<'route' | 'method' | 'status'> }

// One registry a process, whatever bundle asks.
const held = globalThis as typeof globalThis & { baycallMetrics?: Metrics }

function metrics(): Metrics {
  if (!held.baycallMetrics) {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const requests = new Histogram({
      name: 'baycall_request_seconds',
      help: 'Time to answer a request of the API, in seconds',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    })
    held.baycallMetrics = { registry, requests }
  }
  return held.baycallMetrics
}

/** Counts one answered request. `route` is its summary: never an address, which may hold an order's id. */
export function observeRequest(route: string, method: string, status: number, milliseconds: number): void {
  metrics().requests.observe({ route, method, status: String(status) }, milliseconds / 1000)
}

/** All metrics in Prometheus' text format. */
export function metricsText(): Promise<string> {
  return metrics().registry.metrics()
}
