import { currentScope } from '@/lib/wall'

// What keeps others waiting no longer than they notice.
const sliceMs = 5
// A process is handed one new connection in two turns: were each as long as a slice, whoever connects would wait for seconds
// behind some hundred others. Behind a long one some turns are left to what comes in, or so much of their time.
const longMs = sliceMs / 2
const turnsBetween = 8
const betweenMs = 4

// What is small is over before what is large, however much of that there is: of a scope it is next what has had least, but that so
// much waiting makes up for a slice: all of it, since for each slice anew whatever takes ten of them would be behind those who come
// on and on. More than so many count as many: what has no end goes on, but whatever has had very many waits anew for each.
const makesUpMs = 200
const mostHad = 10
const veryMany = 60

/** Work that waits for its next slice. `owesMs`: so much waiting would make up for those it has had. */
type Waiter = { begin: () => void; owesMs: number; sinceMs: number }

// Of each scope (lib/wall.ts) that somebody works in, those who wait; the scope whose turn is next is the first.
const waiting = new Map<string, Waiter[]>()

const last = { turns: 0, restsUntilMs: 0 }

function takeLeast(row: Waiter[]): Waiter | undefined {
  const toMakeUp = row.map(({ owesMs, sinceMs }) => owesMs + sinceMs)
  let least = 0
  for (const [at, ms] of toMakeUp.entries()) if (ms < (toMakeUp[least] ?? 0)) least = at
  return row.splice(least, 1)[0]
}

// One of those that wait for a turn of the process, behind a long one for some: however many work, what comes in is looked at
// in between. Of one project's as many as of another's: whoever has forty streams waits for themselves.
function next(): void {
  const [first] = waiting
  if (!first) return
  if (last.turns < turnsBetween && performance.now() < last.restsUntilMs) {
    last.turns += 1
    setImmediate(next)
    return
  }
  const [scope, row] = first
  waiting.delete(scope)
  const work = takeLeast(row)
  if (row.length > 0) waiting.set(scope, row)
  const begunMs = performance.now()
  work?.begin()
  // Behind all that goes on at once: a microtask's tick comes after all others.
  queueMicrotask(() => process.nextTick(noteEnd, begunMs))
  if (waiting.size > 0) setImmediate(next)
}

function noteEnd(begunMs: number): void {
  const endedMs = performance.now()
  last.turns = 0
  last.restsUntilMs = endedMs - begunMs < longMs ? 0 : endedMs + betweenMs
}

function wait(begin: () => void, owesMs: number): void {
  if (waiting.size === 0) setImmediate(next)
  const scope = currentScope() ?? ''
  const work = { begin, owesMs, sinceMs: performance.now() }
  const row = waiting.get(scope)
  if (row) row.push(work)
  else waiting.set(scope, [work])
}

/**
 * For work in many small parts, such as counts of as many hours as somebody makes up: to be awaited before each part. Goes
 * on at once within a slice; those that have had theirs take turns, whoever has had least first, and so do projects. `isBegun`: the
 * first slice is waited for by none, as for what is over within it as a rule, and comes seldom enough.
 */
export function slices({ isBegun = false } = {}): () => Promise<void> {
  let untilMs = isBegun ? performance.now() + sliceMs : Number.NEGATIVE_INFINITY
  let had = 0
  let waitedMs = 0
  return async () => {
    const sinceMs = performance.now()
    if (sinceMs < untilMs) return
    const madeUp = had > veryMany ? 0 : Math.floor(waitedMs / makesUpMs)
    const owed = Math.max(0, Math.min(mostHad, had) - madeUp)
    await new Promise<void>((begin) => wait(begin, makesUpMs * owed))
    had += 1
    waitedMs += performance.now() - sinceMs
    untilMs = performance.now() + sliceMs
  }
}
