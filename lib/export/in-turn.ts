import { bulkShare } from '@/lib/db'
import { Refusal } from '@/lib/errors'
import { FairShare } from '@/lib/turns/fair-share'
import { Places } from '@/lib/turns/places'
import { inProjects } from '@/lib/wall'

const comeAgainSeconds = 10

/** The refusal of an export beside those that an account has running. */
const tooManyExports = () =>
  new Refusal(
    'too_many_requests',
    `As many exports of yours are running as there may be. Let one of them finish, or cancel it; then send this again.`,
    { headers: { 'retry-after': String(comeAgainSeconds) } },
  )

const make = () => ({
  // Who takes away many files in a row waits for each; who has two running is told so.
  files: new FairShare({ atOnce: 2, refusal: tooManyExports }),
  // Of one project, whoever of its people asks, and of all: the pool has something left for those who only look.
  ofProject: new FairShare({ atOnce: 1, refusal: tooManyExports }),
  ofAll: new Places({ atOnce: bulkShare(), refusal: tooManyExports }),
})

// Next evaluates a module once per bundle: all of a process wait in the same rows.
const held = globalThis as typeof globalThis & { baycallExports?: ReturnType<typeof make> }

function turns() {
  held.baycallExports ??= make()
  return held.baycallExports
}

/**
 * One statement of an export, once it is its project's turn; it sees that project's rows alone. Who has gone (`signal`) is
 * not read for: throws too_many_requests, which nobody hears.
 */
export function readInTurn<T>(projectId: string, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  const { ofProject, ofAll } = turns()
  return ofProject.run(projectId, { signal }, () => ofAll.run({ signal }, () => inProjects([projectId], read)))
}

/** An account's place among its files: what gives it back, which may be called twice. */
async function takePlace(userId: string, signal: AbortSignal): Promise<() => void> {
  const { files } = turns()
  const waiting = files.take(userId, { mostMs: comeAgainSeconds * 1_000, signal })
  if (waiting) await waiting
  let isOver = false
  return () => {
    if (!isOver) files.giveBack(userId)
    isOver = true
  }
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
  const end = await takePlace(userId, signal)
  try {
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
