import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { Refusal } from '../process/refusal.mjs'

const candidates = ['/var/lib/baycall', '/var/tmp/baycall']

/**
 * A folder of root's that every account may pass through and nobody else may write to: programs that run as another
 * account are trusted because they lie there.
 */
export function sharedFolder() {
  for (const folder of candidates) {
    try {
      mkdirSync(folder, { recursive: true })
      const { uid, mode } = lstatSync(folder)
      if (uid === 0 && (mode & 0o170_022) === 0o040_000) {
        chmodSync(folder, 0o755)
        return folder
      }
    } catch {
      // Not this one, then.
    }
  }
  throw new Refusal(
    `As root the embedded database needs a folder that its account can reach, and neither ${candidates.join(' nor ')} can be made: set DATABASE_URL to a database of yours.`,
  )
}
