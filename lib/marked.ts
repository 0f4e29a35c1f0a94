import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { secretFor } from '@/lib/env'

/** In bytes: `random` of them, and behind them so many that only the server's secret makes of those. */
type Marking = { random: number; mark: number }

/** A key's or a tablet's credential: 43 signs. */
export const credentialMarking: Marking = { random: 24, mark: 8 }
/** An order's userToken: 27 signs, of its project. */
export const userTokenMarking: Marking = { random: 16, mark: 4 }

/** Of an order that was made with such a key; one of another project is none. */
export const userTokenKind = (projectId: string, keyKind: 'secret' | 'publishable') =>
  `userToken ${projectId}${keyKind === 'secret' ? ' secret' : ''}`

// Of each kind its own: what is everybody's, as a publishable key is, is no tablet's cookie.
const markOf = (random: Uint8Array, { mark }: Marking, kind: string) =>
  createHmac('sha256', secretFor('mark')).update(`${kind} `).update(random).digest().subarray(0, mark)

/** A text of a kind that nobody guesses, and that is told from one made up without asking whose it is. */
export function makeMarked(marking: Marking, kind: string): string {
  const random = randomBytes(marking.random)
  return Buffer.concat([random, markOf(random, marking, kind)]).toString('base64url')
}

/**
 * Whether a text was made here as one of that kind: it may be nobody's any more. False as well for what was made before there
 * were marks, or with another secret.
 */
export function isMarked(text: string, marking: Marking, kind: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== marking.random + marking.mark || bytes.toString('base64url') !== text) return false
  const [random, mark] = [bytes.subarray(0, marking.random), bytes.subarray(marking.random)]
  return timingSafeEqual(mark, markOf(random, marking, kind))
}
