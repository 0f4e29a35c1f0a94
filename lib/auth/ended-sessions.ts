import { createHash } from 'node:crypto'
import { noteSomebodys, projectOfSomebody } from '@/lib/limits/somebody'
import { lookUpAgain } from '@/lib/wall'

const heldAtMost = 20_000
// One that has ended comes back never, but for a clock that is put right, or a database that is put back.
const believedMs = 60_000

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallEndedSessions?: Map<string, number> }
held.baycallEndedSessions ??= new Map()
const endedUntil = held.baycallEndedSessions

/**
 * What is found of a session by its id or token, which we have signed; null for a minute once none was found: whoever goes on with
 * one that has ended costs no statement, and who was signed in when last asked waits for it with those who are known of the same
 * project (`projectOf` what was found).
 */
export async function unlessEnded<Found>(
  session: string,
  find: (session: string) => Promise<Found | null>,
  projectOf: (found: Found) => string,
): Promise<Found | null> {
  if ((endedUntil.get(session) ?? Number.NEGATIVE_INFINITY) > performance.now()) return null
  const name = `session ${createHash('sha256').update(session).digest('base64url')}`
  const projectId = projectOfSomebody(name)
  const found = await (projectId === undefined ? find(session) : lookUpAgain(projectId, () => find(session)))
  noteSomebodys(name, found === null ? null : projectOf(found))
  endedUntil.delete(session)
  if (found !== null) return found
  const [eldest] = endedUntil.size >= heldAtMost ? endedUntil.keys() : []
  if (eldest !== undefined) endedUntil.delete(eldest)
  endedUntil.set(session, performance.now() + believedMs)
  return null
}
