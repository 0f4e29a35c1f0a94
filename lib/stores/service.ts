import { findStaffBySession } from '@/lib/auth/data'
import { covers, type Membership, type StaffCaller } from '@/lib/auth/model'
import type { StreamMessage } from '@/lib/http/event-stream'
import { listStoreSummaries } from '@/lib/stores/data'
import type { StoreSummary } from '@/lib/stores/schema'
import { storesMessages } from '@/lib/stores/stores-watch'

/** All stores that a staff account may see, by project and name. */
export async function listStores(caller: StaffCaller): Promise<StoreSummary[]> {
  const stores = await listStoreSummaries(
    caller.memberships.map(({ projectId }) => projectId),
    new Date(),
  )
  return stores.filter(seenBy(caller.memberships))
}

/** Whether somebody with these rights may see a store. */
function seenBy(memberships: Membership[]): (store: StoreSummary) => boolean {
  const rights = new Map(memberships.map((right) => [right.projectId, right]))
  return ({ projectId, destinationId }) => {
    const right = rights.get(projectId)
    return right !== undefined && covers(right, destinationId)
  }
}

// The database names memberships in no order.
const rightsIn = (memberships: Membership[]) => JSON.stringify(memberships.map((right) => JSON.stringify(right)).sort())

// A right that is taken away or changed ends the stream within a heartbeat.
async function* whileAllowed(caller: StaffCaller, signal: AbortSignal): AsyncGenerator<StreamMessage> {
  const { memberships } = caller
  const viewer = { projectIds: memberships.map(({ projectId }) => projectId), sees: seenBy(memberships) }
  for await (const message of storesMessages(viewer, signal)) {
    if (message.event === 'heartbeat') {
      const now = await findStaffBySession(caller.sessionId, new Date())
      if (!now || rightsIn(now.memberships) !== rightsIn(memberships)) return
    }
    yield message
  }
}

/** All stores of an account as they change. It ends with the caller's session, and when their rights change. */
export function streamStores(caller: StaffCaller): (signal: AbortSignal) => AsyncGenerator<StreamMessage> {
  return (signal) => whileAllowed(caller, signal)
}
