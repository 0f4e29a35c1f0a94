import type { ApiKeyCaller, StaffCaller } from '@/lib/auth/model'
import { readAsSame } from '@/lib/auth/still-same'
import { bulkShare } from '@/lib/db'
import { isAnswering, OutOfPatience } from '@/lib/out-of-patience'
import { Patience } from '@/lib/patience'
import { Parts } from '@/lib/turns/parts'
import { type CostOf, everybodyOf, PeopleTurns, type Person, personIn } from '@/lib/turns/people-turns'
import { ProjectTurns } from '@/lib/turns/turns'
import { inProjects } from '@/lib/wall'

// None waits for long: where somebody asks for what is large by accounts of hundreds of stores, of what is small, and of what is
// large, whoever has asked little comes before all that wait.
const bySize = { halfMs: 10_000, mostHadMs: 60_000, makesUpFor: 20, unknownMs: 40 }

const make = () => ({
  // A page may be two megabytes: those who list leave connections to those who arrive.
  lists: new ProjectTurns({ atOnce: 2, mostWaiting: 64, what: 'lists of orders are asked for' }),
  pages: new PeopleTurns({ atOnce: 2, mostWaiting: 64, what: 'pages are asked for' }),
  // What is read of all stores of a project, which may be thousands.
  wides: new PeopleTurns({ atOnce: 1, mostWaiting: 64, what: 'pages are asked for', credit: bySize }),
  // Apart from lists: staff work by these. As many wait as get their turn before they are out of patience, for all of a
  // chain's stores come back at once. Whoever asks, a board is its store's: somebody may have accounts in very many.
  boards: new PeopleTurns({
    atOnce: 2,
    mostWaiting: 500,
    what: 'boards are asked for',
    credit: bySize,
  }),
  // To find what of a board is to be hidden takes the process's time alone: one behind the other some are there in time, where all
  // together would be there too late.
  hidden: new PeopleTurns({ atOnce: 1, mostWaiting: 500, what: 'boards are asked for', credit: bySize }),
  // Whoever's people count much leave one of its connections to what it sends and takes away.
  sums: new PeopleTurns({
    atOnce: Math.max(1, bulkShare() - 1),
    mostWaiting: 64,
    what: 'counts and charts are asked for',
  }),
  // What is made of many counts, and held until it is made: whose reports wait for their own counts keep none from others.
  reports: new PeopleTurns({ atOnce: 2, ofCircle: 1, mostWaiting: 64, what: 'reports are asked for' }),
})

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallReading?: ReturnType<typeof make> }

function turns() {
  held.baycallReading ??= make()
  return held.baycallReading
}

const longestMissedWaitMs = 5_000
// As long as a statement may take: whoever else counts has one of theirs in front. Its page waits longer (countTimeoutMs).
const longestSumWaitMs = 10_000
// All of a report's waiting together, and nothing of what it reads.
const longestReportWaitMs = 20_000

/**
 * Reads a list of orders for a key, once it is its turn. Whoever hangs up before is not read for, here and below. Throws
 * unavailable where too many of the project wait.
 */
export function listInTurn<T>(caller: ApiKeyCaller, read: () => Promise<T>): Promise<T> {
  const signal = Patience.signal()
  return Patience.with((mostMs) => turns().lists.run(caller, { mostMs, signal }, read))
}

function readPage<T>(rows: PeopleTurns, person: Person, read: () => Promise<T>, costOf?: CostOf<T>): Promise<T> {
  const signal = Patience.signal()
  return Patience.with((mostMs) => rows.run(person, { mostMs, signal }, read, costOf))
}

/**
 * The same for a page of a project that somebody reads, and may see still once it has been read (readAsSame). It sees this
 * project's rows alone.
 */
export function pageInTurn<T>(caller: StaffCaller, projectId: string, read: () => Promise<T>): Promise<T> {
  return readAsSame(caller, [projectId], () =>
    readPage(turns().pages, personIn(caller, projectId), () => inProjects([projectId], read)),
  )
}

/**
 * The same for a page of several projects, or of none (the account's own), in a turn of one of them: it sees the rows of all of
 * the caller's.
 */
