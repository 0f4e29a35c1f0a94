/**
 * A key is what a program proves with who it is. It is active until it expires, is revoked, or has been rotated: then it
 * is ending while its successor is taken over, and replaced when that time is over.
 */
export const keyStates = ['active', 'ending', 'replaced', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

export const keyKinds = ['secret', 'publishable'] as const
export type KeyKind = (typeof keyKinds)[number]

/** How long a key that was rotated still works, in seconds: it ends at once, in an hour, a day or a week. */
export const overlaps = [0, 3_600, 86_400, 604_800] as const

/** So many keys of a project may work at a time. */
export const mostKeys = 200
/** So many are listed: those that work first (and all of them), then those that ended, the newest first. */
export const mostListed = 500
export const longestKeyName = 80

type Ends = { expiresAt: Date | null; revokedAt: Date | null; replacedBy: string | null }

export function stateOf({ expiresAt, revokedAt, replacedBy }: Ends, now: Date): KeyState {
  // Of a rotation without an overlap both are written: other servers' clocks may be behind.
  const isEndedByNext =
    replacedBy !== null && revokedAt !== null && expiresAt !== null && expiresAt.getTime() === revokedAt.getTime()
  if (revokedAt && !isEndedByNext) return 'revoked'
  if (isEndedByNext || (expiresAt && expiresAt <= now)) return replacedBy ? 'replaced' : 'expired'
  return replacedBy ? 'ending' : 'active'
}

/** True while a key works. */
export function isInForce(state: KeyState): boolean {
  return state === 'active' || state === 'ending'
}
