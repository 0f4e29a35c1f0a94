import { createHash } from 'node:crypto'
import { Believed } from '@/lib/auth/believed'
import { findLiveSession, findStaffBySession } from '@/lib/auth/data'
import { projectToCountTo, type StaffCaller } from '@/lib/auth/model'
import { noteUse } from '@/lib/auth/session-use'
import { isListening } from '@/lib/feed/listener'
import { cookieIn, cookieOf } from '@/lib/http/own-cookie'
import { noteKnown } from '@/lib/limits/credentials'
import { limitUnknown } from '@/lib/limits/unknown'
import { log } from '@/lib/log'
import { credentialMarking, isMarked, makeMarked } from '@/lib/marked'
import { actingHeader } from '@/lib/pins/model'
import { findTablet, findTabletByDigest, type KnownTablet, touchTablet } from '@/lib/tablets/data'
import { personsOf } from '@/lib/turns/people-turns'
import { acrossProjects } from '@/lib/wall'

// As long as browsers keep one, and each opening of the board begins anew.
const keptForS = 400 * 24 * 60 * 60
const touchEveryMs = 60_000

export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A tablet's token: 192 bits that nobody guesses, and their mark. Its digest alone is kept. */
export function makeToken(): { token: string; digest: Buffer } {
  const token = makeMarked(credentialMarking, 'tablet')
  return { token, digest: digestOf(token) }
}

export const tabletCookie = (token: string) => cookieOf('tablet', token, keptForS)

/** The cookie of the tablet that asks, to be kept for as long again. Nothing for anybody else. */
export function renewedTabletCookie(caller: StaffCaller, request: Request): string[] {
  const token = cookieIn(request.headers, 'tablet')
  return caller.tablet && token ? [tabletCookie(token)] : []
}

function callerOf({ projectId, tabletId, destinationId, name }: KnownTablet): StaffCaller {
  return {
    kind: 'staff',
    userId: tabletId,
    name,
    email: '',
    sessionId: '',
    memberships: [{ projectId, role: 'staff', destinationIds: [destinationId] }],
    tablet: { tabletId, name, proof: null, shown: null },
  }
}

const touched = new Map<string, number>()
const touchedAtMost = 20_000

function noteSeen(tablet: KnownTablet, now: Date): void {
  if (now.getTime() - (touched.get(tablet.tabletId) ?? 0) < touchEveryMs) return
  if (touched.size >= touchedAtMost) touched.clear()
  touched.set(tablet.tabletId, now.getTime())
  acrossProjects(() => touchTablet(tablet, now)).catch((error) => log.warn({ err: error }, 'tablet not noted as seen'))
}

const callers = new Believed(async (digest: string, now: Date) => {
  const tablet = await acrossProjects(() => findTabletByDigest(Buffer.from(digest, 'base64')))
  if (tablet) noteSeen(tablet, now)
  return tablet && callerOf(tablet)
}, 'tablet')

/** True for a browser that was a tablet once: it may be one no longer. */
export function hasTabletCookie(headers: Headers): boolean {
  return cookieIn(headers, 'tablet') !== null
}

async function findCaller(token: string, request: Pick<Request, 'headers'>, now: Date): Promise<StaffCaller | null> {
  const name = digestOf(token).toString('base64')
  const believed = callers.believed(name, now)
  if (believed !== undefined) return believed
  const isMade = isMarked(token, credentialMarking, 'tablet')
  return limitUnknown(`tablet ${name}`, request, () => callers.get(name, now), { isMade, projectOf: projectToCountTo })
}

/**
 * The tablet of a browser's cookie, with what proves who acts on it; null when it was revoked. Believed for 2 s. Cookies
 * that no tablet has are counted as keys are. Throws too_many_requests.
 */
export async function findTabletByCookie(request: Pick<Request, 'headers'>, now: Date): Promise<StaffCaller | null> {
  const token = cookieIn(request.headers, 'tablet')
  const caller = token ? await findCaller(token, request, now) : null
  if (token) noteKnown(request.headers, 'tablet', caller ? personsOf(caller) : [])
  if (!caller?.tablet) return null
  const sent = { proof: cookieIn(request.headers, 'acting'), shown: request.headers.get(actingHeader) }
  return { ...caller, tablet: { ...caller.tablet, ...sent } }
}

/** Whether a browser is a tablet that is paired; false where that cannot be known now. */
export async function isPairedTablet(headers: Headers): Promise<boolean> {
  const tablet = await findTabletByCookie({ headers }, new Date()).catch(() => null)
  return tablet !== null
}

async function findBySession(sessionId: string, now: Date): Promise<StaffCaller | null> {
  const found = await acrossProjects(() => findStaffBySession(sessionId, now))
  // An open board is a use: of too many sessions the others end first (lib/credentials/data.ts).
  if (found) noteUse(found, now)
  return found
}

/**
 * Who a caller is by now, as a stream has to ask: null once their session or their access token has ended, or their tablet
 * was revoked.
 */
export async function findStaffAgain(caller: StaffCaller, now: Date): Promise<StaffCaller | null> {
  const { tablet, sessionId, memberships, until } = caller
  if (until && until <= now) return null
  if (!tablet) {
    const found = await findBySession(sessionId, now)
    return found && { ...found, ...(until && { until }) }
  }
  const known = await acrossProjects(() => findTablet(memberships[0]?.projectId ?? '', tablet.tabletId))
  if (known) noteSeen(known, now)
  if (!known) return null
  const again = callerOf(known)
  return { ...again, tablet: { ...tablet, name: again.name } }
}

// Nobody is behind the end of their session, which is seldom that of whatever they came with.
const sessions = new Believed(async (sessionId: string, now: Date) => {
  const live = await acrossProjects(() => findLiveSession(sessionId, now))
  if (live) noteUse(live.caller, now)
  return live && { caller: live.caller, until: live.expiresAt }
})

/**
 * The same for a message of a stream. For one that only beats (`isBeat`) it is asked once for all streams of a session, and
 * believed for 2 s, where they may read on (`isSame`): somebody may have hundreds, and whose right is taken away is told so by
 * a message of its own. While none would be heard nothing is believed.
 */
export async function findStaffFor(
  caller: StaffCaller,
  { isBeat, isSame }: { isBeat: boolean; isSame: (now: StaffCaller) => boolean },
): Promise<StaffCaller | null> {
  const now = new Date()
  const mayBelieve = isBeat && isListening() && !caller.tablet && !(caller.until && caller.until <= now)
  const believed = mayBelieve ? await sessions.get(caller.sessionId, now) : null
  // What was found before a right was given, or taken, ends no stream that was begun with it since.
  return believed && isSame(believed.caller) ? believed.caller : findStaffAgain(caller, now)
}