export function wideInTurn<T>(
  caller: StaffCaller,
  { turnOf, projectIds }: { turnOf: string; projectIds: string[] },
  read: () => Promise<T>,
  costOf?: CostOf<T>,
): Promise<T> {
  return readAsSame(caller, projectIds, () => readPage(turns().wides, personIn(caller, turnOf), read, costOf))
}

/** A change that is answered as a page is: it is done although whoever sent it has hung up. */
export function changeInTurn<T>(caller: StaffCaller, projectId: string, change: () => Promise<T>): Promise<T> {
  const work = () => inProjects([projectId], change)
  return Patience.with((mostMs) => turns().pages.run(personIn(caller, projectId), { mostMs }, work))
}

type BoardOf = { projectId: string; destinationId: string }

const readerOf = ({ projectId, destinationId }: BoardOf, userId: string): Person => ({
  projectId,
  userId,
  kind: 'store',
  circle: `store ${destinationId}`,
})

/** A store's board, which some may read together: each of them looks by itself whether they may see it still. */
export function boardInTurn<T>(
  { userId }: StaffCaller,
  board: BoardOf,
  read: () => Promise<T>,
  costOf?: CostOf<T>,
): Promise<T> {
  return readPage(turns().boards, readerOf(board, userId), read, costOf)
}

/** A board that takes long to hide what is to be hidden of it, whoever asks; for `mostMs` at most it waits. */
export function hideInTurn<T>(board: BoardOf, mostMs: number, hide: () => Promise<T>, costOf: CostOf<T>): Promise<T> {
  return turns().hidden.run(readerOf(board, 'hidden'), { mostMs, signal: undefined }, hide, costOf)
}

/** What is thrown to who has waited long enough for a board with others: where the database answers, they have met a crowd. */
export const lateForBoard = () => (isAnswering() ? turns().boards.late() : new OutOfPatience())

/** What the boards of a store have missed, in the turn of their project's boards. It sees this project's rows alone. */
export function missedInTurn<T>(board: BoardOf, read: () => Promise<T>): Promise<T> {
  const wait = { mostMs: longestMissedWaitMs }
  return turns().boards.run(readerOf(board, 'missed'), wait, () => inProjects([board.projectId], read))
}

function sumOf<T>(person: Person, read: () => Promise<T>): Promise<T> {
  const wait = { mostMs: longestSumWaitMs, signal: Patience.signal() }
  return turns().sums.run(person, wait, () => inProjects([person.projectId], read))
}

/** A turn at what takes its time, for what several of a project read together. It sees this project's rows alone. */
export function sharedSumInTurn<T>(projectId: string, read: () => Promise<T>): Promise<T> {
  return sumOf(everybodyOf(projectId), read)
}

/** As pageInTurn, for what takes its time: a count, a sum, what a chart shows. */
export function sumInTurn<T>(caller: StaffCaller, projectId: string, read: () => Promise<T>): Promise<T> {
  return readAsSame(caller, [projectId], () => sumOf(personIn(caller, projectId), read))
}

/** Reads a part of a report, behind those that were asked for before. */
export type PartInTurn = <T>(read: () => Promise<T>) => Promise<T>

/**
 * The same for a report, of many parts, which share turns at what takes its time (lib/turns/parts.ts). Parts see this project's
 * rows alone. `gone`: that nobody waits for it any more.
 */
export function reportInTurn<T>(
  caller: StaffCaller,
  projectId: string,
  make: (inTurn: PartInTurn) => Promise<T>,
  gone = Patience.signal(),
): Promise<T> {
  const person = personIn(caller, projectId)
  const { reports, sums } = turns()
  let leftMs = longestReportWaitMs
  const waitFrom = (since: number) => () => ({
    mostMs: Math.max(0, leftMs - (performance.now() - since)),
    signal: gone,
  })
  const waited = (since: number) => {
    leftMs -= performance.now() - since
  }
  const take = async () => {
    const since = performance.now()
    await sums.take(person, waitFrom(since))
    waited(since)
  }
  const place = { take, giveBack: (heldMs: number) => sums.giveBack(person, heldMs) }
  const parts = () => Parts.of(place, (inTurn) => make((read) => inTurn(() => inProjects([projectId], read))))
  const asked = performance.now()
  return readAsSame(caller, [projectId], () =>
    reports.run(person, waitFrom(asked)(), () => {
      waited(asked)
      return parts()
    }),
  )
}
