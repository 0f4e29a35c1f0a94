import { offsetMs } from '@/lib/time/model'

const weekMs = 7 * 24 * 60 * 60 * 1000
const quarterMs = 15 * 60 * 1000

/**
 * Reads how far a zone's wall is ahead of UTC (ms) at many instants (ms), quickly where neighbours share a week. Clocks
 * change on a quarter of an hour; offsets from before that was so are rounded to it.
 */
export function offsetReader(timeZone: string): (instantMs: number) => number {
  const rounded = (ms: number) => Math.round(offsetMs(ms, timeZone) / quarterMs) * quarterMs
  // A week's offset up to its change, if it has one, and from then on.
  const weeks = new Map<number, { before: number; changeMs: number; after: number }>()
  function read(week: number) {
    let fromMs = week * weekMs
    let toMs = fromMs + weekMs
    const [before, after] = [rounded(fromMs), rounded(toMs)]
    if (before === after) return { before, changeMs: toMs, after }
    while (toMs - fromMs > quarterMs) {
      const middleMs = fromMs + Math.floor((toMs - fromMs) / quarterMs / 2) * quarterMs
      if (rounded(middleMs) === before) fromMs = middleMs
      else toMs = middleMs
    }
    return { before, changeMs: toMs, after }
  }
  return (instantMs) => {
    const number = Math.floor(instantMs / weekMs)
    const week = weeks.get(number) ?? read(number)
    weeks.set(number, week)
    return instantMs < week.changeMs ? week.before : week.after
  }
}
