import { offsetMs } from '@/lib/time/model'

const weekMs = 7 * 24 * 60 * 60 * 1000
const quarterMs = 15 * 60 * 1000

type OffsetAt = (instantMs: number) => number
/** A week's offset up to its change, and from then on. */
type Change = { before: number; changeMs: number; after: number }

/** How a year lies in its weeks: the weekday that it begins on, and whether it is a leap year. */
function kindOf(year: number): number {
  const startMs = Date.UTC(year, 0, 1)
  const days = (Date.UTC(year + 1, 0, 1) - startMs) / (weekMs / 7)
  return new Date(startMs).getUTCDay() + 7 * (days - 365)
}

// Twenty-eight years without a leap year left out: one at least of each kind.
const alikeYears = Array.from({ length: 28 }, (_, n) => 2101 + n)
const alikeFromMs = Date.UTC(2101, 0, 1)
const alikeStartMs = new Map(alikeYears.map((year) => [kindOf(year), Date.UTC(year, 0, 1)]))

/**
 * The instant of those years at which a wall is as far from UTC. That far ahead clocks change by the calendar alone, in
 * each year as in all that lie in their weeks as it does: so eight thousand years have no more weeks than these.
 */
function alike(instantMs: number): number {
  if (instantMs < alikeFromMs) return instantMs
  const year = new Date(instantMs).getUTCFullYear()
  return instantMs - Date.UTC(year, 0, 1) + (alikeStartMs.get(kindOf(year)) ?? 0)
}

function makeReader(timeZone: string): OffsetAt {
  const rounded = (ms: number) => Math.round(offsetMs(ms, timeZone) / quarterMs) * quarterMs
  // Of most weeks the one offset that they have.
  const weeks = new Map<number, number | Change>()
  const starts = new Map<number, number>()
  function atStart(week: number): number {
    const offset = starts.get(week) ?? rounded(week * weekMs)
    starts.set(week, offset)
    return offset
  }
  function read(week: number): number | Change {
    let fromMs = week * weekMs
    let toMs = fromMs + weekMs
    const [before, after] = [atStart(week), atStart(week + 1)]
    if (before === after) return before
    while (toMs - fromMs > quarterMs) {
      const middleMs = fromMs + Math.floor((toMs - fromMs) / quarterMs / 2) * quarterMs
      if (rounded(middleMs) === before) fromMs = middleMs
      else toMs = middleMs
    }
    return { before, changeMs: toMs, after }
  }
  return (instantMs) => {
    const ms = alike(instantMs)
    const number = Math.floor(ms / weekMs)
    const week = weeks.get(number) ?? read(number)
    weeks.set(number, week)
    if (typeof week === 'number') return week
    return ms < week.changeMs ? week.before : week.after
  }
}

const heldAtMost = 40
const readers = new Map<string, OffsetAt>()

/**
 * Reads how far a zone's wall is ahead of UTC (ms) at many instants (ms), quickly where neighbours share a week; what was
 * read is kept, some eight thousand weeks of a zone at most. Clocks change on a quarter of an hour; offsets from before
 * that was so are rounded to it.
 */
export function offsetReader(timeZone: string): OffsetAt {
  const reader = readers.get(timeZone) ?? makeReader(timeZone)
  if (readers.size >= heldAtMost) readers.clear()
  readers.set(timeZone, reader)
  return reader
}
