import type { ApiKeyCaller } from '@/lib/auth/model'
import { Refusal } from '@/lib/errors'
import type { CreateOutcome, UpdateOutcome } from '@/lib/orders/data'

export type CreateRefused = Exclude<CreateOutcome, { outcome: 'created' } | { outcome: 'replayed' }>
type UpdateRefused = Exclude<
  UpdateOutcome,
  { outcome: 'updated' } | { outcome: 'replayed' } | { outcome: 'too_many_details' }
>

export function projectNotFound(): Refusal {
  return new Refusal('project_not_found', 'There is no such project for this credential. Check projectId.')
}

export function orderNotFound(): Refusal {
  return new Refusal(
    'order_not_found',
    'There is no such order. Check projectId, destinationId and orderId, or create it.',
  )
}

function keyReused(): Refusal {
  return new Refusal(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request within 24 hours. Use a new key for a new request.',
  )
}

type KeyKind = ApiKeyCaller['keyKind']
type Taken = Extract<CreateRefused, { outcome: 'order_exists' }>

function orderExists({ isOpen, isOfApp, ...result }: Taken, orderId: string, keyKind: KeyKind): Refusal {
  const createdAt = new Date(result.createdAt).toISOString()
  const freeAt = new Date(result.freeAt).toISOString()
  if (isOpen) {
    return new Refusal(
      'order_exists',
      `Order ${orderId} is still open: an app may use its id again once it is closed. To change it use PUT, with its userToken.`,
      { members: { createdAt } },
    )
  }
  if (keyKind === 'secret' && isOfApp) {
    return new Refusal(
      'order_exists',
      `Order ${orderId} was created at ${createdAt} with a publishable key; its id is free again at ${freeAt}. If your own app made it, use PUT. If not, send forceOverwrite: true: anybody may have such a key, and whoever made the order reads by its userToken what you PUT.`,
      { members: { createdAt, freeAt, createdWith: 'publishable' } },
    )
  }
  return new Refusal(
    'order_exists',
    `Order ${orderId} was created at ${createdAt}; its id is free again at ${freeAt}. To change it use PUT; to replace it send forceOverwrite: true.`,
    { members: { createdAt, freeAt } },
  )
}

/** Why a create was refused, and what to do next. */
export function createRefusal(
  result: CreateRefused,
  asked: { destinationId: string; orderId: string },
  keyKind: KeyKind,
  now: Date,
): Refusal {
  if (result.outcome === 'idempotency_key_reused') return keyReused()
  if (result.outcome === 'destination_unknown') {
    return new Refusal(
      'destination_unknown',
      `This project takes orders for known stores only, and knows no store ${asked.destinationId}.`,
    )
  }
  if (result.outcome === 'stores_full') {
    const seconds = Math.ceil((new Date(result.freeAt).getTime() - now.getTime()) / 1000)
    return new Refusal(
      'stores_full',
      `Nobody knows a store ${asked.destinationId}, and today's orders with publishable keys have made as many new ones as they may. Check destinationId; send a store's first order with a secret key (sk_…), or have a manager name the new stores in the settings.`,
      { headers: { 'retry-after': String(Math.max(1, seconds)) } },
    )
  }
  return orderExists(result, asked.orderId, keyKind)
}

/** Why an update or a read was refused, and what to do next. */
export function updateRefusal(result: UpdateRefused): Refusal {
  switch (result.outcome) {
    case 'idempotency_key_reused':
      return keyReused()
    case 'order_not_found':
      return orderNotFound()
    case 'order_ambiguous':
      return new Refusal('order_ambiguous', 'Two stores have this orderId open. Send destinationId as well.')
    case 'order_full':
      return new Refusal(
        'order_full',
        'The order has changed too often: with a publishable key it takes only what moves the customer on.',
      )
    case 'user_token_mismatch':
      return new Refusal('user_token_mismatch', "This is not the order's userToken: nothing was changed.")
    case 'order_closed':
      return new Refusal(
        'order_closed',
        `The order is ${result.order.status} and takes no more events. Create a new one if the customer comes again.`,
        { members: { orderStatus: result.order.status } },
      )
    case 'version_mismatch':
      return new Refusal('version_mismatch', 'The order has changed since: get it, look again, send its new ETag.', {
        headers: { etag: `"${result.order.service_id}.${result.order.version}"` },
      })
  }
}
