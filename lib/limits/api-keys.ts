import type { ApiKeyCaller } from '@/lib/auth/model'
import { env } from '@/lib/env'
import { clientAddressOf } from '@/lib/http/client-address'
import { hearByHeader, isTooMany } from '@/lib/limits/heard'
import { take, unnamed } from '@/lib/limits/take'
import { ofNetwork, takeOfAll } from '@/lib/limits/wide'

/**
 * Counts a request of an API key: a secret one as a whole, since it may serve a chain of stores; a publishable one for
 * each address, since it is in everybody's phone, and of IPv6 for the network that one subscriber may have. But a customer who
 * tells something of their order and shows its userToken is heard all the same (lib/limits/heard). Throws too_many_requests.
 */
export async function limitApiKey(caller: ApiKeyCaller, request: Request): Promise<void> {
  const { keyKind, keyId } = caller
  if (keyKind === 'secret') return take(`key ${keyId}`, env().RATE_LIMIT_SECRET_KEY, request)
  const rate = env().RATE_LIMIT_PUBLISHABLE_KEY
  const address = clientAddressOf(request)
  const wide = ofNetwork('key', keyId, address, rate)
  try {
    await takeOfAll(`key ${keyId} ${unnamed(address)}`, rate, wide, request)
  } catch (error) {
    if (!isTooMany(error)) throw error
    await hearByHeader(caller, request, error)
  }
}

/**
 * Counts an order that is about to be made with a publishable key, for each address (a phone makes one now and then), of IPv6
 * for its network, and for the project from all addresses together. Throws too_many_requests.
 */
export async function limitNewOrders({ keyKind, keyId, projectId }: ApiKeyCaller, request: Request): Promise<void> {
  if (keyKind === 'secret') return
  const { RATE_LIMIT_NEW_ORDERS: rate, RATE_LIMIT_PROJECT_ORDERS: ofProject } = env()
  const address = clientAddressOf(request)
  const all = ofProject ? [{ name: `orders project ${projectId}`, rate: ofProject }] : []
  const wide = [...ofNetwork('orders', keyId, address, rate), ...all]
  await takeOfAll(`orders ${keyId} ${unnamed(address)}`, rate, wide)
}
