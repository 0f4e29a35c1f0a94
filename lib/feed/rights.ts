import { databaseIsAway } from '@/lib/failed-statement'
import { onStoreNews } from '@/lib/feed/listener'
import { wholeProject } from '@/lib/feed/wake'
import type { StreamMessage } from '@/lib/http/event-stream'

/** For a stream alone, and never sent: look again whether its reader may still read. */
export const lookAgain: StreamMessage = { event: 'lookAgain', data: '{}' }

/** Has a stream of boards look again as soon as something changes for its project, such as what somebody may see of it. */
export function watchRights(projectId: string, push: (message: StreamMessage) => void): () => void {
  return onStoreNews(projectId, wholeProject, () => push(lookAgain))
}

/**
 * What a look at somebody's rights finds, for a message of their stream. Undefined where only lookAgain asked for it and the
 * database is away: while nobody hears of changes that comes each second, and the next heartbeat asks again.
 */
export async function lookFor<Found>(message: StreamMessage, look: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await look()
  } catch (error) {
    if (message === lookAgain && databaseIsAway(error)) return undefined
    throw error
  }
}
