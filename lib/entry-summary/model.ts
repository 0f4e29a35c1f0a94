/**
 * A summary counts a range's entries four ways: over time in steps, by the hour of the week, by store and by zone. Steps
 * and hours are those of the wall in one time zone. The range is half-open.
 */
export const summarySteps = ['hour', 'day', 'week', 'month', 'year', 'century'] as const
export type SummaryStep = (typeof summarySteps)[number]

/** One hour (UTC) of entries: `hour` counts hours since 1970, `quarters` those of its four quarters. */
export type HourCell = { hour: number; quarters: [number, number, number, number] }
