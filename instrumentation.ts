import type { Instrumentation } from 'next'
import { log } from '@/lib/log'
import { isPageRefusedBy } from '@/lib/turns/page-place'
import { causeOf } from '@/lib/watch/cause'

/**
 * A page that has failed by a fault of ours stands in the log as a request of the API does: under the digest that the page
 * shows, and without words that could quote a customer. An address may hold a token: the route's pattern is told.
 */
export const onRequestError: Instrumentation.onRequestError = (error, _, { routePath: route }) => {
  if (isPageRefusedBy(error)) return
  const digest = error instanceof Error ? Reflect.get(error, 'digest') : undefined
  log.error({ route, digest, err: causeOf(error) }, 'page failed')
}
