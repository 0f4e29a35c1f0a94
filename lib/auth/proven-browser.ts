import { isKnownBrowser } from '@/lib/auth/data'
import { knownDevice } from '@/lib/auth/known-device'
import { acrossProjects } from '@/lib/wall'

/**
 * Since when the browser that asks is known as one in which a code of an account was shown; null for every other, and for one
 * that the account has made a stranger of since.
 */
export async function provenSince(
  { userId, email }: { userId: string; email: string },
  headers: Headers,
  now: Date,
): Promise<Date | null> {
  const device = knownDevice(email, headers, now)
  const isProven = device?.isProven && (await acrossProjects(() => isKnownBrowser(userId, device.since)))
  return isProven ? device.since : null
}
