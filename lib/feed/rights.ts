import { onStoreNews } from '@/lib/feed/listener'
import { wholeProject } from '@/lib/feed/wake'
import type { StreamMessage } from '@/lib/http/event-stream'

/** For a stream alone, and never sent: look again whether its reader may still read. */
export const lookAgain: StreamMessage = { event: 'lookAgain', data: '{}' }

/** Has a stream of boards look again as soon as something changes for its project, such as what somebody may see of it. */
export function watchRights(projectId: string, push: (message: StreamMessage) => void): () => void {
  return onStoreNews(projectId, wholeProject, () => push(lookAgain))
}
