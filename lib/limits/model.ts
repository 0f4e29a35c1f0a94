/** How much a caller may ask for: so many requests a second on average, and so many at once. */
export type Rate = { perSecond: number; burst: number }

const dayS = 24 * 60 * 60

/** So many at once, and as many in a day. */
export const rateADay = (burst: number): Rate => ({ perSecond: burst / dayS, burst })

/**
 * How many requests a process asks for at a time: a twentieth of a second's, so that the database hears of one request
 * in that many, and at least one.
 */
export function leaseSizeOf({ perSecond, burst }: Rate): number {
  return Math.max(1, Math.min(burst, Math.ceil(perSecond / 20)))
}

/** Seconds until a bucket with so many tokens left has one again; whole ones, at least 1. */
export function retryAfterSecondsOf({ perSecond }: Rate, tokens: number): number {
  return Math.max(1, Math.ceil((1 - tokens) / perSecond))
}

/** How much a process lets pass of a wide bucket before it pays for it (lib/limits/tabs.ts): a hundredth, at least one. */
export function tabOf({ burst }: Rate): number {
  return Math.max(1, Math.floor(burst / 100))
}
