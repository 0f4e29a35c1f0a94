import { sessionLifeS } from '@/lib/auth/better-auth'
import { extendSession, touchSession } from '@/lib/auth/data'
import type { StaffCaller } from '@/lib/auth/model'
import { log } from '@/lib/log'
import { Patience } from '@/lib/patience'
import { acrossProjects } from '@/lib/wall'

const touchEveryMs = 5 * 60_000
const heldAtMost = 10_000
const touched = new Map<string, number>()

/** When a session was used last is for its owner to look at, to some minutes: nobody waits for it. */
export function noteUse({ sessionId }: StaffCaller, now: Date): void {
  if (now.getTime() - (touched.get(sessionId) ?? 0) < touchEveryMs) return
  const [eldest] = touched.size >= heldAtMost ? touched.keys() : []
  if (eldest !== undefined) touched.delete(eldest)
  touched.set(sessionId, now.getTime())
  Patience.outside(() => acrossProjects(() => touchSession(sessionId, now))).catch((error) =>
    log.warn({ err: error }, 'session use not noted'),
  )
}

const extendEveryMs = 24 * 60 * 60_000

/** Each use moves a session's life on, once a day: nobody waits for it. */
export function moveOn(token: string, expiresAt: Date, now: Date): void {
  const until = new Date(now.getTime() + sessionLifeS * 1000)
  if (until.getTime() - expiresAt.getTime() < extendEveryMs) return
  Patience.outside(() => extendSession(token, until, now)).catch((error) =>
    log.warn({ err: error }, 'session not extended'),
  )
}
