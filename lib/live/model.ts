/** Provable freshness: a board knows how old its news is, and says so. Times in milliseconds. */

// The server sends a heartbeat every 5 s: two missed, and a second of grace for the network.
export const staleAfterMs = 2 * 5_000 + 1_000

const firstWaitMs = 1_000
const longestWaitMs = 10_000

/**
 * How long to wait before the next attempt to reconnect: 0.5 to 1 s at first, doubling to 5 to 10 s, spread by chance
 * so that a store's tablets do not come back in one breath. `chance` is from 0 up to 1.
 */
export function reconnectWaitMs(attempt: number, chance: number): number {
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempt, 10))
  return Math.round(ceiling / 2 + (chance * ceiling) / 2)
}

/**
 * How far the server's clock is ahead of this device's. Small differences are the network's and keep what was: a wait
 * clock must not stumble.
 */
export function nextSkewMs(knownMs: number | null, serverTime: Date, receivedAtMs: number): number {
  const measuredMs = serverTime.getTime() - receivedAtMs
  return knownMs !== null && Math.abs(measuredMs - knownMs) < 750 ? knownMs : measuredMs
}
