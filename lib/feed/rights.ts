import type { StaffCaller } from '@/lib/auth/model'
import { databaseIsAway } from '@/lib/failed-statement'
import { onReaderNews } from '@/lib/feed/listener'
import type { StreamMessage } from '@/lib/http/event-stream'

/** For a stream alone, and never sent: look again whether its reader may still read. */
export const lookAgain: StreamMessage = { event: 'lookAgain', data: '{}' }

/** Has somebody's stream look again as soon as their sessions, their role or their stores are others: theirs alone. */
export function watchRights({ tablet, userId }: StaffCaller, push: (message: StreamMessage) => void): () => void {
  return onReaderNews(tablet?.tabletId ?? userId, () => push(lookAgain))
}

/**
 * What a look at somebody's rights finds, for a message of their stream. Undefined where only lookAgain asked for it and the
 * database is away or has too much to do: the next heartbeat asks again.
 */
export async function lookFor<Found>(message: StreamMessage, look: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await look()
  } catch (error) {
    if (message === lookAgain && databaseIsAway(error)) return undefined
    throw error
  }
}
