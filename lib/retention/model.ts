/**
 * Retention is how long entries are kept: whole months from when they were recorded here (creationTime), by project.
 * What was imported is as old as its import, whenever it happened.
 */
export const keptMonths = 13

/** What a project may choose. */
export const monthRange = [1, 120] as const

/** Entries from before this moment go. On the 31st, months without one end with their last day. */
export function keptSince(now: Date, months: number): Date {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() - months)
  // 31 May less three months is 3 March to Date.
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0)
  return then
}
