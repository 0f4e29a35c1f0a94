const heldAtMost = 20_000

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallEndedSessions?: Set<string> }
held.baycallEndedSessions ??= new Set()
const ended = held.baycallEndedSessions

/**
 * What is found of a session by its id or token, which we have signed; null once none was found: such a session has ended, and
 * comes back never, however long somebody goes on with it.
 */
export async function unlessEnded<Found>(
  session: string,
  find: (session: string) => Promise<Found | null>,
): Promise<Found | null> {
  const found = ended.has(session) ? null : await find(session)
  if (found === null) {
    ended.delete(session)
    const [eldest] = ended.size >= heldAtMost ? ended : []
    if (eldest !== undefined) ended.delete(eldest)
    ended.add(session)
  }
  return found
}
