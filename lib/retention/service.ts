import { deleteEntriesBefore, listKeptMonths } from '@/lib/retention/data'
import { keptMonths, keptSince } from '@/lib/retention/model'

const batch = 500
// Beside live traffic: as long a pause as a batch takes. Some ten thousand entries a second at most.
const pauseMs = 25
// Of one turn: the rest has its own a minute later, and so has every other duty.
const mostBatches = 1_000

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** Deletes what projects no longer keep of their entries, in small batches: how many. */
export async function deleteOldEntries(now: Date): Promise<number> {
  let deleted = 0
  let batches = 0
  for (const { project_id: projectId, months } of await listKeptMonths()) {
    const before = keptSince(now, months ?? keptMonths)
    for (let isMore = true; isMore && batches < mostBatches; batches++) {
      const count = await deleteEntriesBefore(projectId, before, batch)
      deleted += count
      isMore = count === batch
      if (isMore) await pause()
    }
  }
  return deleted
}
