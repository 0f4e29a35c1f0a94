/**
 * A roll-up is a sum of entries in whole hours, days or months of UTC. Hours and days are counted since 1970, months
 * since the year 0. A span is half-open: from inclusive, to exclusive; empty where from is not before to.
 */
export type Span = { from: number; to: number }

/** A span of hours, covered by as few sums as can be: months, the days beside them, the hours beside those. */
export type Cover = { hours: [Span, Span]; days: [Span, Span]; months: Span }

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Where sums begin and end when a range does not: no entry lies outside. The last may lie on midnight (fields' Time). */
const beginning = Date.parse('0001-01-01T00:00:00Z')
const end = Date.parse('9999-12-31T01:00:00Z')

const none: Span = { from: 0, to: 0 }
const isEmpty = ({ from, to }: Span) => from >= to

/** The whole hours of a range; what lies before and after them is its edges. Empty when there is none. */
export function wholeHours({ startTime, endTime }: { startTime?: Date; endTime?: Date }): Span {
  const from = Math.ceil((startTime?.getTime() ?? beginning) / hourMs)
  const to = Math.floor((endTime?.getTime() ?? end) / hourMs)
  return from < to ? { from, to } : none
}

/** The day on which a month begins. */
function firstDay(month: number): number {
  // Two-digit years are years of the twentieth century to Date.UTC: hence setUTCFullYear.
  return new Date(0).setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1) / dayMs
}

function monthOf(day: number): number {
  const date = new Date(day * dayMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

// The units of a larger kind that lie wholly within a span, and the rest on both sides.
function split(span: Span, inner: Span): [Span, Span] {
  return isEmpty(inner)
    ? [span, none]
    : [
        { from: span.from, to: inner.from },
        { from: inner.to, to: span.to },
      ]
}

export function coverOf(hours: Span): Cover {
  const days = { from: Math.ceil(hours.from / 24), to: Math.floor(hours.to / 24) }
  if (isEmpty(days)) return { hours: [hours, none], days: [none, none], months: none }
  const startsMonth = firstDay(monthOf(days.from)) === days.from
  const months = { from: monthOf(days.from) + (startsMonth ? 0 : 1), to: monthOf(days.to) }
  const monthDays = isEmpty(months) ? none : { from: firstDay(months.from), to: firstDay(months.to) }
  return {
    hours: split(hours, { from: days.from * 24, to: days.to * 24 }),
    days: split(days, monthDays),
    months: isEmpty(months) ? none : months,
  }
}
