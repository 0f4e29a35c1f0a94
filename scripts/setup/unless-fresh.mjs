import { beforeEnd } from '../process/ending.mjs'
import { takeLock } from '../process/lock.mjs'
import { until } from '../process/processes.mjs'
import { Refusal } from '../process/refusal.mjs'
import { inRoot, makePrivateFolder } from '../settings/places.mjs'

const mostWaitMs = 10 * 60_000

/**
 * Does set-up work if it isn't done yet, one process at a time in this clone: whoever waited finds it done.
 * @param {() => boolean} isFresh
 * @param {(lock: import('../process/lock.mjs').Lock) => Promise<void>} work
 * @returns {Promise<boolean>} whether there was work to do
 */
export async function unlessFresh(isFresh, work) {
  if (isFresh()) return false
  makePrivateFolder(inRoot('.data'))
  /** @type {import('../process/lock.mjs').Lock | null} */
  let held = null
  const free = await until(
    async () => {
      held = (await takeLock(inRoot('.data', 'setup.lock'), 'set-up')).lock
      return held !== null
    },
    mostWaitMs,
    200,
  )
  const lock = /** @type {import('../process/lock.mjs').Lock | null} */ (held)
  if (!free || !lock)
    throw new Refusal(
      'Another set-up of this folder has been running for 10 minutes: stop it, then run the command again.',
    )
  const keep = beforeEnd(() => lock.release())
  try {
    if (isFresh()) return false
    await work(lock)
    return true
  } finally {
    keep()
    lock.release()
  }
}
