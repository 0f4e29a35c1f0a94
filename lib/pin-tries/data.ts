import { prisma, sql } from '@/lib/db'
import { forgottenEachS, waitsAfter, wrongADay, wrongDayS } from '@/lib/pins/model'

/** `failures`: wrong PINs that are not forgotten, with this one; `ofDay`: those of its day; `until`: when the tablet takes the next. */
export type CountedTry = { failures: number; ofDay: number; until: Date }

/**
 * Counts a PIN that is about to be looked at as a wrong one, so that of many tried at once each counts before it is known.
 * Null when the tablet has to wait, or was revoked.
 */
export async function countTry(projectId: string, tabletId: string, now: Date): Promise<CountedTry | null> {
  // Servers' clocks differ a little: a twentieth of one is none.
  const [row] = await sql<CountedTry>(
    'count-pin-try',
    `with was as (
       select t.project_id, t.tablet_id,
              greatest(t.pin_forgotten_at, $3::timestamptz) + make_interval(secs => $4::float8) as forgotten_at,
              1 + case when t.pin_day_until > $3::timestamptz then t.pin_day_wrong else 0 end as of_day,
              case when t.pin_day_until > $3::timestamptz then t.pin_day_until
                else $3::timestamptz + make_interval(secs => $6::float8) end as day_until
       from tablet t
       where t.project_id = $1 and t.tablet_id = $2 and t.revoked_at is null
         and (t.pin_wait_until is null or t.pin_wait_until <= $3::timestamptz)
       for update
     ), failed as (
       select was.*, greatest(1, ceil(extract(epoch from was.forgotten_at - $3::timestamptz) / $4::float8 - 0.05))::int
                as failures
       from was
     ), counted as (
       select failed.*, ($5::int[])[least(failed.failures, array_length($5::int[], 1) - 1) + 1] as waits from failed
     )
     update tablet t
     set pin_forgotten_at = counted.forgotten_at,
         pin_day_wrong = counted.of_day, pin_day_until = counted.day_until,
         -- Of tries at one moment the later counted may be the earlier sent: what waits for nothing holds up none.
         pin_wait_until = case when counted.of_day >= $7::int then counted.day_until
           when counted.waits > 0 then $3::timestamptz + make_interval(secs => counted.waits) end
     from counted where t.project_id = counted.project_id and t.tablet_id = counted.tablet_id
     returning counted.failures, counted.of_day as "ofDay",
               coalesce(t.pin_wait_until, $3::timestamptz) as until`,
    [projectId, tabletId, now, forgottenEachS, [...waitsAfter], wrongDayS, wrongADay],
  )
  return row ?? null
}

/**
 * The PIN was right: its own try does not count, and nothing else is forgiven. Else whoever has a PIN of their own could
 * enter it between guesses at somebody else's, for ever.
 */
export async function forgiveTry(projectId: string, tabletId: string, { until }: CountedTry): Promise<void> {
  await sql(
    'forgive-pin-try',
    `update tablet
     set pin_forgotten_at = pin_forgotten_at - make_interval(secs => $3::float8),
         pin_day_wrong = greatest(0, pin_day_wrong - 1),
         pin_wait_until = nullif(pin_wait_until, $4::timestamptz)
     where project_id = $1 and tablet_id = $2`,
    [projectId, tabletId, forgottenEachS, until],
  )
}

/** Until when a tablet takes no PIN; null: it does now. */
export async function findWait(projectId: string, tabletId: string): Promise<Date | null> {
  const row = await prisma().tablet.findUnique({
    where: { projectId_tabletId: { projectId, tabletId } },
    select: { pinWaitUntil: true },
  })
  return row?.pinWaitUntil ?? null
}
