import { covers, findMembership, has, type Right, type Scope, type StaffCaller } from '@/lib/auth/model'
import { Refusal } from '@/lib/errors'
import { findStaffAgain } from '@/lib/tablets/credential'

/** What a file takes: a right in a project, in these stores of it or in all. */
type Needed = Scope & { right: Right }

function reaches(caller: StaffCaller | null, { right, projectId, destinationIds }: Needed): boolean {
  const membership = caller && findMembership(caller, projectId)
  if (!membership || !has(membership, right)) return false
  if (destinationIds === null) return membership.destinationIds === null
  return destinationIds.every((destinationId) => covers(membership, destinationId))
}

/** Who the caller is by now is asked. Throws right_missing once their session has ended or their right reaches no further. */
export async function requireStillAllowed(caller: StaffCaller, needed: Needed): Promise<void> {
  if (reaches(await findStaffAgain(caller, new Date()), needed)) return
  throw new Refusal('right_missing', 'What this takes was taken from your account, or its session has ended.')
}

/**
 * The parts of a file for as long as their reader may have them: asked before each. Throws in the middle as
 * requireStillAllowed does: the file must not look complete.
 */
export async function* whileAllowed(
  caller: StaffCaller,
  needed: Needed,
  parts: AsyncGenerator<string>,
): AsyncGenerator<string> {
  for await (const part of parts) {
    await requireStillAllowed(caller, needed)
    yield part
  }
}
