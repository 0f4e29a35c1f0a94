import { prisma, sql } from '@/lib/db'
import { forgottenEachS, waitsAfter, wrongADay, wrongADayInStore, wrongADayOnNew, wrongDayS } from '@/lib/pins/model'

/**
 * `failures`: wrong PINs that are not forgotten, with this one; `ofDay`: those of its day; `ofStore`: those of the days of all
 * its store's tablets; `until`: when the tablet takes the next.
 */
export type CountedTry = { failures: number; ofDay: number; ofStore: number; until: Date }

// Relies on tablet_pin_wrong, and countTry on tablet_in_force besides.
const countsToday = 'o.pin_day_wrong > 0 and o.pin_day_until > $3::timestamptz'
const wrongOf = (which: string) => `(select coalesce(sum(o.pin_day_wrong), 0)::int from tablet o
  where o.project_id = t.project_id and ${countsToday} and ${which})`

const seedOfTries = 435

const inItsStore = 'o.destination_id = t.destination_id'
const isNew = (tablet: string) =>
  `${tablet}.paired_at > $3::timestamptz - make_interval(secs => ${wrongADayOnNew.newForS})`

// The stores of a project whose new tablets took more than is their own, by how much, and until when at least.
const beyondOwn = (projectId: string, own: string) => `(
    select o.destination_id, sum(o.pin_day_wrong) - ${own} as beyond, min(o.pin_day_until) as until
    from tablet o where o.project_id = ${projectId} and ${countsToday} and ${isNew('o')}
    group by o.destination_id having sum(o.pin_day_wrong) > ${own})`

// What the tablet, its store and its new ones had today, this try counted in; none when it was revoked.
const counting = `
  select t.project_id, t.destination_id, t.tablet_id, t.pin_wait_until as waits_until,
         greatest(t.pin_forgotten_at, $3::timestamptz) + make_interval(secs => $4::float8) as forgotten_at,
         1 + case when t.pin_day_until > $3::timestamptz then t.pin_day_wrong else 0 end as of_day,
         1 + ${wrongOf(inItsStore)} as of_store,
         $6::int + $11::int * (select count(*) from (select from tablet o
           where o.project_id = t.project_id and ${inItsStore} and o.revoked_at is null and not ${isNew('o')}
           limit $10::int) old)
           as most_of_store,
         case when ${isNew('t')} then 1 + ${wrongOf(`${inItsStore} and ${isNew('o')}`)} else 0 end as of_new,
         case when t.pin_day_until > $3::timestamptz then t.pin_day_until
           else $3::timestamptz + make_interval(secs => $5::float8) end as day_until
  from tablet t
  where t.project_id = $1::uuid and t.tablet_id = $2::uuid and t.revoked_at is null`

const valuesOf = (projectId: string, tabletId: string, now: Date) => [
  ...[projectId, tabletId, now, forgottenEachS, wrongDayS],
  ...[wrongADayInStore.few, wrongADayOnNew.few, wrongADayOnNew.eachStore, wrongADayOnNew.ownOfStore],
  ...[wrongADayInStore.mostOld, wrongADayInStore.eachOld],
]

const storeHasRoom = 'was.of_store <= was.most_of_store'
const newHaveRoom = `(was.of_new <= $9::int
    or (select coalesce(sum(b.beyond), 0) from ${beyondOwn('was.project_id', '$9::int')} b)
      < $7::int + $8::int * (select count(*) from store s
        where s.project_id = was.project_id and s.removed_at is null and not s.is_new))`
const hasRoom = `(was.waits_until is null or was.waits_until <= $3::timestamptz) and ${storeHasRoom} and ${newHaveRoom}`

/**
 * Counts a PIN that is about to be looked at as a wrong one, so that of many tried at once each counts before it is known.
 * Null when the tablet has to wait, alone or with others, or was revoked. Those of a store are counted one behind the
 * other; of tries at one moment in several stores a few more may pass than new tablets have.
 */
export async function countTry(projectId: string, tabletId: string, now: Date): Promise<CountedTry | null> {
  const values = valuesOf(projectId, tabletId, now)
  // A connection waits for its turn, so only what may still count does: a tablet or a store that takes none today holds up none.
  const [ofRoom] = await sql('find-pin-room', `with was as (${counting}) select true from was where ${hasRoom}`, values)
  if (!ofRoom) return null
  const inTurn = prisma().$executeRaw`
    select pg_advisory_xact_lock(hashtextextended(t.project_id || ' ' || t.destination_id, ${seedOfTries}))
    from tablet t where t.project_id = ${projectId}::uuid and t.tablet_id = ${tabletId}::uuid`
  // Servers' clocks differ a little: a twentieth of one is none.
  const counted = prisma().$queryRawUnsafe<CountedTry[]>(
    `with was as (${counting} for update), failed as (
       select was.*, greatest(1, ceil(extract(epoch from was.forgotten_at - $3::timestamptz) / $4::float8 - 0.05))::int
                as failures
       from was where ${hasRoom}
     ), counted as (
       select failed.*, ($12::int[])[least(failed.failures, array_length($12::int[], 1) - 1) + 1] as waits from failed
     )
     update tablet t
     set pin_forgotten_at = counted.forgotten_at,
         pin_day_wrong = counted.of_day, pin_day_until = counted.day_until,
         -- Of tries at one moment the later counted may be the earlier sent: what waits for nothing holds up none.
         pin_wait_until = case when counted.of_day >= $13::int then counted.day_until
           when counted.waits > 0 then $3::timestamptz + make_interval(secs => counted.waits) end
     from counted where t.project_id = counted.project_id and t.tablet_id = counted.tablet_id
     returning counted.failures, counted.of_day as "ofDay", counted.of_store as "ofStore",
               coalesce(t.pin_wait_until, $3::timestamptz) as until`,
    ...values,
    ...[[...waitsAfter], wrongADay],
  )
  const [, [row]] = await prisma().$transaction([inTurn, counted])
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

/** Until when no PIN is taken, as far as that is known; `isAlone`: by this tablet, and not by others with it. */
export type Wait = { until: Date; isAlone: boolean }

/** What a tablet waits for that takes no PIN: its own time, or that the day of one of those is over which count with it. */
export async function findWait(projectId: string, tabletId: string, now: Date): Promise<Wait> {
  const [row] = await sql<{ own: Date | null; others: Date | null }>(
    'find-pin-wait',
    `with was as (${counting})
     select case when was.waits_until > $3::timestamptz then was.waits_until end as own,
            case when not (${storeHasRoom}) then (select min(o.pin_day_until) from tablet o
                where o.project_id = was.project_id and o.destination_id = was.destination_id and ${countsToday})
              when not ${newHaveRoom} then (select min(b.until) from ${beyondOwn('was.project_id', '$9::int')} b)
            end as others
     from was`,
    valuesOf(projectId, tabletId, now),
  )
  return { until: row?.own ?? row?.others ?? now, isAlone: row?.others == null || row.own !== null }
}
