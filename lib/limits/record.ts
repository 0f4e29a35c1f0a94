import { env } from '@/lib/env'
import { secondsUntilRefilled, takeOne } from '@/lib/limits/leases'
import type { Rate } from '@/lib/limits/model'
import { take, tooMany, unnamed } from '@/lib/limits/take'

// What each of these lets pass leaves a line in records that are kept for good.

// Whoever names a chain's stores does many in a row, and nobody goes on so all day.
const changes: Rate = { perSecond: 1 / 30, burst: 200 }

/** Counts what somebody changes of settings, keys, people or tablets. Throws too_many_requests. */
export async function limitChanges(userId: string): Promise<void> {
  await take(`changes ${unnamed(userId)}`, env().RATE_LIMIT_SIGN_IN && changes)
}

/**
 * Counts what somebody changes of their own account by its password, apart from the others: whoever has found a session open
 * knows no password, and keeps its owner from none of this. Throws too_many_requests.
 */
export async function limitOwnChanges(userId: string): Promise<void> {
  await take(`own-changes ${unnamed(userId)}`, env().RATE_LIMIT_SIGN_IN && changes)
}

// Who is in by a session that they have found open, without the password, keeps its owner out for no longer than it takes them to come
// in some times: each session by itself.
const ends: Rate = { perSecond: 1 / 600, burst: 8 }

/** Counts that a session ends others of its account. Throws too_many_requests. */
export async function limitEnds(sessionId: string): Promise<void> {
  await take(`ends ${unnamed(sessionId)}`, env().RATE_LIMIT_SIGN_IN && ends)
}

// Whoever takes entries away by store takes many files in a row, and a program some each hour.
const exports: Rate = { perSecond: 1 / 10, burst: 300 }

/**
 * Counts what somebody is about to take away: a file of entries or of the record, or what is kept of a customer; each by
 * itself, so that one who has too many of these can still see to those. Throws too_many_requests.
 */
export async function limitExports(of: 'entries' | 'record' | 'customers', userId: string): Promise<void> {
  await take(`exports ${of} ${unnamed(userId)}`, env().RATE_LIMIT_SIGN_IN && exports)
}

// Nobody has ten names.
const renames: Rate = { perSecond: 1 / 600, burst: 5 }

/** Counts another name that somebody gives themselves. Throws too_many_requests. */
export async function limitRenames(userId: string): Promise<void> {
  await take(`renames ${unnamed(userId)}`, env().RATE_LIMIT_SIGN_IN && renames)
}

// A counter looks at whom it hands over to; who reads a whole board so is soon stopped.
const reveals: Rate = { perSecond: 1 / 30, burst: 30 }

/** Counts an order that a tablet or a person is about to be shown whole. Throws too_many_requests. */
export async function limitReveals(userId: string): Promise<void> {
  await take(`reveal ${userId}`, reveals)
}

// A busy counter does ten things a minute, and many at once where it clears up. One order is taken to and fro a few times.
const actions: Rate = { perSecond: 1, burst: 200 }
const actionsOnOne: Rate = { perSecond: 1 / 60, burst: 50 }

async function takeAction(name: string, rate: Rate): Promise<void> {
  const { retryAfterSeconds: seconds } = await takeOne(name, rate)
  if (seconds > 0) throw tooMany(rate, seconds, `Too many actions in a short time. Wait ${seconds} s, then try again.`)
}

/**
 * Counts what a tablet or a person is about to do to an order: of that order and of all, both asked for at once. Of theirs
 * alone: who does too much keeps nobody else from handing it over. Throws too_many_requests.
 */
export async function limitActions(userId: string, serviceId: string): Promise<void> {
  const ofOne = `actions ${unnamed(userId, serviceId)}`
  // Known to be too much already, it is none of the others.
  if (secondsUntilRefilled(ofOne) > 0) await takeAction(ofOne, actionsOnOne)
  await Promise.all([takeAction(ofOne, actionsOnOne), takeAction(`actions ${unnamed(userId)}`, actions)])
}
