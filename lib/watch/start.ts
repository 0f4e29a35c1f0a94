import { env } from '@/lib/env'
import { startEscalating } from '@/lib/escalations/project-watch'
import { startFolding } from '@/lib/rollups/folding'
import { startUpkeep } from '@/lib/upkeep/service'
import { tellOfWall } from '@/lib/walled-client'
import { addGauges } from '@/lib/watch/gauges'
import { nameRoute, type WatchedRoute } from '@/lib/watch/request'
import { startTracing } from '@/lib/watch/tracing'

type Mounted = { pattern: string; handlers: Record<string, unknown> }

/** Begins to watch a process that serves these addresses, before its first request; it then looks at whoever rings. */
export async function startWatching(routes: Mounted[]): Promise<void> {
  for (const { pattern, handlers } of routes) {
    const address = pattern.replace(/:(\w+)/g, '{$1}')
    for (const handler of Object.values(handlers)) {
      const declaration = Reflect.get(Object(handler), 'declaration')
      if (declaration) nameRoute(declaration as WatchedRoute, address)
    }
  }
  // A wrong setting keeps a process from serving at all.
  env()
  addGauges()
  tellOfWall()
  await startTracing()
  startEscalating()
  startUpkeep()
  startFolding()
}
