import { deleteOverSessions } from '@/lib/credentials/data'
import { packFinishedDays } from '@/lib/insights/service'
import { log } from '@/lib/log'
import { redactClosedOrders } from '@/lib/redaction/service'
import { deleteOldEntries } from '@/lib/retention/service'
import { acrossProjects } from '@/lib/wall'

const everyMs = 60_000
const firstAfterMs = 5_000

const held = globalThis as typeof globalThis & { baycallUpkeep?: { isRunning: boolean } }

/** What is done without being asked for, each for itself: one that fails keeps no other from its turn. */
const duties = {
  redaction: redactClosedOrders,
  packing: packFinishedDays,
  retention: deleteOldEntries,
  sessions: deleteOverSessions,
}

async function keepUp(): Promise<void> {
  const state = held.baycallUpkeep
  if (!state || state.isRunning) return
  state.isRunning = true
  for (const [duty, run] of Object.entries(duties)) {
    await acrossProjects(() => run(new Date())).catch((error) =>
      log.warn({ duty, err: error }, 'upkeep failed, tried again in a minute'),
    )
  }
  state.isRunning = false
}

/** Does what is due once a minute, for as long as the process lives. Of several servers each batch is one's. */
export function startUpkeep(): void {
  if (held.baycallUpkeep) return
  held.baycallUpkeep = { isRunning: false }
  setTimeout(() => void keepUp(), firstAfterMs).unref()
  setInterval(() => void keepUp(), everyMs).unref()
}
