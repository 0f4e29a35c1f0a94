import type { StaffCaller } from '@/lib/auth/model'
import { onStoreNews } from '@/lib/feed/listener'
import { wholeProject } from '@/lib/feed/wake'
import type { StreamMessage } from '@/lib/http/event-stream'

/** For a stream alone, and never sent: look again whether its reader may still read. */
export const lookAgain: StreamMessage = { event: 'lookAgain', data: '{}' }

/** Has a tablet's stream look again as soon as something changes for its project, such as that it was revoked. */
export function watchTablet({ tablet, memberships }: StaffCaller, push: (message: StreamMessage) => void): () => void {
  const projectId = memberships[0]?.projectId
  return tablet && projectId ? onStoreNews(projectId, wholeProject, () => push(lookAgain)) : () => {}
}
