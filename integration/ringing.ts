import type { Shop } from '@/integration/shop'
import { pools } from '@/lib/db'

/** An arrival that has rung for so long already. */
export async function ringFor(shop: Shop, orderId: string, seconds: number, destinationId = shop.destinationId) {
  const { body } = await shop.create(orderId, { destinationId, customerName: 'Priya N.', eventType: 'arrival' })
  await ringSince(shop, body.serviceId, seconds)
  return body
}

/** As if it had arrived so much earlier. */
export async function ringSince(shop: Shop, serviceId: unknown, seconds: number) {
  await pools().hot.query(
    `update orders set last_transition_time = last_transition_time - $3 * interval '1 second',
                       arrived_at = arrived_at - $3 * interval '1 second'
     where project_id = $1 and service_id = $2`,
    [shop.projectId, serviceId, seconds],
  )
}

/** What the timelines of a shop tell of escalations. */
export async function escalatedEvents(shop: Shop): Promise<{ service_id: string; reason: string }[]> {
  const { rows } = await pools().hot.query(
    `select service_id, details ->> 'reason' as reason from order_event
     where project_id = $1 and event_type = 'escalated' order by service_id, reason`,
    [shop.projectId],
  )
  return rows
}
