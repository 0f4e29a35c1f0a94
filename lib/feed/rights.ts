import type { StaffCaller } from '@/lib/auth/model'
import { databaseIsAway } from '@/lib/failed-statement'
import { onReaderNews } from '@/lib/feed/listener'
import type { StreamMessage } from '@/lib/http/event-stream'

/** For a stream alone, and never sent: look again whether its reader may still read. */
export const lookAgain: StreamMessage = { event: 'lookAgain', data: '{}' }

/**
 * Has somebody's stream look again as soon as their sessions, their role or their stores are others, and at the end of the
 * access token that they came with: theirs alone.
 */
export function watchRights(
  { tablet, userId, until }: StaffCaller,
  push: (message: StreamMessage) => void,
): () => void {
  const look = () => push(lookAgain)
  const stopListening = onReaderNews(tablet?.tabletId ?? userId, look)
  const atEnd = until && setTimeout(look, until.getTime() - Date.now() + 1)
  return () => {
    clearTimeout(atEnd)
    stopListening()
  }
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
