import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether two secrets are one, in a time that tells nothing of where they differ. */
export function isSameSecret(kept: string, given: string): boolean {
  return timingSafeEqual(digest(kept), digest(given))
}
