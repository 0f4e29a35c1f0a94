import { findMembership, type StaffCaller } from '@/lib/auth/model'
import { Busy, Refusal } from '@/lib/errors'
import { orRefusePage } from '@/lib/http/page-answer'
import { Patience } from '@/lib/patience'
import { isSamePart } from '@/lib/people/model'
import { findStaffAgain } from '@/lib/tablets/credential'
import { lookUpAgain } from '@/lib/wall'

/**
 * What comes sooner, in milliseconds, was read as who asked was looked at. Well above what a page takes where nobody waits.
 */
export const waitMs = 100
const againAfterSeconds = 1
// Who has what they asked for at the end of their patience has none left for this.
const lookMs = 500

/** Throws credential_invalid for who is nobody any more, and unavailable (Busy) for who is something else in one of these projects. */
export async function requireSame(caller: StaffCaller, projectIds: string[]): Promise<void> {
  const [first = ''] = projectIds
  const look = () => lookUpAgain(first, () => findStaffAgain(caller, new Date()))
  const again = await Patience.beside(lookMs, look)
  if (!again) throw new Refusal('credential_invalid', 'Your session has ended meanwhile: sign in again.')
  const isSame = (projectId: string) => {
    const [was, is] = [caller, again].map((one) => findMembership(one, projectId))
    return was && is ? isSamePart(was, is) : was === is
  }
  if (projectIds.every(isSame)) return
  throw new Busy('What you may see and do has been changed meanwhile. Ask again.', againAfterSeconds)
}

/**
 * What somebody reads in some of their projects, if they are what they were once it has been read: where it waited for its
 * turn, or took its time, that is asked again, and nothing of behind the end of a session or a right is told. Throws as
 * requireSame; a page that fails by it, or by a refusal of the reading, is answered with that.
 */
export function readAsSame<T>(caller: StaffCaller, projectIds: string[], read: () => Promise<T>): Promise<T> {
  return orRefusePage(async () => {
    const since = performance.now()
    const found = await read()
    if (performance.now() - since >= waitMs) await requireSame(caller, projectIds)
    return found
  })
}
