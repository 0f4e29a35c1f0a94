import type { StaffCaller } from '@/lib/auth/model'
import { aloneEnding, besideEnds, stillBesideIn } from '@/lib/credentials/data'
import { prisma } from '@/lib/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Part } from '@/lib/people/model'

// What is decided by what somebody is, is done only while they are that still, in a session that lives: statements that come
// first in its transaction. Locks are taken in one order by all, so that nobody waits for the other in a circle: those of
// sessions, of several people by their ids; that of a project's changes; those of who gives; then rows. But for the row of
// a password, which whoever takes somebody out has before those of who gives, as whoever joins has it before all rows.

/** Somebody in a project. */
export type Place = { projectId: string; userId: string }

/** Who asks, as they were when it was decided that they may, and in which session: none at the console. */
export type By = Part & { userId: string; sessionId?: string }

/** The caller of a route, by the membership that lets them. */
export const giverOf = ({ userId, sessionId }: Pick<StaffCaller, 'userId' | 'sessionId'>, part: Part): By => ({
  role: part.role,
  destinationIds: part.destinationIds,
  userId,
  sessionId,
})

/** A person as somebody decided about them: who is something else by now is for another look. */
export const whoIs = (place: Place, { role, destinationIds }: Part) => ({
  projectId_userId: place,
  role,
  destinationIds: { equals: destinationIds ?? Prisma.AnyNull },
})

const stillPart = (projectId: string, by: By) =>
  prisma().membership.findUniqueOrThrow({
    where: whoIs({ projectId, userId: by.userId }, by),
    select: { role: true },
  })

// Whoever ends it is before or behind what is done in it: a stolen one does nothing more.
const inTheirs = ({ sessionId }: Pick<By, 'sessionId'>, now: Date) => (sessionId ? stillBesideIn(sessionId, now) : [])

// Of those who change what people of a project are one goes behind the other: of two owners who make each other something else
// at once, the second one is an owner no more.
const seedOfChanges = 432

/**
 * The first statements of such a change; `ends`: of whom it may end sessions. Throw Prisma's P2025 where who asks for it is
 * not what they were any more.
 */
export function stillIs(
  projectId: string,
  by: By,
  { now, ends }: { now: Date; ends?: string },
): Prisma.PrismaPromise<unknown>[] {
  const own = inTheirs(by, now)
  const alone = ends === undefined ? [] : [aloneEnding(ends)]
  return [
    ...(ends !== undefined && ends < by.userId ? [...alone, ...own] : [...own, ...alone]),
    prisma().$executeRaw`select pg_advisory_xact_lock(hashtextextended(${projectId}, ${seedOfChanges}))`,
    stillPart(projectId, by),
  ]
}

// Who is being taken out, or made something else, gives and gets nothing meanwhile, and is taken out once that is there, to be
// withdrawn.
const seedOfGiving = 431

const givingBeside = ({ projectId, userId }: Place) =>
  prisma()
    .$executeRaw`select pg_advisory_xact_lock_shared(hashtextextended(${`${projectId} ${userId}`}, ${seedOfGiving}))`

/** What takes somebody out, or makes them something else, behind stillIs. */
export const aloneGiving = ({ projectId, userId }: Place) =>
  prisma().$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`${projectId} ${userId}`}, ${seedOfGiving}))`

/**
 * Statements of what is decided by what somebody is in a project, done by another: they are not made something else meanwhile.
 * Throw Prisma's P2025 where they have been.
 */
export function stillAs(place: Place, part: Part): Prisma.PrismaPromise<unknown>[] {
  return [
    givingBeside(place),
    prisma().membership.findUniqueOrThrow({ where: whoIs(place, part), select: { role: true } }),
  ]
}

/**
 * The first statements of what somebody gives to others in a project, takes from them, or changes there: they are still what
 * they were, in a session that has not ended. Throw Prisma's P2025 where they are not.
 */
export function stillGiving(projectId: string, by: By, now: Date): Prisma.PrismaPromise<unknown>[] {
  return [...inTheirs(by, now), givingBeside({ projectId, userId: by.userId }), stillPart(projectId, by)]
}

/**
 * The same in SQL, for the `with` of one statement that changes something where this finds a row. `project`, `now` and `by`: its
 * parameters, the last one JSON of By.
 */
export const stillGivingRow = ({ project, now, by }: { project: string; now: string; by: string }) => {
  const stores = (column: string) => `case jsonb_typeof(${column}) when 'array' then ${column} end`
  return `select 1 from staff_session s join membership m on m.user_id = s.user_id
    cross join lateral (select ${besideEnds('s.user_id')},
      pg_advisory_xact_lock_shared(hashtextextended(m.project_id::text || ' ' || m.user_id, ${seedOfGiving}))) as behind
    where s.id = ${by}::jsonb ->> 'sessionId' and s.expires_at > ${now}::timestamptz and m.project_id = ${project}::uuid
      and m.user_id = ${by}::jsonb ->> 'userId' and m.role::text = ${by}::jsonb ->> 'role'
      and ${stores('m.destination_ids')} is not distinct from ${stores(`(${by}::jsonb -> 'destinationIds')`)}
    for key share of s for share of m`
}
