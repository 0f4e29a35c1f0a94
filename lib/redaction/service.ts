import { deleteFreeIdempotencyKeys } from '@/lib/orders/data'
import { redactOrders } from '@/lib/redaction/data'

const batch = 200
const pauseMs = 20

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

/**
 * Redacts every order that has been closed for 24 hours, in small batches beside the traffic: how many. Answers that
 * were kept for retries go first: an order's last is as old as its closing.
 */
export async function redactClosedOrders(now: Date): Promise<number> {
  while ((await deleteFreeIdempotencyKeys(now, batch)) === batch) await pause()
  let redacted = 0
  for (;;) {
    const count = await redactOrders(now, batch)
    redacted += count
    if (count < batch) return redacted
    await pause()
  }
}
