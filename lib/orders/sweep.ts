import { log } from '@/lib/log'
import { deleteFreeIdempotencyKeys } from '@/lib/orders/data'

const everyMs = 60_000
const batch = 500

let lastSweep = 0

async function sweep(now: Date): Promise<void> {
  while ((await deleteFreeIdempotencyKeys(now, batch)) === batch);
}

/** Forgets answers that nobody can ask for any more (24 hours), in small batches beside the traffic, once a minute. */
export function sweepIdempotencyKeys(now: Date): void {
  if (now.getTime() - lastSweep < everyMs) return
  lastSweep = now.getTime()
  sweep(now).catch((error) => log.warn({ err: error }, 'old idempotency keys not swept'))
}
