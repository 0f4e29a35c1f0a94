import type { StaffCaller } from '@/lib/auth/model'
import { ProjectTurns } from '@/lib/auth/turns'
import { pools } from '@/lib/db'
import { Patience } from '@/lib/patience'

const make = () => ({
  // As many as of lists by keys: a page may be two megabytes.
  pages: new ProjectTurns({ atOnce: 2, mostWaiting: 64, what: 'pages are asked for' }),
  // Apart from lists: staff work by these. As many wait as get their turn before they are out of patience, for all of a
  // chain's stores come back at once.
  boards: new ProjectTurns({ atOnce: 2, mostWaiting: 500, what: 'boards are asked for' }),
  // Whoever's people count much leave a connection to those of others.
  sums: new ProjectTurns({
    atOnce: Math.max(1, (pools().bulk.options.max ?? 2) - 1),
    mostWaiting: 64,
    what: 'counts and charts are asked for',
  }),
})

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallReading?: ReturnType<typeof make> }

function turns() {
  held.baycallReading ??= make()
  return held.baycallReading
}

// Much longer than what a page of charts asks for takes, and short of what it waits for an answer.
const longestWaitMs = 5_000

/** Reads a page of a project for somebody, once it is their turn. Throws unavailable where too many of the project wait. */
export function pageInTurn<T>({ userId }: StaffCaller, projectId: string, read: () => Promise<T>): Promise<T> {
  return Patience.with((leftMs) => turns().pages.run({ projectId, keyId: userId }, leftMs, read))
}

/** The same for a store's board. */
export function boardInTurn<T>({ userId }: StaffCaller, projectId: string, read: () => Promise<T>): Promise<T> {
  return Patience.with((leftMs) => turns().boards.run({ projectId, keyId: userId }, leftMs, read))
}

/** The same for what takes its time: a count, a sum, what a chart shows. */
export function sumInTurn<T>({ userId }: StaffCaller, projectId: string, read: () => Promise<T>): Promise<T> {
  return turns().sums.run({ projectId, keyId: userId }, longestWaitMs, read)
}
