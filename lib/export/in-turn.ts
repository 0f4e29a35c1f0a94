import { pools } from '@/lib/db'
import { Lines, tooManyExports } from '@/lib/export/lines'

const make = () => ({
  // Who takes away many files in a row waits for each; who has two running is told so.
  files: new Lines({ atOnce: 2, waitMs: 10_000 }),
  // Of one project, whoever of its people asks, and of all: the pool has something left for those who only look.
  ofProject: new Lines({ atOnce: 1 }),
  ofAll: new Lines({ atOnce: Math.max(1, (pools().bulk.options.max ?? 1) - 1) }),
})

// Next evaluates a module once per bundle: all of a process wait in the same lines.
const held = globalThis as typeof globalThis & { baycallExports?: ReturnType<typeof make> }

function lines() {
  held.baycallExports ??= make()
  return held.baycallExports
}

/** One statement of an export, once it is its project's turn. */
export function readInTurn<T>(projectId: string, read: () => Promise<T>): Promise<T> {
  const { ofProject, ofAll } = lines()
  return ofProject.run(projectId, () => ofAll.run('', read))
}

async function* endingWith(parts: AsyncGenerator<string>, end: () => void): AsyncGenerator<string> {
  try {
    yield ''
    yield* parts
  } finally {
    end()
  }
}

/**
 * Begins an account's file once fewer than two of theirs are running in this process. It runs until it is read, until it
 * breaks off, or until who reads it has gone: `signal`. Throws too_many_requests to who has waited for ten seconds.
 */
export async function beginInTurn<File extends { chunks: AsyncGenerator<string> }>(
  userId: string,
  signal: AbortSignal,
  begin: () => Promise<File>,
): Promise<File> {
  const end = await lines().files.take(userId)
  try {
    // Who has gone while they waited gets no answer, whatever it is.
    if (signal.aborted) throw tooManyExports()
    const file = await begin()
    const chunks = endingWith(file.chunks, end)
    // Begun: from here on whoever ends it, read or not, comes by its `finally`.
    await chunks.next()
    // Of somebody who has gone meanwhile it may never be asked for.
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    return { ...file, chunks }
  } catch (error) {
    end()
    throw error
  }
}
