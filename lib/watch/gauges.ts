import { Gauge } from 'prom-client'
import { pools } from '@/lib/db'
import { isListening } from '@/lib/feed/listener'
import { metrics } from '@/lib/watch/metrics'

/** Adds what is read at each scrape and counted nowhere: the pools, and the feed's connection. */
export function addGauges(): void {
  const registers = [metrics().registry]
  if (metrics().registry.getSingleMetric('baycall_feed_listening')) return
  new Gauge({
    name: 'baycall_feed_listening',
    help: '1 while the LISTEN connection is up; it is made when the first board comes',
    registers,
    collect() {
      this.set(isListening() ? 1 : 0)
    },
  })
  const sizes = {
    baycall_pool_connections: ['Connections of a pool', 'totalCount'],
    baycall_pool_idle: ['Connections of a pool that nobody uses', 'idleCount'],
    baycall_pool_waiting: ['Statements that wait for a connection of a pool', 'waitingCount'],
  } as const
  for (const [name, [help, count]] of Object.entries(sizes)) {
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [pool, of] of Object.entries(pools())) if (isPool(of)) this.set({ pool }, of[count])
      },
    })
  }
}

type Sizes = { totalCount: number; idleCount: number; waitingCount: number }

function isPool(value: unknown): value is Sizes {
  return typeof Reflect.get(Object(value), 'waitingCount') === 'number'
}
