import { bulkShare } from '@/lib/db'
import { Refusal } from '@/lib/errors'
import { FairShare } from '@/lib/turns/fair-share'
import type { Person } from '@/lib/turns/people-turns'
import { Places } from '@/lib/turns/places'
import { inProjects } from '@/lib/wall'

const comeAgainSeconds = 10

/** The refusal of an export beside those that are running. */
const tooManyOf = (whose: string) => () =>
  new Refusal(
    'too_many_requests',
    `As many exports ${whose} are running as there may be. Let one of them finish, or cancel it; then send this again.`,
    { headers: { 'retry-after': String(comeAgainSeconds) } },
  )
const tooManyExports = tooManyOf('of yours')

const make = () => ({
  open: new Set<OpenFile>(),
  // Who takes away many files in a row waits for each; who has two running is told so.
  files: new FairShare({ atOnce: 2, refusal: tooManyExports }),
  // Each holds some 6 MB for as long as its reader takes, whoever reads.
  // Whoever may invite others takes away by as many accounts as they like: whoever is more than they are has some left.
  filesOfKind: new FairShare({ atOnce: 7, refusal: tooManyOf('of your project') }),
  filesOfStore: new FairShare({ atOnce: 3, refusal: tooManyOf('of your store') }),
  filesOfProject: new FairShare({ atOnce: 16, refusal: tooManyOf('of your project') }),
  filesOfAll: new Places({ atOnce: 64, refusal: tooManyOf('here') }),
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

// Whoever takes less than this of a file keeps a place from others for as long as they like; a line of a megabit takes as much.
const slowestPerSecond = 128_000
// So much may be taken ahead, or be owed: a part is long, and a line is not always free.
const mostAhead = 640_000
const lookEveryMs = 1_000

/** A file underway. `ahead`: the characters that its reader may take more slowly still; while its parts are made no time passes. */
class OpenFile {
  private readonly ending = new AbortController()
  private ahead = mostAhead
  private waitsSince = Number.POSITIVE_INFINITY

  constructor(readonly whose: Person) {}

  get ended(): AbortSignal {
    return this.ending.signal
  }

  async *read(parts: AsyncGenerator<string>): AsyncGenerator<string> {
    for await (const part of parts) {
      this.ahead += part.length
      this.waitsSince = performance.now()
      yield part
      this.ahead = Math.min(mostAhead, this.aheadNow)
      this.waitsSince = Number.POSITIVE_INFINITY
    }
  }

  /** Negative for a reader who is too slow. */
  get aheadNow(): number {
    return this.ahead - (Math.max(0, performance.now() - this.waitsSince) / 1_000) * slowestPerSecond
  }

  end(): void {
    this.ending.abort(new Refusal('too_many_requests', 'Others wait for a place, and this file was read too slowly.'))
  }
}

/** Waits for a place, and has whoever reads most slowly of `ofThese`, if anybody reads slowly, break off meanwhile. */
async function waitAmong(waiting: Promise<void> | undefined, ofThese: (file: OpenFile) => boolean): Promise<void> {
  if (!waiting) return
  const look = setInterval(() => {
    const slow = [...turns().open].filter((file) => ofThese(file) && file.aheadNow < 0)
    slow.sort((one, other) => one.aheadNow - other.aheadNow)[0]?.end()
  }, lookEveryMs)
  try {
    await waiting
  } finally {
    clearInterval(look)
  }
}

/** A file's place among those of its account, its project and all: what gives it back, which may be called twice. */
async function takePlace({ userId, projectId, kind, circle }: Person, signal: AbortSignal): Promise<() => void> {
  const { files, filesOfStore, filesOfKind, filesOfProject, filesOfAll } = turns()
  const until = performance.now() + comeAgainSeconds * 1_000
  const wait = () => ({ mostMs: Math.max(0, until - performance.now()), signal })
  const taken: (() => void)[] = []
  const end = () => {
    for (const giveBack of taken.splice(0)) giveBack()
  }
  try {
    await files.take(userId, wait())
    taken.push(() => files.giveBack(userId))
    if (kind === 'store') {
      const holder = `${projectId} ${circle}`
      const ofStore = filesOfStore.take(holder, { network: userId, ...wait() })
      await waitAmong(ofStore, ({ whose }) => whose.projectId === projectId && whose.circle === circle)
      taken.push(() => filesOfStore.giveBack(holder))
    }
    if (kind !== 'owners') {
      const holder = `${projectId} ${kind}`
      const ofKind = filesOfKind.take(holder, { network: circle, ...wait() })
      await waitAmong(ofKind, ({ whose }) => whose.projectId === projectId && whose.kind === kind)
      taken.push(() => filesOfKind.giveBack(holder))
    }
    const ofProject = filesOfProject.take(projectId, { network: circle, ...wait() })
    await waitAmong(ofProject, ({ whose }) => whose.projectId === projectId)
    taken.push(() => filesOfProject.giveBack(projectId))
    await waitAmong(filesOfAll.take({ network: projectId, ...wait() }), () => true)
    taken.push(() => filesOfAll.giveBack())
  } catch (error) {
    end()
    throw error
  }
  return end
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
 * Begins an account's file once fewer than two of theirs are running in this process, sixteen of its project (three of a
 * store's people, seven of those of some stores, and seven of those of all) and 64 in all. It runs
 * until it is read, until it breaks off, or until who reads it has gone: `signal`; or, where somebody waits for its place and it is
 * read more slowly than any line is, until `ended`: it is to be broken off then. Throws too_many_requests to who has waited for ten
 * seconds.
 */
export async function beginInTurn<File extends { chunks: AsyncGenerator<string> }>(
  whose: Person,
  signal: AbortSignal,
  begin: () => Promise<File>,
): Promise<File & { ended: AbortSignal }> {
  const giveBack = await takePlace(whose, signal)
  const underway = new OpenFile(whose)
  turns().open.add(underway)
  const end = () => {
    turns().open.delete(underway)
    giveBack()
  }
  underway.ended.addEventListener('abort', end, { once: true })
  try {
    const file = await begin()
    const chunks = endingWith(underway.read(file.chunks), end)
    // Begun: from here on whoever ends it, read or not, comes by its `finally`.
    await chunks.next()
    // Of somebody who has gone meanwhile it may never be asked for.
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    return { ...file, chunks, ended: underway.ended }
  } catch (error) {
    end()
    throw error
  }
}
