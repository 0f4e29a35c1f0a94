import { createHmac, timingSafeEqual } from 'node:crypto'
import { secretFor } from '@/lib/env'

/**
 * That a person entered their PIN on a tablet: whose PIN, of which time and length, and for how long it names them. `turn`: this
 * time they entered it, whatever else they or others enter there.
 */
export type Proof = {
  tabletId: string
  personId: string
  setAt: Date
  digits: number
  seconds: number
  until: Date
  turn: string
}

const macOf = (payload: string) =>
  Buffer.from(createHmac('sha256', secretFor('pin-proof')).update(payload).digest('base64url'))

/** The proof as a cookie holds it. */
export function signProof({ tabletId, personId, setAt, digits, seconds, until, turn }: Proof): string {
  const told = [tabletId, personId, setAt.getTime(), seconds, until.getTime(), turn, digits]
  const payload = Buffer.from(JSON.stringify(told)).toString('base64url')
  return `${payload}.${macOf(payload)}`
}

/** What a tablet sent as proof; null when it was altered, is another tablet's, or is over. */
export function readProof(sent: string | null, tabletId: string, now: Date): Proof | null {
  const [payload, mac, ...rest] = sent?.split('.') ?? []
  if (!payload || !mac || rest.length > 0) return null
  const given = Buffer.from(mac)
  const made = macOf(payload)
  if (given.length !== made.length || !timingSafeEqual(given, made)) return null
  const [of, personId, setAt, seconds, until, turn, digits] = JSON.parse(Buffer.from(payload, 'base64url').toString())
  // From before there were turns, or their digits were counted: entered anew.
  if (of !== tabletId || until <= now.getTime() || !turn || !digits) return null
  return { tabletId, personId, setAt: new Date(setAt), digits, seconds, until: new Date(until), turn }
}

/** A PIN as it is kept: keyed with the server's secret, so that trying all of them takes more than a copy of the table. */
export function pinDigest(projectId: string, pin: string): Buffer {
  return createHmac('sha256', secretFor('pin')).update(`${projectId}:${pin}`).digest()
}
