import { log } from '@/lib/log'
import { deleteEntriesBefore, listKeptMonths } from '@/lib/retention/data'
import { keptMonths, keptSince } from '@/lib/retention/model'
import { Rounds } from '@/lib/retention/turns'

const batch = 500
// Beside live traffic: as long a pause as a batch takes. Some ten thousand entries a second at most.
const pauseMs = 25
// Of one turn: the rest has its own a minute later, and so has every other duty.
const mostBatches = 1_000

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

const rounds = new Rounds()

/** Deletes what projects no longer keep of their entries, in small batches, each project in its turn: how many. */
export async function deleteOldEntries(now: Date): Promise<number> {
  const kept = new Map((await listKeptMonths()).map(({ project_id: id, months }) => [id, months ?? keptMonths]))
  return rounds.go([...kept.keys()], mostBatches, async (projectId) => {
    const before = keptSince(now, kept.get(projectId) ?? keptMonths)
    const done = await deleteEntriesBefore(projectId, before, batch).catch((error) => {
      log.warn({ projectId, err: error }, "a project's old entries could not be deleted")
      throw error
    })
    const isMore = done === batch
    if (isMore) await pause()
    return { done, isMore }
  })
}
