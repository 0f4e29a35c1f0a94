import { findMembership, type StaffCaller } from '@/lib/auth/model'
import { Busy, Refusal } from '@/lib/errors'
import { isSamePart } from '@/lib/people/model'
import { findStaffAgain } from '@/lib/tablets/credential'

// What comes sooner was read as who asked was looked at. Well above what a page takes where nobody waits.
const waitMs = 100
const againAfterSeconds = 1

async function requireSame(caller: StaffCaller, projectIds: string[]): Promise<void> {
  const again = await findStaffAgain(caller, new Date())
  if (!again) throw new Refusal('credential_invalid', 'Your session has ended while this was read: sign in again.')
  const isSame = (projectId: string) => {
    const [was, is] = [caller, again].map((one) => findMembership(one, projectId))
    return was && is ? isSamePart(was, is) : was === is
  }
  if (projectIds.every(isSame)) return
  throw new Busy('What you may see has been changed while this was read. Ask for it again.', againAfterSeconds)
}

/**
 * What somebody reads in some of their projects, if they are what they were once it has been read: where it waited for its
 * turn, or took its time, that is asked again, and nothing of behind the end of a session or a right is told. Throws
 * credential_invalid, and unavailable (Busy) for who is something else by now.
 */
export async function readAsSame<T>(caller: StaffCaller, projectIds: string[], read: () => Promise<T>): Promise<T> {
  const since = performance.now()
  const found = await read()
  if (performance.now() - since >= waitMs) await requireSame(caller, projectIds)
  return found
}
